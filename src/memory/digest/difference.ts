/** Compares two commands word by word, and applies the same difference to another command. */
import { commandKind } from "./command-kind.ts";

interface Difference {
  removed: string[];
  added: string[];
}

/** `./x.sh` and `x.sh` are the same word. */
const sameWord = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && (a === b || a.replace(/^\.\//, "") === b.replace(/^\.\//, ""));

export function differenceOf(wrong: readonly string[], right: readonly string[]): Difference {
  let start = 0;
  while (start < wrong.length && start < right.length && wrong[start] === right[start]) start++;
  let end = 0;
  while (
    end < wrong.length - start &&
    end < right.length - start &&
    wrong[wrong.length - 1 - end] === right[right.length - 1 - end]
  ) {
    end++;
  }
  return { removed: wrong.slice(start, wrong.length - end), added: right.slice(start, right.length - end) };
}

/** The share of the wrong command's words that the right one has too. */
export function sharedWords(wrong: readonly string[], right: readonly string[]): number {
  if (wrong.length === 0) return 0;
  const left = [...right];
  let shared = 0;
  for (const word of wrong) {
    const at = left.findIndex((other) => sameWord(word, other));
    if (at < 0) continue;
    left.splice(at, 1);
    shared++;
  }
  return shared / wrong.length;
}

/** Applies the same correction to another command; undefined if it does not fit. */
export function applyDifference(
  command: string,
  wrong: string,
  { instead, removed, added }: { instead: string; removed: readonly string[]; added: readonly string[] },
): string | undefined {
  if (command === wrong) return instead;
  const words = command.split(" ");
  if (removed.length === 0) return withAdded(words, wrong, instead, added);
  const at = words.findIndex((_, index) => removed.every((word, offset) => words[index + offset] === word));
  if (at < 0) return undefined;
  // The words in front must be the same, otherwise the word has another meaning there.
  const before = wrong.split(" ").indexOf(removed[0] ?? "");
  if (
    before >= 0 &&
    words.slice(0, Math.min(at, 1)).join(" ") !== wrong.split(" ").slice(0, Math.min(before, 1)).join(" ")
  ) {
    return undefined;
  }
  const applied = [...words.slice(0, at), ...added, ...words.slice(at + removed.length)].join(" ");
  return applied === "" || applied === command ? undefined : applied;
}

/** Words were added. In front, they apply to every command; as options, only to the same program. */
function withAdded(
  words: readonly string[],
  wrong: string,
  instead: string,
  added: readonly string[],
): string | undefined {
  // An option of `go test` is not one of `go build`, but a setting of make or gradle applies to every target.
  const isSetting = added.every((word) => /^(?:-[DP](?!test|skip)[\w.]*|\w+)=/.test(word));
  const most = commandKind(wrong) === undefined || isSetting ? 1 : 2;
  const isSameProgram = words.slice(0, most).join(" ") === wrong.split(" ").slice(0, most).join(" ");
  if (added.length === 0 || added.every((word) => words.includes(word))) return undefined;
  if (instead.endsWith(` ${wrong}`))
    return [...added, ...words.slice(words[0] === added[0] ? 1 : 0)].join(" ");
  const isOptions = /^-|^\w+=/.test(added[0] ?? "");
  // `docker run --platform … IMAGE`: the same place, if the words before it are the same.
  const at = instead.split(" ").findIndex((word, index) => word !== wrong.split(" ")[index]);
  if (
    isOptions &&
    commandKind(wrong) === undefined &&
    words.slice(0, at).join(" ") === wrong.split(" ").slice(0, at).join(" ")
  )
    return [...words.slice(0, at), ...added, ...words.slice(at)].join(" ");
  return isSameProgram && isOptions ? [...words, ...added].join(" ") : undefined;
}
