/** Finds the words that were probably meant by a word that occurs in no record. */

/** Shorter words have too many neighbours. */
const TYPO_FROM = 6;
/** From here on two letters may be wrong. */
const TWO_FROM = 10;
/** This many first letters of a word are assumed to be correct when similar words are looked up. */
export const SURE_LENGTH = 4;

export function mayBeTypo(word: string): boolean {
  return (
    word.length >= TYPO_FROM && /^\p{L}+$/u.test(word) && !/[\p{Script=Han}\p{Script=Hangul}]/u.test(word)
  );
}

/** Those among `terms` that are one slip away, or two in a long word; the nearest and most common first. */
export function closestTerms(word: string, terms: Iterable<{ term: string; docs: number }>, most: number) {
  const allowed = word.length >= TWO_FROM ? 2 : 1;
  const close: { term: string; docs: number; distance: number }[] = [];
  for (const { term, docs } of terms) {
    if (Math.abs(term.length - word.length) > allowed) continue;
    const distance = slips(word, term, allowed);
    if (distance <= allowed) close.push({ term, docs, distance });
  }
  close.sort((a, b) => a.distance - b.distance || b.docs - a.docs || (a.term < b.term ? -1 : 1));
  const [first] = close;
  return close.filter(({ distance }) => distance === first?.distance).slice(0, most);
}

/** All words that become this one by a single typo at these letters. */
export function toSlips(word: string, from: number, to: number): string[] {
  const found = new Set<string>();
  for (let i = from; i < to; i++) {
    const before = word.slice(0, i);
    found.add(before + word.slice(i + 1));
    found.add(before + (word[i + 1] ?? "") + (word[i] ?? "") + word.slice(i + 2));
    for (const letter of LETTERS) {
      found.add(before + letter + word.slice(i));
      found.add(before + letter + word.slice(i + 1));
    }
  }
  found.delete(word);
  return [...found];
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Letters missing, added, wrong or swapped with their neighbour; more than `most` is not counted further. */
function slips(a: string, b: string, most: number): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return least;
    before = above;
    above = row;
  }
  return above[b.length] ?? most + 1;
}
