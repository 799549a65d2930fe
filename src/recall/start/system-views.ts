/** `system://` is derived from other records: always-loaded memories, an index, recent changes, numbers. */

import { CORE_PRIORITY } from "../../memory/records/lifecycle.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";

export const SYSTEM_VIEWS = ["system://boot", "system://index", "system://recent", "system://stats"] as const;

const MOST = 200;
const RECENT = 20;

/** Undefined when there is no such view. */
export async function systemView(store: Store, uri: string, project: string): Promise<string | undefined> {
  switch (uri) {
    case "system://boot":
      return linesOf(
        await memoriesIn(store).memories({ project, maxPriority: CORE_PRIORITY, limit: MOST }),
        wholeLine,
      );
    case "system://index":
      return linesOf(await memoriesIn(store).memories({ project, limit: MOST }), indexLine);
    case "system://recent": {
      const memories = await memoriesIn(store).memories({ project, limit: 1000 });
      return linesOf(memories.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, RECENT), indexLine);
    }
    case "system://stats": {
      const { sessions, prompts, observations, memories, solutions } = await recordsIn(store).stats();
      return JSON.stringify({ sessions, prompts, observations, memories, solutions });
    }
    default:
      return undefined;
  }
}

const linesOf = (memories: readonly Memory[], line: (memory: Memory) => string) =>
  memories.length === 0 ? "(nothing)" : memories.map(line).join("\n");

const wholeLine = ({ uri, content }: Memory) => `${uri}: ${quote(content, 2000)}`;
const indexLine = ({ uri, priority, content }: Memory) => `${uri} [${priority}] ${quote(content, 100)}`;
