/** Injections for a session's start from the project's past: commands that work, the branch's last work, files in work. */
import type { SessionDigest } from "../../memory/digest/types.ts";
import { quote } from "../../text/quote.ts";
import { bestTitle } from "../../text/title.ts";
import type { Item } from "./item.ts";
import { decayOf, type ProjectPast } from "./past.ts";

const MOST_COMMANDS = 5;
const COMMAND_DECAY = 2;
const MOST_HOT_FILES = 3;
const HOT_DECAY = 3;
const MOST_CHANGED = 5;

interface Usage {
  command: string;
  kind?: string | undefined;
  good: number;
  usageFailed: number;
  decay: number;
}

/** Commands that succeeded in several sessions, by recent frequency. `known`: texts that the client loads anyway. */
export function usualCommands(past: ProjectPast, known = ""): Item[] {
  const usages = new Map<string, Usage>();
  for (const [place, { commands }] of past.sessions.entries()) {
    for (const { command, kind, good, usageFailed } of commands) {
      const usage = usages.get(command) ?? { command, kind, good: 0, usageFailed: 0, decay: 0 };
      if (good > 0) {
        usage.good++;
        usage.decay += decayOf(place + 1);
      } else if (usageFailed > 0) usage.usageFailed++;
      usages.set(command, usage);
    }
  }
  const worth = [...usages.values()]
    .filter((one) => one.good >= 2 && one.good > one.usageFailed && one.decay >= COMMAND_DECAY)
    .filter((one) => !isNamedIn(known, one.command))
    .sort((a, b) => b.decay - a.decay || (a.command < b.command ? -1 : 1));
  const chosen: Usage[] = [];
  for (const one of worth) {
    if (chosen.length === MOST_COMMANDS) break;
    if (!chosen.some((better) => isPartOf(better.command, one.command))) chosen.push(one);
  }
  return chosen.map(({ command, kind, good, decay }) => ({
    kind: "command",
    uri: `command://${command}`,
    text: kind === undefined ? `\`${command}\`` : `${kind}: \`${command}\``,
    reason: `went well in ${good} sessions`,
    score: decay,
  }));
}

/** True if one command is the other with more or fewer arguments. */
function isPartOf(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b} `) || b.startsWith(`${a} `);
}

function isNamedIn(text: string, command: string): boolean {
  if (text === "") return false;
  const at = text.indexOf(command);
  return at >= 0 && !/[\w-]/.test(text[at + command.length] ?? "");
}

/** The last work on the current branch: its most changed files. Not for the mainline, where this means little. */
export function branchWork(
  past: ProjectPast,
  branch: string | undefined,
  mainline: ReadonlySet<string>,
): Item[] {
  if (branch === undefined || mainline.has(branch)) return [];
  const session = past.sessions.find((one) => one.branch === branch && one.files.length > 0);
  if (session === undefined) return [];
  const files = session.files.slice(0, MOST_CHANGED).map(({ path }) => path);
  return [
    {
      kind: "branch",
      uri: `session://${session.sessionId}#changed`,
      text: `On ${quote(branch, 60)} the last session changed ${files.join(", ")}`,
      reason: "the newest session on this branch that edited something",
    },
  ];
}

/** Files that were edited again and again lately, and are not named already. */
export function hotFiles(past: ProjectPast, named: ReadonlySet<string>): Item[] {
  return [...past.files.values()]
    .filter(({ path, decay }) => decay >= HOT_DECAY && !named.has(path))
    .sort((a, b) => b.decay - a.decay || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_HOT_FILES)
    .map(({ path, decay, ranks }) => ({
      kind: "hot-file",
      uri: `file://${path}`,
      text: path,
      reason: `edited in ${ranks.length} sessions, lately`,
      score: decay,
    }));
}

/** The previous session, on this branch if possible. It is always injected. */
export function previousSession(
  past: ProjectPast,
  branch: string | undefined,
  isMuted: (sessionId: string) => boolean = () => false,
): SessionDigest | undefined {
  const isUsable = (one: SessionDigest) => hasWork(one) && !isMuted(one.sessionId);
  return (
    past.sessions.find((one) => isUsable(one) && branch !== undefined && one.branch === branch) ??
    past.sessions.find(isUsable)
  );
}

export function hasWork({ turns }: SessionDigest): boolean {
  return turns.length > 0;
}

/** The session's name, as in every list. */
export function titleOf({ turns }: SessionDigest): string {
  return bestTitle(turns.map(({ prompt }) => ({ text: prompt })))?.title ?? "";
}
