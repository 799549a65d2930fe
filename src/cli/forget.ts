import { resolve } from "node:path";
import { forgetEverywhere, retentionLimit, transcriptsThatStay } from "../daemon/forget.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { type AffectedFile, affectedFiles } from "../memory/client/affected.ts";
import { openForgottenFiles } from "../memory/client/forgotten.ts";
import { parseUri } from "../memory/records/memory.ts";
import { formatTime, systemClock } from "../platform/clock.ts";
import { pawlHome } from "../platform/paths.ts";
import type { ForgetItem, ForgetSelector, Forgotten } from "../store/forget/types.ts";
import { compact } from "../store/maintenance.ts";
import type { Store } from "../store/store.ts";
import { forgettingIn } from "../team/sql/forget.ts";
import { type Command, type CommandInput, flag, json, UsageError, value } from "./command.ts";
import { openClientFiles } from "./memory/client.ts";
import { withStore } from "./open-store.ts";
import { openBar, plain, print, printJson, tilde } from "./output.ts";
import { confirm, needsPerson } from "./person.ts";
import { wholeId } from "./session.ts";
import { sinceIn } from "./when.ts";
import { words } from "./words.ts";

const SELECTORS = { session: value, project: value, uri: value, match: value, by: value, before: value };

export const command: Command = {
  usage:
    "forget (--session ID | --project DIR | --uri U | --match TEXT | --by WHO | --before D | --retention) [--file PATH] [--now] [--yes] [--json]",
  example: 'pawl forget --match "customer list" --yes',
  options: { ...json, ...SELECTORS, retention: flag, file: value, yes: flag, now: flag },
  async run(input) {
    checkSelector(input);
    return withStore(async (store) => {
      const selected = await selectorIn(input, store);
      const files = await affectedFiles(selected, store);
      const preview = await forgettingIn(store).previewForget(selected);
      const items = await forgettingIn(store).forgetItems(selected, MOST_LISTED);
      if (!input.isJson && !input.has("yes")) showItems(items, preview);
      if (!input.isJson) nameFiles(files);
      const isEmpty = total(preview) === 0;
      const mayAsk = !input.isJson && !isEmpty;
      if (input.has("yes") || (mayAsk && (await confirm(words.forget.ask(toWords(preview)))) === true))
        return forget(input, selected, files, store);
      if (isEmpty && !input.isJson) print(words.forget.noMatch);
      if (!isEmpty && !input.isJson) {
        print(words.forget.preview(toWords(preview)));
        nameTranscripts(await transcriptsThatStay({ store }, selected));
      }
      if (input.isJson) printJson({ deleted: 0, wouldDelete: preview, items, clientFiles: files });
      return isEmpty ? exitCodeOfNothing(selected) : 0;
    });
  },
};

/** Enough for a screen; `--json` and the page show more. */
const MOST_LISTED = 20;
/** Sessions come first in the list. */
const MOST_CHECKED = 100_000;

async function forget(
  input: CommandInput,
  selected: ForgetSelector,
  files: readonly AffectedFile[],
  store: Store,
): Promise<number> {
  // In an agent's session a model may have typed the command, so deleting the user's own text needs a person.
  const items = await forgettingIn(store).forgetItems(selected, MOST_CHECKED);
  if (items.some(({ author }) => author === "user")) needsPerson("pawl forget");
  const home = pawlHome();
  const removed = await removeFiles(files, input, store);
  const kept = files.filter(({ path }) => !removed.includes(path));
  openForgottenFiles(home.clientForgotten).add(kept);
  const transcripts = await transcriptsThatStay({ store }, selected);
  const bar = openBar(() => words.forget.erasing);
  const { counts, files: own } = await forgetEverywhere(
    { store, home },
    selected,
    systemClock(),
    (_, done, all) => bar.show(done, all ?? done),
  ).finally(bar.close);
  if (input.has("now")) await compact(home.database, { when: "now" });
  const isEmpty = total(counts) + own.length + removed.length === 0;
  const client = { clientFiles: kept, deletedFiles: [...removed, ...own], transcripts };
  input.answer({ deleted: total(counts), counts, ...client }, () => {
    print(isEmpty ? words.forget.noMatch : words.forget.deleted(toWords(counts, own.length)));
    if (!isEmpty) nameTranscripts(transcripts);
  });
  return isEmpty ? exitCodeOfNothing(selected) : 0;
}

