/** What a memory names that can go away: files, commands with their flags, packages. Only what is surely meant as one. */

interface NamedThings {
  /** Paths from the project's root, or bare names in backticks. */
  files: string[];
  /** Whole command lines in backticks. */
  commands: string[];
  packages: string[];
}

const CODE = /`([^`\n]{1,200})`/g;
const FILE = /^(?:\.\/)?(?:[\w@.-]+\/)*[\w@.-]*\w\.[A-Za-z]\w{0,9}$/;
const PATH = /(?<![\w:/.~$@-])(?:\.\/)?(?:[\w@.-]+\/)+[\w@.-]*\w\.[A-Za-z]\w{0,9}(?![\w/])/g;
const PROGRAMS =
  /^(?:npm|npx|pnpm|yarn|bun|bunx|node|deno|make|just|python3?|sh|bash|cargo|go|\.{1,2}\/\S+|[\w-]+\/[\w./-]+)\s+\S/;
const PACKAGE = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]{1,60}$/i;
const PACKAGE_WORDS =
  /(?:packages?|librar(?:y|ies)|dependenc(?:y|ies)|Paket|Bibliothek|套件|依賴|依赖|库|패키지|라이브러리)/i;
/** A memory that warns of something is right when it is gone. */
const WARNED =
  /(?:\bnot\b|\bnever\b|n't\b|instead of|rather than|\bno longer\b|\bremoved?\b|\bdeleted?\b|\bavoid\b|\bnicht\b|\bnie\b|不要|不用|不可|別|别|않|말 것|하지)/i;

export function namedIn(text: string): NamedThings {
  const files = new Set<string>();
  const commands = new Set<string>();
  const packages = new Set<string>();
  for (const line of text.split(/\n|(?<=[.!?。！？])\s+/)) {
    const isWarning = WARNED.test(line);
    for (const match of line.matchAll(CODE)) {
      const code = (match[1] ?? "").trim();
      if (PROGRAMS.test(code)) commands.add(code);
      else if (FILE.test(code) && !isHost(code)) files.add(code.replace(/^\.\//, ""));
      else if (!isWarning && PACKAGE.test(code) && isNearPackageWord(line, match.index, match[0].length))
        packages.add(code);
    }
    for (const [path] of line.replace(CODE, " ").matchAll(PATH)) files.add(path.replace(/^\.\//, ""));
  }
  return { files: [...files], commands: [...commands], packages: [...packages] };
}

/** `example.com` and `node.js` look like files. */
function isHost(name: string): boolean {
  return !name.includes("/") && /\.(?:com|org|net|io|dev|js\.org)$/i.test(name);
}

const NEAR = 24;

function isNearPackageWord(line: string, at: number, length: number): boolean {
  return PACKAGE_WORDS.test(line.slice(Math.max(0, at - NEAR), at + length + NEAR));
}

/** Names of files in a text, by their last part, for looking them up: `src/cart.ts` and `cart.ts` under `cart.ts`. */
export function fileNamesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const [token] of text.matchAll(/[\p{L}\p{N}_@.*/\\-]+/gu)) {
    const plain = token.replaceAll("\\", "/").replace(/[.,-]+$/, "");
    const name = plain.slice(plain.lastIndexOf("/") + 1);
    if (name.includes(".") && name.length > 2) names.add(name);
  }
  return names;
}
