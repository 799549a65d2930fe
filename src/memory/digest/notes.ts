/** The model's notes with a reason: commit messages, and two sections of a compaction's summary. */
import { cut } from "../../text/quote.ts";
import type { Call } from "./calls.ts";
import { isInProject } from "./file-changes.ts";
import type { DigestNote } from "./types.ts";

const MOST = 12;
const CHARACTERS = 200;
/** If a change spans more files, it is unclear which of them the reason is about. */
const MOST_FILES = 3;
/** A shorter text tells what was done, but not why. */
const LEAST_WORDS = 10;

/** `calls` in order of time; `summaries`: the client's texts for compactions. */
export function toNotes(
  calls: readonly Call[],
  summaries: readonly { at: number; text: string }[],
): DigestNote[] {
  const notes: DigestNote[] = [];
  let edited = new Set<string>();
  for (const { record, typed, changes } of calls) {
    for (const { how, path } of changes) if (how !== "folder" && isInProject(path)) edited.add(path);
    const message = record.ok && typed.includes("commit") ? messageIn(typed) : undefined;
    if (message === undefined) continue;
    const text = reasonIn(message);
    const files = edited.size > MOST_FILES ? [] : [...edited];
    if (text !== undefined) notes.push({ at: record.at, from: "commit", text, files });
    edited = new Set();
  }
  for (const { at, text } of summaries) {
    for (const item of itemsIn(text, "Errors and fixes"))
      if (GIVES_REASON.test(item) && !OF_THE_MOMENT.test(item))
        notes.push({ at, from: "summary", text: item, files: filesIn(item) });
    const pending = itemsIn(text, "Pending Tasks").join(" · ");
    if (pending !== "") notes.push({ at, from: "pending", text: cut(pending, CHARACTERS), files: [] });
  }
  return notes.slice(-MOST);
}

/** Only a reason is worth reading again. */
const GIVES_REASON =
  /\b(?:because|since|so that|otherwise|instead of|rather than|caus(?:ed?|es|ing)|avoid\w*|prevent\w*|which (?:was|were|would|led|made|meant)|due to|previously|cannot|can't|fails?|failed|breaks?|broke|crash\w*|corrupt\w*|wrong\w*|lost)\b|因為|因为|避免|否则|否則|때문|않도록/i;
/** A mistake of its own session that the compiler already reports. */
const OF_THE_MOMENT =
  /\b(?:imports?|undefined|undeclared|unused|lint\w*|compil\w+|type (?:mismatch|error)|syntax|typo|nolint|formatting|missing (?:argument|parameter|field|bracket)|still need|continue|string to replace|not been read)\b/i;

const COMMIT = /\bgit (?:-[cC] \S+ )*commit\b([\s\S]*)/;
const HEREDOC = /<<-?\s*['"]?(\w+)['"]?[^\n]*\n([\s\S]*?)\n\s*\1\b/;
const MESSAGE = /\s(?:-[a-z]*m|--message)[ =]?(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/g;

function messageIn(line: string): string | undefined {
  const options = COMMIT.exec(line)?.[1];
  if (options === undefined) return undefined;
  const here = HEREDOC.exec(options)?.[2];
  const parts = [...options.matchAll(MESSAGE)].map(([, double, single]) => double ?? single ?? "");
  return here ?? (parts.length === 0 ? undefined : parts.join("\n\n").replace(/\\(["\\$`])/g, "$1"));
}

const TRAILER =
  /^(?:[A-Z][\w-]*-[\w-]+: |(?:signed-off|co-authored|reviewed|refs?|fixes|closes)\b.*[:#]|🤖|generated with)/i;

/** Subject and reason; undefined without a reason. */
function reasonIn(message: string): string | undefined {
  const [subject = "", ...rest] = message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !TRAILER.test(line));
  const prose = rest.filter((line) => !/^[-*•]\s/.test(line));
  const body = prose.join(" ");
  return wordsIn(body) < LEAST_WORDS || !GIVES_REASON.test(body)
    ? undefined
    : cut(`${subject}: ${body}`, CHARACTERS);
}

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;

/** The items of a numbered section, each with its indented lines. */
function itemsIn(summary: string, section: string): string[] {
  const start = new RegExp(`(?:^|\\n)\\s*(?:\\d+\\.|#+)\\s*\\**${section}\\**:?[^\\n]*\\n`, "i").exec(
    summary,
  );
  if (start === null) return [];
  const [body = ""] = summary
    .slice(start.index + start[0].length)
    .split(/\n(?=\s{0,2}(?:\d+\.\s+\**[A-Z]|#))/, 1);
  const indent = /^( *)[-*] /m.exec(body)?.[1] ?? "";
  return body
    .split(new RegExp(`(?:^|\\n)${indent}[-*] `))
    .slice(1)
    .map((item) => item.replace(/\*\*|\n\s*[-*]?\s*/g, (found) => (found === "**" ? "" : " ")).trim())
    .filter((item) => wordsIn(item) >= LEAST_WORDS)
    .map((item) => cut(item, CHARACTERS));
}

const filesIn = (text: string): string[] =>
  [...new Set(text.match(/[\w@.-]+(?:\/[\w@.-]+)*\.[a-z]\w{0,4}\b/g) ?? [])].slice(0, MOST_FILES);
