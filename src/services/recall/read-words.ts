/** The words of past sessions are made once for each. In a large project that takes 0.2 s: too long to do it in one go. */
import type { SessionDigest } from "../../memory/digest/types.ts";
import { wordsOf } from "../../memory/past/session-words.ts";

const SLICE_MS = 8;

/** A prompt needs all of them; the hooks of other sessions are answered in between. */
export async function readWords(sessions: readonly SessionDigest[], sliceMs = SLICE_MS): Promise<void> {
  let began = performance.now();
  for (const session of sessions) {
    wordsOf(session);
    if (performance.now() - began < sliceMs) continue;
    await Bun.sleep(0);
    began = performance.now();
  }
}
