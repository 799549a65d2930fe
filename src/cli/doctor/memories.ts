/** Core memories that do not fit into their budget are never dropped silently. */
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { CORE_PRIORITY } from "../../memory/records/lifecycle.ts";
import type { Home } from "../../platform/paths.ts";
import { readMuted } from "../../recall/muted.ts";
import { coreBlock } from "../../recall/start/core-memories.ts";
import { claudeMdOf } from "../../recall/start/project-files.ts";
import { withStore } from "../open-store.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";

const MOST = 10_000;
const NAMED = 5;

export async function checkMemories(home: Home): Promise<Check> {
  const say = words.doctor.memories;
  const budget = readUserSettings(home).settings.context.coreTokens;
  const muted = readMuted(home.muted);
  const isMuted = (uri: string) => muted.has(uri);
  return withStore(async (store) => {
    const core = await store.memories({ maxPriority: CORE_PRIORITY, limit: MOST });
    const places: string[] = [];
    for (const project of new Set(core.map((memory) => memory.project))) {
      const claudeMd = claudeMdOf(project);
      const left = (await coreBlock({ store, project, claudeMd, budget, isMuted }))?.left ?? [];
      if (left.length === 0) continue;
      const named = left.slice(0, NAMED).join(", ") + (left.length > NAMED ? ", …" : "");
      places.push(say.place(left.length, project === "" ? say.everywhere : project, named));
    }
    if (places.length === 0) return fine("memories", say.ok(core.length));
    return wrong("memories", say.left(places.join("; ")), say.fix);
  });
}
