/** Offers the fix of an earlier failure when the failure recurs. No solution is better than a wrong one. */

import { toFailure } from "../memory/digest/calls.ts";
import { normalizeLine } from "../memory/digest/normalize.ts";
import type { Cure, DigestFailure, SessionDigest } from "../memory/digest/types.ts";
import { cureFor, remedyOf } from "../memory/learn/failure-cures.ts";
import { attribution } from "../memory/records/attribution.ts";
import { BY_HAND, type Solution } from "../memory/records/knowledge.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Observation } from "../store/records/records.ts";
import { quote } from "../text/quote.ts";
import { dayOf, quoted, renderFacts } from "./blocks/render.ts";
import type { Fact } from "./blocks/types.ts";
import { alreadyInjected, inject } from "./injections.ts";
import { isOn } from "./past/item.ts";
import type { RecallContext } from "./recall-context.ts";

const BY_HAND_MOST = 200;
/** Shorter texts occur everywhere. */
const SHORTEST = 8;

/** Includes checks that printed failures but exited with 0, for example in a pipe. */
export async function solutionFor(
  event: "PostToolUse" | "PostToolUseFailure",
  call: Observation,
  ctx: RecallContext,
): Promise<string | undefined> {
  const budget = ctx.knowledge.recall.failureTokens;
  if (budget === 0 || ctx.project === "") return undefined;
  const failure = toFailure(call, ctx.root);
  if (failure === undefined) return undefined;
  const written = await byHand(call, ctx);
  const isInferred = !ctx.isHeldOut && isOn("cure", ctx.knowledge.recall.kinds);
  const past = isInferred ? await ctx.knowledge.past([...(await ctx.own()).sessions]) : undefined;
  // A teammate's fix is offered if this machine's own sessions have none.
  const cure = past && (cureFor(failure, past.sessions) ?? cureFor(failure, past.sessionsOfAll));
  const facts: Fact[] = [...written];
  const uri = `cure://${failure.key}`;
  if (
    past !== undefined &&
    cure !== undefined &&
    !(await wasInVain(uri, cure.cure, failure, past.sessions, ctx))
  ) {
    facts.push({
      uri,
      type: "cure",
      text:
        cure.author === undefined
          ? cure.text
          : `${quote(cure.text, 600)} (${attribution({ author: cure.author, at: cure.at }, ctx.at)})`,
      names: remedyOf(cure.cure),
      reason: `cured it in ${cure.sessions} earlier session${cure.sessions === 1 ? "" : "s"}`,
    });
  }
  if (facts.length === 0) return undefined;
  const { uris } = await alreadyInjected(call.sessionId, ctx);
  const fresh = facts.filter(({ uri }) => !uris.has(uri) && !ctx.isMuted(uri));
  const { block } = renderFacts("About this failure:", fresh, budget);
  return inject(event, block, ctx);
}

/** After this many failed offers, it is not offered again. */
const IN_VAIN = 2;
/** The number of recent sessions with this failure to read. */
const LOOKED_AT = 10;

/** True if it was offered in two sessions without success: ignored, or tried in vain. */
async function wasInVain(
  uri: string,
  cure: Cure,
  failure: DigestFailure,
  sessions: readonly SessionDigest[],
  { store }: RecallContext,
): Promise<boolean> {
  const remedy = remedyOf(cure);
  const isCured = ({ cure: own }: DigestFailure) => own !== undefined && remedyOf(own) === remedy;
  let vain = 0;
  const had = sessions.filter(({ failures }) => failures.some(({ key }) => key === failure.key));
  for (const { sessionId, failures } of had.slice(0, LOOKED_AT)) {
    if (failures.some((one) => one.key === failure.key && isCured(one))) continue;
    const given = await recordsIn(store).injections({ sessionId, limit: BY_HAND_MOST });
    if (given.some(({ sources }) => sources.some((source) => source.uri === uri))) vain++;
    if (vain >= IN_VAIN) return true;
  }
  return false;
}

/** Solutions written by people for an error in the output, in this project or for all projects. */
async function byHand(call: Observation, { store, project, at }: RecallContext): Promise<Fact[]> {
  const known = await knowledgeIn(store).solutions({ project, kind: BY_HAND, limit: BY_HAND_MOST });
  const lines = known.length === 0 ? [] : call.response.split("\n").map(normalizeLine);
  const isTheirs = ({ provenance }: Solution) => (provenance?.team === undefined ? 0 : 1);
  return known
    .filter((solution) => isAbout(solution, lines))
    .sort((a, b) => isTheirs(a) - isTheirs(b))
    .map((solution) => toFact(solution, at));
}

function isAbout({ errorSample }: Solution, lines: readonly string[]): boolean {
  const wanted = normalizeLine(errorSample.trim().split("\n")[0] ?? "");
  return wanted.length >= SHORTEST && lines.some((line) => line.includes(wanted));
}

function toFact({ id, errorSample, text, lastSeenAt, provenance }: Solution, now: number): Fact {
  const by =
    provenance?.team === undefined
      ? `written down by the user, ${dayOf(lastSeenAt)}`
      : `written down by ${attribution(provenance.team, now)}`;
  return {
    uri: `solution://${id}`,
    type: "solution",
    text: `${quoted(errorSample, 160)} is known: ${quoted(text, 300)} (${by})`,
    reason: `written down by ${provenance?.team === undefined ? "the user" : "a teammate"} for this error`,
  };
}
