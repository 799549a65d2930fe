/** `pawl memory` on the client's own files: show them raw, edit, rename, delete, check, and write Pawl's as such files. */

import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { type ClientFiles, createClientFiles, isNoteUri } from "../../memory/client/client-files.ts";
import { withBody, withField } from "../../memory/client/edit.ts";
import { exportToClient } from "../../memory/client/export.ts";
import { openForgottenFiles } from "../../memory/client/forgotten.ts";
import { reportOn } from "../../memory/client/report.ts";
import { isClientUri } from "../../memory/client/uri.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { systemClock } from "../../platform/clock.ts";
import { PawlError } from "../../platform/errors.ts";
import { claudeConfigDir, pawlHome } from "../../platform/paths.ts";
import { createSameProject, type SameProject } from "../../platform/same-project.ts";
import { redactor } from "../../redact/redactor.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { type CommandInput, toText, UsageError } from "../command.ts";
import { bold, dim, plain, print, printJson, visibleText } from "../output.ts";
import { confirm } from "../person.ts";
import { words } from "../words.ts";

interface Action {
  store: Store;
  project: string;
  rest: readonly string[];
  values: CommandInput["values"];
}

const AUTHOR = "terminal";

export function openClientFiles(store: Store): { files: ClientFiles; same: SameProject } {
  const home = pawlHome();
  const { settings } = readUserSettings(home);
  const same = createSameProject({
    file: home.projects,
    byHand: () => settings.sameProject,
    isStorable: (text) => redactor.text(text) === text,
  });
  const forgotten = openForgottenFiles(home.clientForgotten);
  const deps = { store, redact: redactor, now: systemClock, claudeDir: claudeConfigDir(), same, forgotten };
  return { files: createClientFiles(deps), same };
}

/** The client's memories of this project from all its folders, beside those that `list` has. */
export async function clientMemories(
  { store, project }: Action,
  known: readonly Memory[],
): Promise<Memory[]> {
  const { files, same } = openClientFiles(store);
  await files.scan(project);
  const all = new Map(known.map((memory) => [memory.id, memory]));
  for (const folder of same.folders(project)) {
    for (const memory of await memoriesIn(store).memories({
      project: folder,
      namespace: "client",
      limit: MOST,
    }))
      all.set(memory.id, memory);
  }
  return [...all.values()];
}

const MOST = 10_000;

/** The file as it is, secrets included: it is the user's own. */
export async function showRaw({ store, project, values }: Action, uri: string): Promise<void> {
  const { files } = openClientFiles(store);
  await files.scan(project);
  const raw = await files.read(uri, project);
  if (values.json === true) return printJson(raw);
  // A program that reads it gets every byte; a terminal would obey some of them.
  const text = process.stdout.isTTY === true ? visibleText(raw.text) : raw.text;
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

export async function editClient({ store, project, rest, values }: Action, uri: string): Promise<void> {
  refuseNote(uri);
  const { files } = openClientFiles(store);
  await files.scan(project);
  const body = rest.slice(1).join(" ");
  const description = toText(values.disclosure);
  if (values.priority !== undefined || values.status !== undefined)
    throw new UsageError(words.clientMemory.bodyOnly);
  if (body === "" && description === undefined)
    throw new UsageError(words.errors.missingChange, "memory edit URI [TEXT] [--disclosure D] [--if HASH]");
  const raw = await files.read(uri, project);
  const text = body === "" ? raw.text : values.raw === true ? `${body}\n` : withBody(raw.text, body);
  const whole = description === undefined ? text : withField(text, "description", description);
  const name = { uri, project, hash: toText(values.if) ?? raw.hash };
  const changed = await files.edit(name, whole, { author: AUTHOR, reason: toText(values.reason) });
  if (values.json === true) printJson(changed);
  else print(words.clientMemory.changed(changed.path));
}

export async function renameClient({ store, project, rest, values }: Action): Promise<void> {
  const [uri, to] = rest;
  if (uri === undefined) throw new UsageError(words.errors.missingUri, "memory rename URI NAME");
  if (to === undefined) throw new UsageError(words.clientMemory.missingName, "memory rename URI NAME");
  refuseNote(uri);
  const { files } = openClientFiles(store);
  await files.scan(project);
  const renamed = await files.rename({ uri, project, hash: toText(values.if) }, to, { author: AUTHOR });
  if (values.json === true) printJson(renamed);
  else print(words.clientMemory.renamed(uri, renamed.uri));
}

/** Deletes a file of the client's: never without a word of the user's. */
export async function removeClient({ store, project, values }: Action, uri: string): Promise<void> {
  refuseNote(uri);
  const { files } = openClientFiles(store);
  await files.scan(project);
  const raw = await files.read(uri, project);
  const agreed = values.yes === true || (await confirm(words.clientMemory.askDelete(raw.path)));
  if (agreed === undefined)
    throw new PawlError("not_asked", words.errors.notAsked, { hint: words.errors.notAskedHint });
  if (!agreed) {
    print(words.noChange);
    return;
  }
  await files.remove(
    { uri, project, hash: toText(values.if) ?? raw.hash },
    { author: AUTHOR, reason: toText(values.reason) },
  );
  if (values.json === true) printJson({ uri, path: raw.path });
  else print(words.clientMemory.deleted(raw.path));
}

export async function check({ store, project, values }: Action): Promise<void> {
  const { files, same } = openClientFiles(store);
  await files.scan(project);
  const report = await reportOn(same.folders(project), store);
  if (values.json === true) {
    printJson(report);
    return;
  }
  for (const { uri, problems } of report.problems) {
    print(bold(uri));
    for (const { kind, name } of problems) print(`  ${plain(words.clientMemory.problem[kind](name))}`);
  }
  for (const { why, a, b } of report.contradictions) {
    print(words.clientMemory.contradiction[why]);
    for (const { uri, content } of [a, b]) print(`  ${bold(uri)}  ${dim(quote(content, 200))}`);
  }
  const problems = report.problems.length + report.contradictions.length;
  const { checked, checkedClean } = words.clientMemory;
  print(problems === 0 ? checkedClean(report.memories) : checked(report.memories, problems));
}

export async function exportMemories({ store, project, rest, values }: Action): Promise<void> {
  if (values["to-client"] !== true || (rest.length === 0 && values.all !== true))
    throw new UsageError(words.clientMemory.exportHow, "memory export --to-client URI…");
  const { files } = openClientFiles(store);
  const result = await exportToClient(
    { uris: values.all === true ? undefined : rest, project, author: AUTHOR },
    { store, files },
  );
  if (values.json === true) {
    printJson(result);
    return;
  }
  for (const uri of result.skipped) print(words.clientMemory.exportSkipped(uri));
  print(words.clientMemory.exported(result.written.length, result.dir));
}

/** CLAUDE.md and the like: Pawl indexes them and never writes them. */
function refuseNote(uri: string): void {
  if (!isClientUri(uri) || !isNoteUri(uri)) return;
  throw new PawlError("client_file_read_only", words.clientMemory.readOnly(uri), {
    hint: words.clientMemory.readOnlyHint,
  });
}
