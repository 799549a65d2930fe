/** Where a pattern matches, by the same engine as `regex.ts`: in time that grows with pattern × text. */

import { BadRegex, compileSteps, type Step, toMode } from "./regex.ts";
import { parseRegex } from "./regex-parse.ts";

const MAX_SOURCE = 1000;
/** A match is at most so long; without an end, `a.*` would reach over whole texts. */
const MAX_MATCH = 4096;
/** Steps followed in one text. Past it everything behind counts as a match: in doubt it is hidden. */
const MAX_WORK = 5_000_000;

type FindMatch = (text: string, from: number) => { start: number; end: number } | undefined;

/** Throws `BadRegex`. The first match, and the longest of those that begin there. */
export function compileFinder(source: string, flags = ""): FindMatch {
  if (source === "" || source.length > MAX_SOURCE)
    throw new BadRegex(`It must have 1 to ${MAX_SOURCE} characters`);
  const steps = compileSteps(parseRegex(source), toMode(source, flags));
  return (text, from) => find(steps, text, from);
}

function find(steps: readonly Step[], text: string, from: number) {
  const first = steps.length - 1;
  const seen = new Int32Array(steps.length).fill(-1);
  let threads: { at: number; start: number }[] = [];
  let best: { start: number; end: number } | undefined;
  let work = 0;
  let before = charBefore(text, from);

  for (let place = from; place <= text.length; ) {
    const code = text.codePointAt(place);
    const char = code === undefined ? undefined : String.fromCodePoint(code);
    const next: typeof threads = [];
    /** Follows everything that takes no character. Threads come in the order of their start: the earliest one wins. */
    const follow = (entry: number, start: number, list: typeof threads) => {
      const open = [entry];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (seen[at] === place) continue;
        seen[at] = place;
        work++;
        const step = steps[at];
        if (step?.kind === "match") {
          if (best === undefined || start < best.start || (start === best.start && place > best.end))
            best = { start, end: place };
        } else if (step?.kind === "char") list.push({ at, start });
        else if (step?.kind === "split") open.push(step.other, step.next);
        else if (step?.kind === "assert" && step.holds(before, char)) open.push(step.next);
      }
    };
    for (const { at, start } of threads) follow(at, start, next);
    if (best === undefined) follow(first, place, next);
    if (work > MAX_WORK) return { start: best?.start ?? place, end: text.length };
    if (char === undefined) break;
    const limit = best?.start ?? Number.POSITIVE_INFINITY;
    threads = [];
    for (const { at, start } of next) {
      const step = steps[at];
      if (start > limit || place - start >= MAX_MATCH || step?.kind !== "char" || !step.test(char)) continue;
      threads.push({ at: step.next, start });
    }
    if (best !== undefined && threads.length === 0) break;
    before = char;
    place += char.length;
  }
  return best;
}

function charBefore(text: string, at: number): string | undefined {
  return at === 0 ? undefined : [...text.slice(Math.max(0, at - 2), at)].at(-1);
}
