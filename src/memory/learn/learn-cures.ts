/** Saves a session's fixes as solutions that can be listed, searched and deleted like any other. */

import type { Store } from "../../store/store.ts";
import type { SessionDigest } from "../digest/types.ts";
import { knowledgeIn } from "../sql/index.ts";
import { cureText } from "./failure-cures.ts";

/** Returns the number of fixes, including existing ones. One failure is one solution, however often it occurred. */
export async function learnCures(
  store: Store,
  digest: SessionDigest,
  project: string,
  { redaction }: { redaction: number },
): Promise<number> {
  let count = 0;
  for (const failure of digest.failures) {
    if (failure.cure === undefined) continue;
    count++;
    const { id } = await knowledgeIn(store).saveSolution({
      project,
      fingerprint: failure.key,
      kind: failure.cure.kind,
      toolName: failure.tool,
      errorSample: failure.error,
      text: cureText(failure, failure.cure, failure.at),
      steps: [JSON.stringify(failure.cure)],
      source: "derived",
      provenance: { sessionId: digest.sessionId, event: failure.observation },
      redaction,
      at: failure.at,
    });
    const occurrence = { key: failure.observation, sessionId: digest.sessionId, at: failure.at };
    await knowledgeIn(store).countSolution(id, "success", occurrence);
  }
  return count;
}
