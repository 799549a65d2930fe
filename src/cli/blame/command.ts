import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { titleOf } from "../../clients/setups.ts";
import { type FileHistory, readFileHistory, toHistoryPath } from "../../history/file-history/file-history.ts";
import { formatTime } from "../../platform/clock.ts";
import { pawlHome } from "../../platform/paths.ts";
import { projectRoot, realPath } from "../../platform/project.ts";
import { createSameProject } from "../../platform/same-project.ts";
import { quote } from "../../text/quote.ts";
import { type Command, json, toLimit, toText, UsageError } from "../command.ts";
import { lineCount } from "../day.ts";
import { lookInStore } from "../open-store.ts";
import {
  bold,
  cyan,
  dim,
  green,
  print,
  printHanging,
  printJson,
  programName,
  red,
  tilde,
  toRows,
  yellow,
} from "../output.ts";
import { withIsoTimes } from "../when.ts";
import { words } from "../words.ts";

const SESSIONS = 20;
const FILES = 15;
const FAILURES = 10;

export const command: Command = {
  usage: "blame FILE [--project DIR] [--limit N] [--json]",
  example: "pawl blame src/app.ts",
  options: { ...json, project: { type: "string" }, limit: { type: "string" } },
  positionals: 1,
  async run({ values, positionals: [file] }) {
    if (file === undefined) throw new UsageError(words.errors.missingFile, "blame FILE");
    const { project, path } = placeOf(file, toText(values.project));
    const limit = toLimit(values.limit, SESSIONS);
    const now = Date.now();
    const [, ...others] = createSameProject({ file: pawlHome().projects }).folders(project);
    const history = await lookInStore((store) =>
      readFileHistory(store, { projects: [project, ...others], path, limit, now }),
    );
    if (values.json === true) printJson(withIsoTimes(history));
    else show(history, limit);
    return 0;
  },
};

/** The file as it is on the disk, where it is there: then its folder names the project. */
function placeOf(file: string, folder: string | undefined): { project: string; path: string } {
  const whole = realPath(resolve(folder ?? ".", file));
  const isFolder = existsSync(whole) && statSync(whole).isDirectory();
  const near = isFolder ? whole : dirname(whole);
  // Deleted with its folder: then the current folder says which project is meant.
  const project = projectRoot(folder === undefined ? (existsSync(near) ? near : ".") : resolve(folder));
  const path = toHistoryPath(whole, project);
  return { project, path: isFolder && path !== "" ? `${path}/` : path };
}

function show(history: FileHistory, limit: number): void {
  const { path, project, totals, sessions, files, failures, memories } = history;
  const name = path === "" ? tilde(project) : path;
  if (sessions.length + failures.length + memories.length === 0) {
    print(words.activity.blame.nothing(name));
    return;
  }
  print(`${bold(cyan(name))}  ${dim(path === "" ? "" : tilde(project))}`.trimEnd());
  print(
    `${words.activity.blame.totals(totals.sessions, totals.edits)}${lineCount(totals.added, totals.removed)}`,
  );
  if (memories.length > 0) {
    print(`\n${bold(words.activity.blame.memories)}`);
    for (const line of toRows(
      memories.map(({ uri, content }) => [dim(uri), content] as const),
      2,
    ))
      print(line);
  }
  if (files.length > 0) {
    print(`\n${bold(words.activity.blame.files)}`);
    const shown = files.slice(0, FILES);
    for (const line of toRows(shown.map(toFile), 2)) print(line);
    if (files.length > FILES) print(dim(`  ${words.activity.day.more(files.length - FILES)}`));
  }
  if (sessions.length > 0) {
    print(`\n${bold(words.activity.blame.sessions)}`);
    for (const session of sessions) showSession(session);
  }
  if (history.hasMore)
    print(dim(words.activity.blame.older(`${programName()} blame ${name} --limit ${limit * 5}`)));
  if (failures.length > 0) {
    print(`\n${bold(words.activity.blame.failures)}`);
    for (const failure of failures.slice(0, FAILURES)) showFailure(failure);
    if (failures.length > FAILURES) print(dim(`  ${words.activity.day.more(failures.length - FAILURES)}`));
  }
}

function toFile({ file, edits, lastAt }: FileHistory["files"][number]): [string, string] {
  return [quote(file, 160), dim(`${words.activity.day.edits(edits)} · ${formatTime(lastAt)}`)];
}

function showSession(session: FileHistory["sessions"][number]): void {
  const { id, title, client, branch, isRunning, lastEventAt, edits, added, removed, asked } = session;
  const mark = isRunning ? green("●") : dim("○");
  printHanging(`${mark} ${yellow(id.slice(0, 8))}`, quote(title, 100), 2);
  const about = [formatTime(lastEventAt), titleOf(client), ...(branch === null ? [] : [branch])];
  print(
    `      ${dim(`${about.join(" · ")} ·`)} ${words.activity.day.edits(edits)}${lineCount(added, removed)}`,
  );
  // The first prompt is the session's title already.
  for (const { text } of asked)
    if (!text.startsWith(title.slice(0, 40))) printHanging(dim("›"), quote(text, 160), 6);
}

function showFailure({ sessionId, at, what, error, fix }: FileHistory["failures"][number]): void {
  const mark = fix === null ? red("✗") : green("✓");
  printHanging(mark, `${quote(what, 100)}: ${quote(error, 160)}`, 2);
  const about = [formatTime(at), sessionId.slice(0, 8)].join(" · ");
  print(
    `      ${dim(about)}${fix === null ? "" : ` · ${green(words.activity.day.fixedBy(quote(fix, 100)))}`}`,
  );
}
