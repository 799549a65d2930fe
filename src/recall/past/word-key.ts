/**
 * A number that stands for a word: 53 bits, as many as a number holds exactly. Of a project with twenty thousand words, two
 * have the same key in one of forty million projects; a word would then count once too often.
 */
export function wordKey(word: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    high = Math.imul(high ^ code, 0x27d4eb2f);
    low = Math.imul(low ^ code, 0x165667b1);
    high ^= high >>> 15;
    low ^= low >>> 13;
  }
  high = Math.imul(high ^ (low >>> 16), 0x2c1b3c6d);
  low = Math.imul(low ^ (high >>> 15), 0x297a2d39);
  return ((high >>> 11) & 0x1fffff) * 0x1_0000_0000 + (low >>> 0);
}