/** A selector may match nothing, but a name that does not exist is an error. */
function exitCodeOfNothing(selected: ForgetSelector): number {
  return "sessionId" in selected || "uri" in selected ? 1 : 0;
}

function nameTranscripts(paths: readonly string[]): void {
  if (paths.length > 0) print(words.forget.transcripts);
  for (const path of paths.slice(0, MOST_LISTED))
    print(`  rm ${/^[\w./@+-]+$/.test(path) ? tilde(path) : JSON.stringify(path)}`);
}

/** These files belong to the client, and other tools may need them, so the user confirms each by name. */
function nameFiles(files: readonly AffectedFile[]): void {
  if (files.length === 0) return;
  print(words.clientMemory.forgetFiles);
  for (const { path } of files) print(`  ${path}`);
  const first = files.find(({ isDeletable }) => isDeletable);
  if (first !== undefined) print(words.clientMemory.forgetHow(first.path));
}

async function removeFiles(files: readonly AffectedFile[], input: CommandInput, store: Store) {
  const wanted = input.text("file");
  const named = wanted === undefined ? undefined : resolve(wanted);
  const mayAsk = !input.has("yes") && !input.isJson;
  const removed: string[] = [];
  for (const { uri, project, path, hash, isDeletable } of files) {
    if (!isDeletable) continue;
    const isAgreed =
      path === named || (mayAsk && (await confirm(words.clientMemory.askDelete(path))) === true);
    if (!isAgreed) continue;
    const why = { author: "terminal", reason: "forgotten" };
    await openClientFiles(store).files.remove({ uri, project, hash }, why);
    removed.push(path);
    if (!input.isJson) print(words.clientMemory.forgotFile(path));
  }
  return removed;
}

function showItems(items: readonly ForgetItem[], counts: Forgotten): void {
  for (const { kind, id, title, at } of items) {
    const name = kind === "session" ? id.slice(0, 8) : id;
    const text = plain([name, title].filter(Boolean).join("  "));
    print(`  ${formatTime(at)}  ${words.forget.item[kind]}  ${text}`);
  }
  const listed = counts.sessions + counts.memories + counts.solutions;
  if (items.length === MOST_LISTED && listed > MOST_LISTED)
    print(`  ${words.forget.more(listed - MOST_LISTED)}`);
}

const SELECTOR_NAMES = [...Object.keys(SELECTORS), "retention"];

function checkSelector({ values }: CommandInput): void {
  const given = SELECTOR_NAMES.filter((name) => values[name] !== undefined);
  if (given.length !== 1)
    throw new UsageError(words.errors.oneSelector(SELECTOR_NAMES.map((name) => `--${name}`).join(", ")));
  const value = values[given[0] ?? ""];
  if (typeof value === "string" && value.trim() === "")
    throw new UsageError(words.errors.emptyOption(`--${given[0]}`));
}

async function selectorIn(input: CommandInput, store: Store): Promise<ForgetSelector> {
  const { session, uri, match, by } = { ...input.values };
  // The first characters of an id are enough. An unknown id is used as is, because a killed forget may have left its files.
  if (typeof session === "string") return { sessionId: (await wholeId(store, session)) ?? session };
  if (typeof uri === "string") {
    parseUri(uri);
    return { uri };
  }
  if (typeof match === "string") return { match };
  if (typeof by === "string") return { by };
  const project = input.onlyProject();
  if (project !== undefined) return { project };
  if (!input.has("retention")) return { before: sinceIn(input, "before") ?? 0 };
  const { retention } = readUserSettings(pawlHome()).settings;
  return { before: (await retentionLimit(store, retention, systemClock())) ?? 0 };
}

const total = (counts: Forgotten) => Object.values(counts).reduce((sum: number, n: number) => sum + n, 0);

function toWords(counts: Forgotten, files = 0): string {
  const kinds = Object.keys(words.forget.kinds) as (keyof Forgotten)[];
  return [
    ...kinds.flatMap((kind) => (counts[kind] === 0 ? [] : [words.forget.kinds[kind](counts[kind])])),
    ...(files === 0 ? [] : [words.forget.files(files)]),
  ].join(", ");
}
