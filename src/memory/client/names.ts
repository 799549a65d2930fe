/** Names in a memory that may go stale: files and commands. Only clear cases are included. */

interface NamedThings {
  /** Paths relative to the project's root, or bare names in backticks. */
  files: string[];
  /** Whole command lines in backticks. */
  commands: string[];
}

const CODE = /`([^`\n]{1,200})`/g;
const FILE = /^(?:\.\/)?(?:[\w@.-]+\/)*[\w@.-]*\w\.[A-Za-z]\w{0,9}$/;
const PATH = /(?<![\w:/.~$@-])(?:\.\/)?(?:[\w@.-]+\/)+[\w@.-]*\w\.[A-Za-z]\w{0,9}(?![\w/])/g;
const PROGRAMS =
  /^(?:npm|npx|pnpm|yarn|bun|bunx|node|deno|make|just|python3?|sh|bash|cargo|go|\.{1,2}\/\S+|[\w-]+\/[\w./-]+)\s+\S/;
export function namedIn(text: string): NamedThings {
  const files = new Set<string>();
  const commands = new Set<string>();
  for (const line of text.split(/\n|(?<=[.!?。！？])\s+/)) {
    for (const [, quoted = ""] of line.matchAll(CODE)) {
      const code = quoted.trim();
      if (PROGRAMS.test(code)) commands.add(code);
      else if (FILE.test(code) && !isHost(code)) files.add(code.replace(/^\.\//, ""));
    }
    for (const [path] of line.replace(CODE, " ").matchAll(PATH)) files.add(path.replace(/^\.\//, ""));
  }
  return { files: [...files], commands: [...commands] };
}

/** `example.com` and `node.js` look like files. */
function isHost(name: string): boolean {
  return !name.includes("/") && /\.(?:com|org|net|io|dev|js\.org)$/i.test(name);
}

/** File names in a text, keyed by their last part: `src/cart.ts` and `cart.ts` under `cart.ts`. */
export function fileNamesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const [token] of text.matchAll(/[\p{L}\p{N}_@.*/\\-]+/gu)) {
    const plain = token.replaceAll("\\", "/").replace(/[.,-]+$/, "");
    const name = plain.slice(plain.lastIndexOf("/") + 1);
    if (name.includes(".") && name.length > 2) names.add(name);
  }
  return names;
}
