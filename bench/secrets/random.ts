// Values are generated at run time, so that no string in this repository looks like a real secret.

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";

export const ALPHABET = {
  digits: DIGITS,
  lower: LOWER,
  upper: UPPER,
  hex: `${DIGITS}abcdef`,
  HEX: `${DIGITS}ABCDEF`,
  base32: `${UPPER}234567`,
  base36: DIGITS + LOWER,
  BASE36: DIGITS + UPPER,
  letters: LOWER + UPPER,
  base62: DIGITS + UPPER + LOWER,
  base64: `${UPPER}${LOWER}${DIGITS}+/`,
  base64url: `${UPPER}${LOWER}${DIGITS}-_`,
  bech32: "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
  base58: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
  /** Every printable ASCII character except the space. */
  printable: Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join(""),
  /** Letters, digits and symbols, without quotes, backslash, backtick, comma, semicolon and pipe. */
  symbols: `${LOWER}${UPPER}${DIGITS}!@#$%^&*()-_=+[]{}:.?/~`,
} as const;

const WORDS =
  "amber anchor basil beacon cactus canyon cedar cobalt copper coral delta ember falcon fennel garnet glacier harbor hazel indigo ivory juniper kestrel lagoon lantern maple marble meadow nectar nimbus oasis onyx orchid pebble pepper quartz quiver raven ribbon saffron sierra tango timber topaz umber velvet violet walnut willow yonder zephyr".split(
    " ",
  );

export interface Random {
  int(below: number): number;
  pick<T>(from: readonly T[]): T;
  chars(alphabet: string, length: number): string;
  hex(length: number): string;
  base62(length: number): string;
  bytes(length: number): Uint8Array;
  uuid(): string;
  word(): string;
  /** A word with a capital letter. */
  Word(): string;
}

/** The same seed gives the same values; each case has its own seed, so adding a case changes no other. */
export function createRandom(seed: string): Random {
  let state = Number(Bun.hash.crc32(seed)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  const pick = <T>(from: readonly T[]): T => from[int(from.length)] as T;
  const chars = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[int(alphabet.length)]).join("");
  const hex = (length: number) => chars(ALPHABET.hex, length);
  const word = () => pick(WORDS);
  return {
    int,
    pick,
    chars,
    hex,
    word,
    base62: (length) => chars(ALPHABET.base62, length),
    bytes: (length) => Uint8Array.from({ length }, () => int(256)),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(["8", "9", "a", "b"])}${hex(3)}-${hex(12)}`,
    Word: () => {
      const w = word();
      return w.charAt(0).toUpperCase() + w.slice(1);
    },
  };
}

export const base64 = (data: string | Uint8Array): string => Buffer.from(data).toString("base64");
export const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString("base64url");

/** CRC32 in six base62 digits: the check that GitHub and npm put at the end of a token. */
export function crc62(body: string): string {
  let n = Number(Bun.hash.crc32(body)) >>> 0;
  let out = "";
  for (let i = 0; i < 6; i++) {
    out = ALPHABET.base62[n % 62] + out;
    n = Math.floor(n / 62);
  }
  return out;
}

export type Value = (r: Random) => string;

/** A prefix, then characters of one alphabet, then an optional suffix. */
export const token =
  (prefix: string, alphabet: keyof typeof ALPHABET, length: number, suffix = ""): Value =>
  (r) =>
    prefix + r.chars(ALPHABET[alphabet], length) + suffix;

/** A token whose last six characters are the checksum of the thirty before them. */
export const checked =
  (prefix: string): Value =>
  (r) => {
    const body = r.base62(30);
    return prefix + body + crc62(body);
  };

export const uuid: Value = (r) => r.uuid();
export const hex = (length: number): Value => token("", "hex", length);
export const base62 = (length: number): Value => token("", "base62", length);

/** A password such as a manager or a careful person makes: mixed letters, digits and a few safe symbols. */
export const password: Value = (r) =>
  `${r.Word()}${r.chars(ALPHABET.base62, 6)}${r.pick(["!", "-", "_", ".", "+"])}${r.chars(ALPHABET.base62, 5)}`;

/** A password as people make it up: a word, a few digits, perhaps a mark. */
export const weakPassword: Value = (r) =>
  `${r.Word()}${r.word().slice(0, 3)}${r.chars(DIGITS, 3)}${r.pick(["!", "?", ""])}`;

export const jwt: Value = (r) =>
  [
    base64url(JSON.stringify({ alg: "HS256", typ: "JWT" })),
    base64url(JSON.stringify({ sub: r.chars(DIGITS, 10), name: r.word(), iat: 1700000000 + r.int(9999999) })),
    base64url(r.bytes(32)),
  ].join(".");
