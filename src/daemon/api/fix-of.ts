import { subjectOf } from "../../memory/records/summary.ts";
import type { Store } from "../../store/store.ts";

/** Far enough ahead to see whether a failure was fixed. */
const LOOK_AHEAD = 300;

/** Of a failed call: the first later one in its session that did the same thing and succeeded. */
export function createFixOf(store: Pick<Store, "fullRecord" | "callsAfter">) {
  return async (id: string): Promise<string | undefined> => {
    const failed = await store.fullRecord(id);
    if (failed?.tool === undefined) return undefined;
    const { project, sessionId, at, tool } = failed;
    const subject = subjectOf(
      { toolName: tool, input: failed.input ?? "", files: failed.files ?? [] },
      project,
    );
    const later = await store.callsAfter(sessionId, at, LOOK_AHEAD);
    return later.find((call) => call.ok && subjectOf({ ...call, toolName: call.tool }, project) === subject)
      ?.id;
  };
}
