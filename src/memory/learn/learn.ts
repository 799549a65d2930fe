/**
 * Learns from one session, using its records alone. Every write has a key, so learning the same session again, even after it
 * continued, changes nothing that was already right.
 */

import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import type { SessionDigest } from "../digest/types.ts";
import { digestSession, isAtHome, toMaterial } from "./digest-session.ts";
import { learnCures } from "./learn-cures.ts";
import { learnDecisions } from "./learn-decisions.ts";
import { learnPermissions } from "./learn-permissions.ts";
import { learnRules } from "./learn-rules.ts";
import { saidWhenRefusing } from "./permissions.ts";

interface LearnOptions {
  at: number;
  redaction: number;
  /** The session comes from an imported transcript: its user's words are only proposed. */
  isImport?: boolean;
  /** Called with a session's new digest, so that caches of digests can replace the old one. */
  onDigest?(project: string, digest: SessionDigest): void;
}

/** Everything that the session taught, including existing knowledge. */
export interface Learned {
  solutions: number;
  files: number;
  rules: string[];
  decisions: string[];
}

const NOTHING: Learned = { solutions: 0, files: 0, rules: [], decisions: [] };

export async function learnFrom(store: Store, sessionId: string, options: LearnOptions): Promise<Learned> {
  const records = await recordsIn(store).sessionToLearn(sessionId);
  if (records === undefined || records.session.project === "") return { ...NOTHING };
  const { project } = records.session;
  const session = { ...toMaterial(records), responses: records.responses };
  const digest = await digestSession(store, records, options.onDigest);
  const solutions = await learnCures(store, digest, project, options);
  await learnPermissions(store, session, records);
  // A transcript outside of its own folder may be anyone's.
  if (options.isImport === true && !isAtHome(records.session))
    return { solutions, files: digest.files.length, rules: [], decisions: [] };
  const said = { ...session, prompts: [...session.prompts, ...saidWhenRefusing(session.observations)] };
  const rules = await learnRules(store, said, project, options);
  const decisions = await learnDecisions(store, said, project, options);
  return { solutions, files: digest.files.length, rules, decisions };
}
