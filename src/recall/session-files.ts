/** Which files a session knows already: what it touched, was asked about, saw in an answer or was given. */

import { inProject } from "../memory/records/summary.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";

/** Calls that are looked at; what lies further back is hardly still in view. */
const CALLS = 80;
const PROMPTS = 20;

export interface SessionFiles {
  /** How many prompts were looked at. */
  prompts: number;
  /** From the project's root, oldest first. */
  touched: string[];
  /** Whether a file's name stood in the session: in a prompt, a call or its answer. */
  isNamed(path: string): boolean;
}

export async function sessionFiles(store: Store, sessionId: string, root: string): Promise<SessionFiles> {
  const calls = (await recordsIn(store).observations({ sessionId, limit: CALLS })).reverse();
  const prompts = await recordsIn(store).prompts({ sessionId, limit: PROMPTS });
  const touched = calls.flatMap(({ files }) => files.map((file) => inProject(file, root)));
  const texts = [
    ...prompts.map(({ text }) => text),
    ...calls.flatMap(({ input, response }) => [input, response]),
  ];
  return {
    prompts: prompts.length,
    touched,
    isNamed(path) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      return touched.includes(path) || texts.some((text) => text.includes(name));
    },
  };
}
