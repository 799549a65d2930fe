/** Solutions that a session shows, and what came of those that it was told. */
import { toFailure } from "../../memory/learn/fingerprint.ts";
import { areAlike, outcomeOf } from "../../memory/learn/solution-record.ts";
import { solutionsIn } from "../../memory/learn/solutions.ts";
import { kindOf, lineFor, stepsOf, storedSteps } from "../../memory/learn/stored.ts";
import type { SessionMaterial } from "../../memory/learn/types.ts";
import { renderStep } from "../../memory/recall/failure.ts";
import type { Store } from "../../store/store.ts";
import type { LearnOptions } from "./learn-options.ts";

const PREFIX = "solution://";

/** How many there were, known ones included. */
export async function learnSolutions(
  store: Store,
  session: SessionMaterial,
  project: string,
  { redaction, hashOf }: LearnOptions,
): Promise<number> {
  const seen = solutionsIn(session);
  for (const one of seen) {
    const { key, at, file, sessionId } = one.provenance;
    const known = await store.solutionsFor(one.fingerprint, project);
    const same = known.find((stored) => areAlike(stepsOf(stored), one.steps));
    const hash = file === undefined ? undefined : hashOf?.(file);
    const { id } =
      same ??
      (await store.saveSolution({
        project,
        fingerprint: one.fingerprint,
        kind: kindOf(one),
        toolName: one.tool,
        errorSample: one.error,
        text: one.steps.map(renderStep).join("; "),
        steps: storedSteps(one.steps),
        source: "derived",
        provenance: {
          sessionId,
          event: key,
          ...(file === undefined ? {} : { file }),
          ...(hash === undefined ? {} : { fileHash: hash }),
        },
        redaction,
        at,
      }));
    await store.countSolution(id, "success", { key, sessionId, at });
  }
  return seen.length;
}

/** The next run of the failed command shows whether what was told helped. */
export async function learnOutcomes(store: Store, session: SessionMaterial, project: string): Promise<void> {
  const injected = await store.injections({ sessionId: session.sessionId, limit: 200 });
  for (const { event, at, sources } of injected) {
    const ids = sources
      .filter(({ uri }) => uri.startsWith(PREFIX))
      .map(({ uri }) => uri.slice(PREFIX.length));
    if (!event.startsWith("PostToolUse") || ids.length === 0) continue;
    const call = session.observations.find((one) => one.at === at && one.toolName === "Bash");
    const failure = call === undefined ? undefined : toFailure(call, session.project);
    if (call === undefined || failure === undefined) continue;
    const after = session.observations.filter((one) => one.at > at && one.agentId === call.agentId);
    for (const found of await store.get(ids)) {
      if (found.type !== "solution") continue;
      const line = lineFor(found.record, failure, call.response, project);
      const outcome = line === undefined ? "unknown" : outcomeOf(line, failure, after, session.project);
      if (outcome === "unknown") continue;
      // The same key as a cure that the session shows itself: together they count once.
      const occurrence = { key: call.key, sessionId: session.sessionId, at };
      await store.countSolution(found.id, outcome === "worked" ? "success" : "failure", occurrence);
    }
  }
}
