import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { titleOf } from "../../clients/setups.ts";
import { type FileHistory, readFileHistory, toHistoryPath } from "../../history/file-history/file-history.ts";
import { formatTime } from "../../platform/clock.ts";
import { pawlHome } from "../../platform/paths.ts";
import { projectRoot, realPath } from "../../platform/project.ts";
import { createSameProject } from "../../platform/same-project.ts";
import { quote } from "../../text/quote.ts";
import { type Command, json, UsageError, value } from "../command.ts";
import { lineCount } from "../day.ts";
import { lookInStore } from "../open-store.ts";
import {
  bold,
  cyan,
  dim,
  green,
  plain,
  print,
  printHanging,
  printRows,
  programName,
  red,
  sessionMark,
  tilde,
} from "../output.ts";
import { withIsoTimes } from "../when.ts";
import { words } from "../words.ts";

const FILES = 15;
const FAILURES = 10;

export const command: Command = {
  usage: "blame FILE [--project DIR] [--limit N] [--json]",
  example: "pawl blame src/app.ts",
  options: { ...json, project: value, limit: value },
  positionals: 1,
  async run(input) {
    const [file] = input.positionals;
    if (file === undefined) throw new UsageError(words.errors.missingFile, "blame FILE");
    const { project, path } = placeOf(file, input.text("project"));
    const limit = input.limit(20);
    const now = Date.now();
    const [, ...others] = createSameProject({ file: pawlHome().projects }).folders(project);
    const history = await lookInStore((store) =>
      readFileHistory(store, { projects: [project, ...others], path, limit, now }),
    );
    return input.answer(withIsoTimes(history), () => show(history, limit));
  },
};

/** The file's real path if it exists, because its folder determines the project. */
function placeOf(file: string, folder: string | undefined): { project: string; path: string } {
  const whole = realPath(resolve(folder ?? ".", file));
  const isFolder = existsSync(whole) && statSync(whole).isDirectory();
  const near = isFolder ? whole : dirname(whole);
  // If the file was deleted with its folder, the current folder determines the project.
  const project = projectRoot(folder === undefined ? (existsSync(near) ? near : ".") : resolve(folder));
  const path = toHistoryPath(whole, project);
  return { project, path: isFolder && path !== "" ? `${path}/` : path };
}

function show(history: FileHistory, limit: number): void {
  const { path, project, totals, sessions, files, failures, memories } = history;
  const say = words.activity.blame;
  const name = path === "" ? tilde(project) : path;
  if (sessions.length + failures.length + memories.length === 0) {
    print(say.nothing(name));
    return;
  }
  print(`${bold(cyan(name))}  ${dim(path === "" ? "" : tilde(project))}`.trimEnd());
  print(`${say.totals(totals.sessions, totals.edits)}${lineCount(totals.added, totals.removed)}`);
  const memoryRows = memories.map(({ uri, content }) => [dim(uri), content] as const);
  part(say.memories, memories.length, memories.length, () => printRows(memoryRows, 2));
  part(say.files, files.length, FILES, () => printRows(files.slice(0, FILES).map(toFile), 2));
  part(say.sessions, sessions.length, sessions.length, () => sessions.forEach(showSession));
  if (history.hasMore) print(dim(say.older(`${programName()} blame ${name} --limit ${limit * 5}`)));
  part(say.failures, failures.length, FAILURES, () => failures.slice(0, FAILURES).forEach(showFailure));
}

function part(title: string, all: number, most: number, show: () => void): void {
  if (all === 0) return;
  print(`\n${bold(title)}`);
  show();
  if (all > most) print(dim(`  ${words.activity.day.more(all - most)}`));
}

function toFile({ file, edits, lastAt }: FileHistory["files"][number]): [string, string] {
  return [quote(file, 160), dim(`${words.activity.day.edits(edits)} · ${formatTime(lastAt)}`)];
}

function showSession(session: FileHistory["sessions"][number]): void {
  const { id, title, client, branch, isRunning, lastEventAt, edits, added, removed, asked } = session;
  printHanging(sessionMark(id, isRunning), quote(title, 100), 2);
  const about = plain([formatTime(lastEventAt), titleOf(client), branch].filter(Boolean).join(" · "));
  print(`      ${dim(`${about} ·`)} ${words.activity.day.edits(edits)}${lineCount(added, removed)}`);
  // The session's title already shows the first prompt.
  for (const { text } of asked)
    if (!text.startsWith(title.slice(0, 40))) printHanging(dim("›"), quote(text, 160), 6);
}

function showFailure({ sessionId, at, what, error, fix }: FileHistory["failures"][number]): void {
  const mark = fix === null ? red("✗") : green("✓");
  printHanging(mark, `${quote(what, 100)}: ${quote(error, 160)}`, 2);
  const fixed = fix === null ? "" : ` · ${green(words.activity.day.fixedBy(quote(fix, 100)))}`;
  print(`      ${dim(`${formatTime(at)} · ${sessionId.slice(0, 8)}`)}${fixed}`);
}
