/**
 * Learns from one session, from its records alone. Every write is known by its key, so learning the same session
 * twice, or once more after it went on, changes nothing that was right before.
 */

import { commandRuns } from "../../memory/learn/commands.ts";
import { filesIn } from "../../memory/learn/files.ts";
import type { FileKnowledge, SessionMaterial } from "../../memory/learn/types.ts";
import { factKey } from "../../memory/records/keys.ts";
import type { FileFact } from "../../memory/records/knowledge.ts";
import type { SessionRecords, Store } from "../../store/store.ts";
import { learnDecisions } from "./learn-decisions.ts";
import { learnPermissions } from "./learn-permissions.ts";
import { learnRules } from "./learn-rules.ts";
import { learnOutcomes, learnSolutions } from "./learn-solutions.ts";

export interface LearnOptions {
  at: number;
  redaction: number;
  /** What a file of the project is like now; only where the session has just worked on it. */
  hashOf?(path: string): string | undefined;
}

/** What the session has taught altogether, whether or not it was known before. */
export interface Learned {
  solutions: number;
  files: number;
  rules: string[];
  decisions: string[];
}

const NOTHING: Learned = { solutions: 0, files: 0, rules: [], decisions: [] };

/** Calls that are looked at; what lies further back was learned before. */
const WINDOW = 800;

export async function learnFrom(store: Store, sessionId: string, options: LearnOptions): Promise<Learned> {
  const records = await store.sessionToLearn(sessionId);
  if (records === undefined || records.session.project === "") return { ...NOTHING };
  const session = toMaterial(records);
  const { project } = records.session;
  const solutions = await learnSolutions(store, session, project, options);
  await learnOutcomes(store, session, project);
  const files = filesIn(session);
  await store.addFileFacts(files.flatMap((file) => toFacts(file, project, options.hashOf)));
  await store.countCommands(commandRuns(session).map((run) => ({ ...run, project, sessionId })));
  await learnPermissions(store, session, records);
  const rules = await learnRules(store, session, project, options);
  const decisions = await learnDecisions(store, session, project, options);
  return { solutions, files: files.length, rules, decisions };
}

/** A worktree lies outside of the project's folder: its files are named from its own root. */
function toMaterial({ session, prompts, observations, responses }: SessionRecords): SessionMaterial {
  const { id: sessionId, project, cwd } = session;
  const isInside = cwd === "" || cwd === project || cwd.startsWith(`${project}/`);
  return {
    sessionId,
    project: isInside ? project : cwd,
    prompts,
    observations: observations.slice(-WINDOW),
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
