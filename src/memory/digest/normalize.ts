/** A line of output without what differs from one time, place and machine to the next. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told by them
const ANSI = /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[@-Z\\-_]/g;

export function withoutAnsi(text: string): string {
  const plain = text.replace(ANSI, "");
  if (!plain.includes("\r")) return plain;
  // A progress bar overwrites its own line, so only the text after the last return is visible.
  return plain
    .split("\n")
    .map((line) => line.replace(/\r+$/, ""))
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n");
}

const SOURCE =
  "[cm]?[jt]sx?|go|py|rs|rb|java|kt|cs?|cpp|h|hpp|php|swift|vue|css|html|json|ya?ml|toml|md|sh|sql|lock|txt";

/** In this order: longer and more certain patterns come first. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<uuid>"],
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>)]+/gi, "<url>"],
  [/\b\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?/g, "<time>"],
  [/\b\d\d?:\d\d:\d\d(?:[.,]\d+)?\b/g, "<time>"],
  [/\b0x[0-9a-f]+\b/gi, "<address>"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, "<host>"],
  [/\blocalhost:\d+\b|\[::1?\]:\d+\b/g, "<host>"],
  [/\b\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s|sec|secs|seconds?|min|minutes?|[KMG]i?B)\b/g, "<amount>"],
  // A beginning, an ending or two separators that only paths have: `TestParse/empty` is a name.
  [/(?:\b[A-Za-z]:|\.{1,2}|~)?(?<![\w<])[\\/](?:[\w.@+-]+[\\/])*[\w.@+-]+(?::\d+){0,2}/g, "<path>"],
  [/\b(?:[\w.@+-]+[\\/]){2,}[\w.@+-]+(?::\d+){0,2}/g, "<path>"],
  [new RegExp(`\\b(?:[\\w.@+-]+[\\\\/])*[\\w@+-][\\w.@+-]*\\.(?:${SOURCE})\\b(?::\\d+){0,2}`, "g"), "<path>"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, "<hash>"],
  [/\b\d+(?:[.,]\d+)*\b/g, "<n>"],
];

/** Quoted text is a name. The same complaint about another name counts as the same complaint. */
const QUOTED = /`[^`]*`|"[^"]*"|'[^'\s][^']*'|“[^”]*”|‘[^’]*’/g;

export function normalizeLine(line: string): string {
  let text = withoutAnsi(line).normalize("NFKC").replace(QUOTED, "<name>");
  for (const [pattern, mark] of VARYING) text = text.replace(pattern, mark);
  return text
    .replace(/(?:<n>[\s:,-]*){2,}/g, "<n> ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .slice(0, 200);
}
