/**
 * Learns from one session, from its records alone. Every write is known by its key, so learning the same session
 * twice, or once more after it went on, changes nothing that was right before.
 */

import type { Store } from "../../store/store.ts";
import { digestSession, toMaterial } from "./digest-session.ts";
import { learnCures } from "./learn-cures.ts";
import { learnDecisions } from "./learn-decisions.ts";
import type { LearnOptions } from "./learn-options.ts";
import { learnPermissions } from "./learn-permissions.ts";
import { learnRules } from "./learn-rules.ts";

/** What the session has taught altogether, whether or not it was known before. */
export interface Learned {
  solutions: number;
  files: number;
  rules: string[];
  decisions: string[];
}

const NOTHING: Learned = { solutions: 0, files: 0, rules: [], decisions: [] };

export async function learnFrom(store: Store, sessionId: string, options: LearnOptions): Promise<Learned> {
  const records = await store.sessionToLearn(sessionId);
  if (records === undefined || records.session.project === "") return { ...NOTHING };
  const { project } = records.session;
  const session = { ...toMaterial(records), responses: records.responses };
  const digest = await digestSession(store, records, options.onDigest);
  const solutions = await learnCures(store, digest, project, options);
  await learnPermissions(store, session, records);
  const rules = await learnRules(store, session, project, options);
  const decisions = await learnDecisions(store, session, project, options);
  return { solutions, files: digest.files.length, rules, decisions };
}
