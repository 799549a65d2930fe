/** How many tokens of the model's context a text costs: one estimate for budgets, the ledger and the recovery message. */

/** ASCII characters of one token: English prose has more, code and paths have fewer. */
const ASCII_PER_TOKEN = 3.5;

/** Hundredths of a token, for a character that the tokenizer spells in bytes: most symbols, emoji and smaller scripts. */
const OTHER = 280;

/**
 * Hundredths of a token, by the last code point of each range. Rounded up from what Anthropic's published tokenizer
 * counts in prose of these scripts, so that a budget holds; a tokenizer itself would cost megabytes.
 */
const RANGES: readonly (readonly [last: number, hundredths: number])[] = [
  // Latin with accents: of Western Europe, of the rest.
  [0xff, 100],
  [0x24f, 200],
  [0x36f, OTHER],
  // Greek.
  [0x3ff, 125],
  // Cyrillic.
  [0x52f, 100],
  [0x58f, OTHER],
  // Hebrew, Arabic.
  [0x6ff, 120],
  [0x8ff, OTHER],
  // Devanagari.
  [0x97f, 120],
  // Vietnamese too.
  [0x200f, OTHER],
  // Dashes, quotes, bullets, dots.
  [0x203a, 100],
  // Arrows, mathematics, box drawing, emoji of the first plane, Braille.
  [0x2fff, OTHER],
  // Chinese, Japanese.
  [0x9fff, 125],
  [0xabff, OTHER],
  // Korean.
  [0xd7a3, 125],
  [0xf8ff, OTHER],
  [0xfaff, 125],
  [0xfeff, OTHER],
  // Full width.
  [0xffef, 125],
];

export function estimateTokens(text: string): number {
  let ascii = 0;
  let wide = 0;
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) < 0x80) {
      ascii++;
      continue;
    }
    const code = text.codePointAt(i) ?? 0;
    wide += hundredthsOf(code);
    if (code > 0xffff) i++;
  }
  return Math.ceil(ascii / ASCII_PER_TOKEN + wide / 100);
}

function hundredthsOf(code: number): number {
  for (const [last, hundredths] of RANGES) if (code <= last) return hundredths;
  return OTHER;
}
