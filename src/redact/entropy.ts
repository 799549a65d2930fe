/** Shannon entropy in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

export const distinctChars = (text: string) => new Set(text).size;

/** Shortest value that entropy says anything about. */
const MIN_LENGTH = 16;

/**
 * Whether a value looks drawn at random rather than written by a person: long enough, letters with digits (or
 * both cases mixed at length), many different characters, and no row of readable words.
 */
export function looksRandom(value: string, minLength = MIN_LENGTH): boolean {
  if (value.length < minLength) return false;
  const digits = /\d/.test(value);
  const letters = /[A-Za-z]/.test(value);
  if (!letters && value.length < 20) return false;
  if (!digits && !(/[a-z]/.test(value) && /[A-Z]/.test(value) && value.length >= 16)) return false;
  if (hasOddCapitals(value)) return true;
  if (isReadable(value)) return false;
  // log2(length) is what the text could have at most; short values cannot reach a fixed bar.
  const floor = Math.min(3, 0.72 * Math.log2(value.length));
  return entropyOf(value) >= floor;
}

/** Letters only, and many capitals side by side that are no abbreviation: words and names of code have few. */
function hasOddCapitals(value: string): boolean {
  if (!/^[A-Za-z]{16,64}$/.test(value) || !/[a-z]/.test(value)) return false;
  const odd = (value.match(/[A-Z]{2,}/g) ?? []).filter(
    (run) => !acronyms.has(run) && !acronyms.has(run.slice(0, -1)),
  );
  return odd.join("").length >= 5;
}

/**
 * Identifiers, slugs, paths and dotted names: pieces that are words (a vowel among letters) or short numbers.
 * `my-test-secret-1`, `refreshTokenV2`, `2024-01-31`.
 */
export function isReadable(value: string, share = 3): boolean {
  const pieces = value.split(
    /[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])/,
  );
  let words = 0;
  let noise = 0;
  const isMixedCase = /[a-z]/.test(value);
  for (const piece of pieces) {
    if (piece === "") continue;
    if (/^\d{1,4}$/.test(piece)) noise += piece.length > 2 ? 1 : 0.5;
    else if (isMixedCase && /^[A-Z]{2,}$/.test(piece) && !acronyms.has(piece)) noise += piece.length;
    else if (isWord(piece) || acronyms.has(piece) || short.has(piece.toLowerCase())) words += piece.length;
    else noise += piece.length;
  }
  return words > 0 && words >= noise * share;
}

/** Nothing but words and a little between them: what a person's password or a random one is not. */
export const isPlainWords = (value: string) => isReadable(value, 6);

const acronyms = new Set(
  "API URL URI HTTP HTTPS XML JSON SQL HTML CSS ID UUID SSH TLS SSL JWT AWS DB UI IO OK SDK CLI PDF CSV DNS TCP UDP IP MCP JWK JWS JWE AES RSA HMAC SHA TTL UTF URN PEM DER EC MD LDAP IAM EOF CI CD VM OS GPU CPU RPC REST SSO OTP PIN MAX MIN KEY ENV APIs OAuth".split(
    " ",
  ),
);
const short = new Set("on id is to of in at by no my db ui as if or up us it do go".split(" "));

export const hasOddLetters = (value: string) => odd.test(value.toLowerCase());

function isWord(piece: string): boolean {
  if (!/^(?:[a-z]{3,}|[A-Z][a-z]{2,}|[A-Z]{3,})$/.test(piece)) return false;
  const lower = piece.toLowerCase();
  // Random letters run into consonant heaps sooner than words do.
  return /[aeiouy]/.test(lower) && !heaps.test(lower) && !odd.test(lower);
}

const heaps = /[^aeiouy]{5}|[^aeiouy]{4}.*[^aeiouy]{4}/;

/** Letters that stand beside each other in hardly any word. */
const odd =
  /q[^u]|j[bcdfghjklmnpqrtvwxz]|v[bcdfghjkmnpqtvwxz]|z[bcdfghjkmnpqrstvx]|x[bdgjkmnrvwz]|[bcdfgkmpvwz]q|[cfghklmpqrtvwxz]j|[bcdfgjmpqtvwz]x|[bcfghjkmpqvwx]z|[cfhjkmpqtvxz]v|[bcgjqvwxz]f|w[vwxz]|[cfhjqvwx]g|[fgjqvwz]c|k[cjqvxz]|h[jqxz]|f[dkpvwx]|p[jqvxz]|g[kpqvxz]|m[gjqvxz]|[fgjqvxz]k|d[jqxz]{2}|c[bgmpw]|q$/;
