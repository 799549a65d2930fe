/** The turns of a project's sessions in one row, with what is asked of them for every prompt. */
import type { SessionDigest } from "../../memory/digest/types.ts";
import { PARTS, wordsOf } from "./session-words.ts";

/** The turns of all sessions, newest session first. */
export interface PastTurns {
  count: number;
  /** For each session: the number of its first turn. */
  starts: readonly number[];
  /** How many words the texts of a turn have. */
  lengths: { prompt: Float64Array; answer: Float64Array; files: Float64Array };
  /** Files edited in any turn. */
  paths: readonly string[];
  /** Their places in that list, turn after turn. */
  edited: Uint32Array;
  /** For each turn: where its own begin in `edited`; behind the last one, where they end. */
  editedFrom: Uint32Array;
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
  const edited: number[] = [];
  const editedFrom = new Uint32Array(count + 1);
  let number = 0;
  for (const session of sessions) {
    starts.push(number);
    const words = wordsOf(session).lengths;
    for (const [turn, { edited: paths }] of session.turns.entries()) {
      lengths.prompt[number] = words[turn * PARTS] ?? 0;
      lengths.answer[number] = words[turn * PARTS + 1] ?? 0;
      lengths.files[number] = words[turn * PARTS + 2] ?? 0;
      for (const path of paths) edited.push(placeOf(places, path));
      number++;
      editedFrom[number] = edited.length;
    }
  }
  return { count, starts, lengths, paths: [...places.keys()], edited: Uint32Array.from(edited), editedFrom };
}

function placeOf(places: Map<string, number>, path: string): number {
  const known = places.get(path);
  if (known !== undefined) return known;
  places.set(path, places.size);
  return places.size - 1;
}
