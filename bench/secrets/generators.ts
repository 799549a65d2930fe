/**
 * Values drawn by a pattern, so that no string in this repository looks like a real secret. Between the signs ‹ and ›
 * stands a generator's name: `ghp_‹base62 36›`, `‹Word›‹digits 4›!`, `‹one:a|b›`, `‹int 10 99›`, `‹of:äöü 5›`, `‹uuid›`.
 */
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const DIGITS = "0123456789";

const ALPHABETS: Readonly<Record<string, string>> = {
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
  printable: Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join(""),
  /** Without quotes, backslash, backtick, comma, semicolon and pipe. */
  symbols: `${LOWER}${UPPER}${DIGITS}!@#$%^&*()-_=+[]{}:.?/~`,
};

const WORDS =
  "amber anchor basil beacon cactus canyon cedar cobalt copper coral delta ember falcon fennel garnet glacier harbor hazel indigo ivory juniper kestrel lagoon lantern maple marble meadow nectar nimbus oasis onyx orchid pebble pepper quartz quiver raven ribbon saffron sierra tango timber topaz umber velvet violet walnut willow yonder zephyr".split(
    " ",
  );

/** The same seed gives the same numbers; each case has its own seed, so adding a case changes no other. */
function createRandom(seed: string): (below: number) => number {
  let state = Number(Bun.hash.crc32(seed)) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export function drawValue(pattern: string, seed: string): string {
  const random = createRandom(seed);
  const pick = (from: readonly string[] | string) => from[random(from.length)] ?? "";
  const chars = (alphabet: string, length: number) =>
    Array.from({ length }, () => pick([...alphabet])).join("");
  const word = (length?: number) =>
    pick(WORDS)
      .padEnd(length ?? 0, "a")
      .slice(0, length);
  const hex = (length: number) => chars(ALPHABETS.hex ?? "", length);

  return pattern.replace(/‹([^›]*)›/g, (_, call: string) => {
    if (call.startsWith("one:")) return pick(call.slice(4).split("|"));
    const cut = call.lastIndexOf(" ");
    const [name, count] = cut === -1 ? [call, undefined] : [call.slice(0, cut), Number(call.slice(cut + 1))];
    if (name.startsWith("of:")) return chars(name.slice(3), count ?? 0);
    if (name.startsWith("int ")) {
      const lowest = Number(name.slice(4));
      return String(lowest + random((count ?? 0) - lowest + 1)).padStart(name.length - 4, "0");
    }
    if (name === "word") return word(count);
    if (name === "Word") return word(count).replace(/^./, (first) => first.toUpperCase());
    if (name === "uuid")
      return `${hex(8)}-${hex(4)}-4${hex(3)}-${pick("89ab")}${hex(3)}-${hex(12)}`.slice(0, count);
    const alphabet = ALPHABETS[name];
    if (alphabet === undefined) throw new Error(`no generator is called ${name}`);
    return chars(alphabet, count ?? 0);
  });
}
