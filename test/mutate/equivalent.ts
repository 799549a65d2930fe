/**
 * Mutations that change nothing a test could see, each with the reason. They are listed in the report and not counted. An entry
 * is found by its content, so it survives when lines move. When the line itself changes, the entry matches nothing and can go.
 */

import entries from "./equivalent.json" with { type: "json" };
import type { Equivalent } from "./equivalent-entry.ts";

export const EQUIVALENT: Equivalent[] = entries;
