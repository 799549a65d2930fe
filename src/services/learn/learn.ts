/**
 * Learns from one session, from its records alone. Every write is known by its key, so learning the same session
 * twice, or once more after it went on, changes nothing that was right before.
 */

import { commandRuns } from "../../memory/learn/commands.ts";
import { eachEdit } from "../../memory/learn/each-edit.ts";
import { filesIn } from "../../memory/learn/files.ts";
import { aboutOf, decisionsIn } from "../../memory/learn/permissions.ts";
import { isSameRule, proposalsIn } from "../../memory/learn/preferences.ts";
import type { FileKnowledge, Provenance, RuleProposal, SessionMaterial } from "../../memory/learn/types.ts";
import { factKey } from "../../memory/records/keys.ts";
import type { FileFact } from "../../memory/records/knowledge.ts";
import { MEMORY_STATUSES, type Memory } from "../../memory/records/memory.ts";
import { quote } from "../../memory/text/quote.ts";
import { callInBody } from "../../protocol/index.ts";
import type { SessionRecords, Store } from "../../store/store.ts";
import type { LearnOptions } from "./learn-options.ts";
import { learnOutcomes, learnSolutions } from "./learn-solutions.ts";

/** What the session has taught altogether, whether or not it was known before. */
export interface Learned {
  solutions: number;
  files: number;
  rules: string[];
}

/** Calls that are looked at; what lies further back was learned before. */
const WINDOW = 800;

export async function learnFrom(store: Store, sessionId: string, options: LearnOptions): Promise<Learned> {
  const records = await store.sessionToLearn(sessionId);
  if (records === undefined || records.session.project === "") return { solutions: 0, files: 0, rules: [] };
  const session = toMaterial(records);
  const { project } = records.session;
  const solutions = await learnSolutions(store, session, project, options);
  await learnOutcomes(store, session, project);
  const files = filesIn(session);
  await store.addFileFacts(files.flatMap((file) => toFacts(file, project, options.hashOf)));
  await store.countCommands(commandRuns(session).map((run) => ({ ...run, project, sessionId })));
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
  return { solutions, files: files.length, rules };
}

/** A worktree lies outside of the project's folder: its files are named from its own root. */
function toMaterial({ session, prompts, observations, responses }: SessionRecords): SessionMaterial {
  const { id: sessionId, project, cwd } = session;
  const isInside = cwd === "" || cwd === project || cwd.startsWith(`${project}/`);
  return {
    sessionId,
    project: isInside ? project : cwd,
    prompts,
    observations: eachEdit(observations.slice(-WINDOW)),
    responses,
  };
}

function toFacts(
  { path, changes, failures }: FileKnowledge,
  project: string,
  hashOf: LearnOptions["hashOf"],
): FileFact[] {
  const hash = hashOf?.(path);
  const common = { project, file: path, ...(hash === undefined ? {} : { hash }) };
  return [
    ...changes.map(({ what, why, at, provenance: { sessionId } }) => ({
      ...common,
      // For one prompt a file is changed many times: that is one fact, and the last change tells how it ended.
      key: factKey(sessionId, "change", `${path}\n${why ?? ""}`),
      at,
      sessionId,
      what,
      ok: true,
      ...(why === undefined ? {} : { why }),
    })),
    ...failures.map(({ error, fingerprint, solved, at, provenance: { sessionId } }) => ({
      ...common,
      key: factKey(sessionId, "failure", `${path}\n${fingerprint}`),
      at,
      sessionId,
      what: error,
      ok: solved,
      fingerprint,
    })),
  ];
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
