/** The turns of a project's sessions in one row, with what is asked of them for every prompt. */
import type { SessionDigest } from "../digest/types.ts";
import { PARTS, wordsOf } from "./session-words.ts";

/** The turns of all sessions, newest session first. */
export interface PastTurns {
  count: number;
  /** For each session: the number of its first turn. */
  starts: readonly number[];
  /** How many words the texts of a turn have. */
  lengths: { prompt: Float64Array; answer: Float64Array; files: Float64Array };
  /** Files edited in any turn, and for each turn their places in that list. */
  paths: readonly string[];
  edited: readonly (readonly number[])[];
}

export function toTurns(sessions: readonly SessionDigest[]): PastTurns {
  const count = sessions.reduce((sum, { turns }) => sum + turns.length, 0);
  const lengths = {
    prompt: new Float64Array(count),
    answer: new Float64Array(count),
    files: new Float64Array(count),
  };
  const starts: number[] = [];
  const places = new Map<string, number>();
  const edited: number[][] = [];
  for (const session of sessions) {
    starts.push(edited.length);
    const words = wordsOf(session).lengths;
    for (const [turn, { edited: paths }] of session.turns.entries()) {
      lengths.prompt[edited.length] = words[turn * PARTS] ?? 0;
      lengths.answer[edited.length] = words[turn * PARTS + 1] ?? 0;
      lengths.files[edited.length] = words[turn * PARTS + 2] ?? 0;
      edited.push(paths.map((path) => placeOf(places, path)));
    }
  }
  return { count, starts, lengths, paths: [...places.keys()], edited };
}

function placeOf(places: Map<string, number>, path: string): number {
  const known = places.get(path);
  if (known !== undefined) return known;
  places.set(path, places.size);
  return places.size - 1;
}
