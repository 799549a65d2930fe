/**
 * The words of a past's sessions, which a prompt is compared with. In a large project, reading them for the first time takes a
 * quarter of a second: so whoever needs them waits here, and others are answered in between.
 */
import type { ProjectPast } from "./past/past.ts";
import { wordsOf } from "./past/session-words.ts";

/** After this long, others get their turn. */
const SLICE_MS = 8;

/** Costs nothing where they have been read. */
export async function readWords(
  { sessions }: Pick<ProjectPast, "sessions">,
  turn: () => Promise<void> = () => Bun.sleep(0),
  now: () => number = performance.now.bind(performance),
): Promise<void> {
  let began = now();
  for (const session of sessions) {
    wordsOf(session);
    if (now() - began < SLICE_MS) continue;
    await turn();
    began = now();
  }
}
