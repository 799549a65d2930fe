/** `pawl memory` on the client's own files: show them raw, edit, rename, delete, check, and write Pawl's as such files. */

import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { type ClientFiles, createClientFiles } from "../../memory/client/client-files.ts";
import { exportToClient } from "../../memory/client/export.ts";
import { openForgottenFiles } from "../../memory/client/forgotten.ts";
import { reportOn } from "../../memory/client/report.ts";
import { isClientUri, isNoteUri } from "../../memory/client/uri.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { systemClock } from "../../platform/clock.ts";
import { PawlError } from "../../platform/errors.ts";
import { claudeConfigDir, pawlHome } from "../../platform/paths.ts";
import { createSameProject, type SameProject } from "../../platform/same-project.ts";
import { redactor } from "../../redact/redactor.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { UsageError } from "../command.ts";
import { bold, dim, plain, print, visibleText } from "../output.ts";
import { agrees } from "../person.ts";
import { words } from "../words.ts";
import type { Action } from "./action.ts";

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

/** Updates from the client's current files first. */
async function scanned({ store, project }: Pick<Action, "store" | "project">) {
  const opened = openClientFiles(store);
  await opened.files.scan(project);
  return opened;
}

/** A memory of the client may be in another folder of the same project. */
export async function placeOf(uri: string, { store, project }: Action): Promise<string> {
  if (!isClientUri(uri)) return project;
  return (await openClientFiles(store).files.find(uri, project))?.project ?? project;
}

/** The client's memories of this project from all its folders, in addition to those of `list`. */
export async function clientMemories(action: Action, known: readonly Memory[]): Promise<Memory[]> {
  const { same } = await scanned(action);
  const { memories } = memoriesIn(action.store);
  const all = new Map(known.map((memory) => [memory.id, memory]));
  for (const project of same.folders(action.project))
    for (const memory of await memories({ project, namespace: "client", limit: 10_000 }))
      all.set(memory.id, memory);
  return [...all.values()];
}

/** The unchanged file, including secrets, because it is the user's own. */
export async function showRaw(action: Action, uri: string): Promise<number> {
  const raw = await (await scanned(action)).files.read(uri, action.project);
  return action.input.answer(raw, () => {
    // A program gets every byte; a terminal would execute some of them.
    const text = process.stdout.isTTY === true ? visibleText(raw.text) : raw.text;
    process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  });
}

export async function editClient(action: Action, uri: string): Promise<number> {
  const { project, rest, input } = action;
  refuseNote(uri);
  const { files } = await scanned(action);
  const body = rest.slice(1).join(" ");
  const disclosure = input.text("disclosure");
  if (input.text("priority") !== undefined || input.text("status") !== undefined)
    throw new UsageError(words.clientMemory.bodyOnly);
  if (body === "" && disclosure === undefined)
    throw new UsageError(words.errors.missingChange, "memory edit URI [TEXT] [--disclosure D] [--if HASH]");
  const name = { uri, project, hash: input.text("if") };
  const text = body === "" ? {} : input.has("raw") ? { raw: `${body}\n` } : { content: body };
  const by = { author: AUTHOR, reason: input.text("reason") };
  const changed = await files.edit(name, { ...text, disclosure }, by);
  return input.answer(changed, words.clientMemory.changed(changed.path));
}

export async function renameClient(action: Action): Promise<number> {
  const { project, rest, input } = action;
  const [uri, to] = rest;
  if (uri === undefined) throw new UsageError(words.errors.missingUri, "memory rename URI NAME");
  if (to === undefined) throw new UsageError(words.clientMemory.missingName, "memory rename URI NAME");
  refuseNote(uri);
  const { files } = await scanned(action);
  const renamed = await files.rename({ uri, project, hash: input.text("if") }, to, { author: AUTHOR });
  return input.answer(renamed, words.clientMemory.renamed(uri, renamed.uri));
}

/** Deletes a client's file, only with the user's consent. */
export async function removeClient(action: Action, uri: string): Promise<number> {
  const { project, input } = action;
  refuseNote(uri);
  const { files } = await scanned(action);
  const { path, hash } = await files.read(uri, project);
  if (!(await agrees(words.clientMemory.askDelete(path), input.has("yes")))) {
    print(words.noChange);
    return 0;
  }
  const name = { uri, project, hash: input.text("if") ?? hash };
  await files.remove(name, { author: AUTHOR, reason: input.text("reason") });
  return input.answer({ uri, path }, words.clientMemory.deleted(path));
}

export async function check(action: Action): Promise<number> {
  const { same } = await scanned(action);
  const report = await reportOn(same.folders(action.project), action.store);
  return action.input.answer(report, () => {
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
  });
}

export async function exportMemories({ store, project, rest, input }: Action): Promise<number> {
  const isAll = input.has("all");
  if (!input.has("to-client") || (rest.length === 0 && !isAll))
    throw new UsageError(words.clientMemory.exportHow, "memory export --to-client URI…");
  const { files } = openClientFiles(store);
  const wanted = { uris: isAll ? undefined : rest, project, author: AUTHOR };
  const result = await exportToClient(wanted, { store, files });
  return input.answer(result, () => {
    for (const uri of result.skipped) print(words.clientMemory.exportSkipped(uri));
    print(words.clientMemory.exported(result.written.length, result.dir));
  });
}

/** CLAUDE.md and similar files: Pawl indexes them but never writes them. */
function refuseNote(uri: string): void {
  if (!isClientUri(uri) || !isNoteUri(uri)) return;
  const { readOnly, readOnlyHint: hint } = words.clientMemory;
  throw new PawlError("client_file_read_only", readOnly(uri), { hint });
}
