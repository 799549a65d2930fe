/**
 * Learns from one session, from its records alone. Every write is known by its key, so learning the same session
 * twice, or once more after it went on, changes nothing that was right before.
 */

import { aboutOf, decisionsIn } from "../../memory/learn/permissions.ts";
import { isSameRule, proposalsIn } from "../../memory/learn/preferences.ts";
import type { Provenance, RuleProposal } from "../../memory/learn/types.ts";
import { MEMORY_STATUSES, type Memory } from "../../memory/records/memory.ts";
import { quote } from "../../memory/text/quote.ts";
import { callInBody } from "../../protocol/index.ts";
import type { SessionRecords, Store } from "../../store/store.ts";
import { digestSession, toMaterial } from "./digest-session.ts";
import { learnCures } from "./learn-cures.ts";
import type { LearnOptions } from "./learn-options.ts";

/** What the session has taught altogether, whether or not it was known before. */
export interface Learned {
  solutions: number;
  files: number;
  rules: string[];
}

export async function learnFrom(store: Store, sessionId: string, options: LearnOptions): Promise<Learned> {
  const records = await store.sessionToLearn(sessionId);
  if (records === undefined || records.session.project === "") return { solutions: 0, files: 0, rules: [] };
  const { project } = records.session;
  const session = { ...toMaterial(records), responses: records.responses };
  const digest = await digestSession(store, records, options.pasts);
  const solutions = await learnCures(store, digest, project, options);
  for (const { call, decision } of decisionsIn(session, askedIn(records))) {
    const { key, at, toolName } = call;
    const subject = aboutOf(call) ?? "";
    await store.addPermission({ key, project, sessionId, at, toolName, subject, decision });
  }
  const rules: string[] = [];
  for (const rule of proposalsIn(session)) {
    const [place] = rule.provenance;
    if (place === undefined) continue;
    const said = { ...options, origin: "derived" } as const;
    rules.push(await saveProposal(store, rule.evidence, rule.kind, place, project, said));
  }
  return { solutions, files: digest.files.length, rules };
}

/** S1.8: the calls that the client asked the user about; the request names no call, so its words have to. */
function askedIn({ events, observations }: SessionRecords): Set<string> {
  const asked = new Set<string>();
  for (const { event, at, body } of events) {
    if (event !== "PermissionRequest") continue;
    const request = callInBody(body);
    const call = observations.find(
      (one) =>
        one.at >= at &&
        one.toolName === request?.toolName &&
        one.input === request.toolInput &&
        !asked.has(one.key),
    );
    if (call !== undefined) asked.add(call.key);
  }
  return asked;
}

const PREFIX = "project://preferences/";

/** A proposal with the user's own sentence; the same one in another session is meant, and becomes active. */
export async function saveProposal(
  store: Store,
  sentence: string,
  kind: RuleProposal["kind"],
  place: Provenance,
  project: string,
  { at, redaction, origin }: Pick<LearnOptions, "at" | "redaction"> & { origin: "derived" | "model" },
): Promise<string> {
  const known = await store.memories({ project, prefix: PREFIX, status: MEMORY_STATUSES, limit: 1000 });
  const same = known.find((memory) => isSameRule(memory.content, sentence));
  if (same === undefined) {
    const uri = freeUri(sentence, known);
    await store.saveMemory({
      uri,
      project,
      content: sentence,
      priority: kind === "rule" ? 4 : 5,
      status: "proposed",
      origin,
      provenance: { sessionId: place.sessionId, event: place.key, evidence: sentence },
      redaction,
      author: "pawl",
      reason: "The user said so in a session.",
      at,
    });
    return uri;
  }
  const isAgain = same.provenance?.sessionId !== place.sessionId;
  if (same.status === "proposed" && isAgain) {
    const reason = `The user said it again in session ${place.sessionId}: “${quote(sentence, 160)}”`;
    await store.changeMemory(
      { uri: same.uri, project },
      { status: "active" },
      { at, author: "pawl", reason },
    );
  }
  return same.uri;
}

function freeUri(sentence: string, known: readonly Memory[]): string {
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = words.slice(0, 7).join("-").slice(0, 60) || "rule";
  for (let i = 1; ; i++) {
    const uri = `${PREFIX}${slug}${i === 1 ? "" : `-${i}`}`;
    if (!known.some((memory) => memory.uri === uri)) return uri;
  }
}
