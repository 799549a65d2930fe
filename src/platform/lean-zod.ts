/** Import this before anything that imports Zod. */
import { leanZod } from "./lean-zod-plugin.ts";

Bun.plugin(leanZod);
