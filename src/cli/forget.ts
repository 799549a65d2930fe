import { resolve } from "node:path";
import { forgetEverywhere, transcriptsThatStay } from "../daemon/forget.ts";
import { retentionLimit } from "../daemon/retention.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { type AffectedFile, affectedFiles } from "../memory/client/affected.ts";
import { openForgottenFiles } from "../memory/client/forgotten.ts";
import { formatTime, systemClock } from "../platform/clock.ts";
import { pawlHome } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { forgettingIn } from "../store/forget/forget.ts";
import type { ForgetItem, ForgetSelector, Forgotten } from "../store/forget/types.ts";
import { compact } from "../store/maintenance.ts";
import type { Store } from "../store/store.ts";
import { type Command, type CommandInput, json, toText, UsageError } from "./command.ts";
import { openClientFiles } from "./memory/client.ts";
import { withStore } from "./open-store.ts";
import { openBar, plain, print, printJson, tilde } from "./output.ts";
import { confirm, needsPerson } from "./person.ts";
import { wholeId } from "./session.ts";
import { toSince } from "./when.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage:
    "forget (--session ID | --project DIR | --uri U | --match TEXT | --by WHO | --before D | --retention) [--file PATH] [--now] [--yes] [--json]",
  example: 'pawl forget --match "customer list" --yes',
  options: {
    ...json,
    session: { type: "string" },
    project: { type: "string" },
    uri: { type: "string" },
    match: { type: "string" },
    by: { type: "string" },
    before: { type: "string" },
    retention: { type: "boolean" },
    file: { type: "string" },
    yes: { type: "boolean" },
    now: { type: "boolean" },
  },
  async run({ values }) {
    const given = toSelector(values);
    return withStore(async (store) => {
      const selected = given === undefined ? await byRetention(store) : await withWholeId(given, store);
      const preview = await forgettingIn(store).previewForget(selected);
      const items = await forgettingIn(store).forgetItems(selected, MOST_LISTED);
      const files = await affectedFiles(selected, store);
      if (values.json !== true && values.yes !== true) showItems(items, preview);
      if (values.json !== true) nameFiles(files);
      const agreed =
        values.yes === true ||
        (values.json !== true &&
          total(preview) > 0 &&
          (await confirm(words.forget.ask(toWords(preview)))) === true);
      if (!agreed) {
        if (values.json === true) printJson({ deleted: 0, wouldDelete: preview, items, clientFiles: files });
        if (total(preview) === 0) return nothingFound(selected, values.json === true);
        if (values.json === true) return 0;
        print(words.forget.preview(toWords(preview)));
        nameTranscripts(await transcriptsThatStay({ store }, selected));
        return 0;
      }
      // In an agent's session a model may have typed it: what the user wrote needs a person.
      if (
        (await forgettingIn(store).forgetItems(selected, MOST_CHECKED)).some(
          ({ author }) => author === "user",
        )
      )
        needsPerson("pawl forget");
      const removed = await removeFiles(files, values, store);
      const kept = files.filter(({ path }) => !removed.includes(path));
      openForgottenFiles(pawlHome().clientForgotten).add(kept);
      const home = pawlHome();
      const transcripts = await transcriptsThatStay({ store }, selected);
      const bar = openBar(() => words.forget.erasing);
      const { counts, files: own } = await forgetEverywhere(
        { store, home },
        selected,
        systemClock(),
        (_, done, all) => bar.show(done, all ?? done),
      ).finally(bar.close);
      if (values.now === true) await compact(home.database, { when: "now" });
      const client = { clientFiles: kept, deletedFiles: [...removed, ...own], transcripts };
      if (values.json === true) printJson({ deleted: total(counts), counts, ...client });
      if (total(counts) + own.length + removed.length === 0)
        return nothingFound(selected, values.json === true);
      if (values.json === true) return 0;
      print(words.forget.deleted(toWords(counts, own.length)));
      nameTranscripts(transcripts);
      return 0;
    });
  },
};

/** People look at a screen; `--json` and the page have more. */
const MOST_LISTED = 20;
/** Sessions come first in the list. */
const MOST_CHECKED = 100_000;

/** The first characters name a session too. An unknown id stays: a forget that was killed may have left files of it. */
async function withWholeId(selected: ForgetSelector, store: Store): Promise<ForgetSelector> {
  if (!("sessionId" in selected) || selected.sessionId === undefined) return selected;
  return { sessionId: (await wholeId(store, selected.sessionId)) ?? selected.sessionId };
}

/** A selector may match nothing; a name that does not exist is a mistake. */
function nothingFound(selected: ForgetSelector, isJson: boolean): number {
  if (!isJson) print(words.forget.noMatch);
  return "sessionId" in selected || "uri" in selected ? 1 : 0;
}

function nameTranscripts(paths: readonly string[]): void {
  if (paths.length > 0) print(words.forget.transcripts);
  for (const path of paths.slice(0, MOST_LISTED))
    print(`  rm ${/^[\w./@+-]+$/.test(path) ? tilde(path) : JSON.stringify(path)}`);
}

/** They are the client's, and other tools may need them: each is asked for by its name. */
function nameFiles(files: readonly AffectedFile[]): void {
  if (files.length === 0) return;
  print(words.clientMemory.forgetFiles);
  for (const { path } of files) print(`  ${path}`);
  const first = files.find(({ isDeletable }) => isDeletable);
  if (first !== undefined) print(words.clientMemory.forgetHow(first.path));
}

async function removeFiles(
  files: readonly AffectedFile[],
  values: CommandInput["values"],
  store: Store,
): Promise<string[]> {
  const wanted = toText(values.file);
  const named = wanted === undefined ? undefined : resolve(wanted);
  const removed: string[] = [];
  for (const { uri, project, path, hash, isDeletable } of files) {
    if (!isDeletable) continue;
    const isAsked = values.yes !== true && values.json !== true;
    const agreed =
      path === named || (isAsked && (await confirm(words.clientMemory.askDelete(path))) === true);
    if (!agreed) continue;
    await openClientFiles(store).files.remove(
      { uri, project, hash },
      { author: "terminal", reason: "forgotten" },
    );
    removed.push(path);
    if (values.json !== true) print(words.clientMemory.forgotFile(path));
  }
  return removed;
}

function showItems(items: readonly ForgetItem[], counts: Forgotten): void {
  for (const { kind, id, title, at } of items) {
    const name = kind === "session" ? id.slice(0, 8) : id;
    print(
      `  ${formatTime(at)}  ${words.forget.item[kind]}  ${plain([name, title].filter(Boolean).join("  "))}`,
    );
  }
  const listed = counts.sessions + counts.memories + counts.solutions;
  if (items.length === MOST_LISTED && listed > MOST_LISTED)
    print(`  ${words.forget.more(listed - MOST_LISTED)}`);
}

/** Everything up to the moment that the setting `retention` means now. */
async function byRetention(store: Store): Promise<ForgetSelector> {
  const { retention } = readUserSettings(pawlHome()).settings;
  return { before: (await retentionLimit(store, retention, systemClock())) ?? 0 };
}

const SELECTORS = ["session", "project", "uri", "match", "by", "before", "retention"];

/** Undefined for `--retention`, which needs the store. */
function toSelector(values: CommandInput["values"]): ForgetSelector | undefined {
  const given = SELECTORS.filter((name) => values[name] !== undefined);
  if (given.length !== 1)
    throw new UsageError(words.errors.oneSelector(SELECTORS.map((name) => `--${name}`).join(", ")));
  if (given[0] === "retention") return undefined;
  const value = toText(values[given[0] ?? ""]) ?? "";
  if (value.trim() === "") throw new UsageError(words.errors.emptyOption(`--${given[0]}`));
  switch (given[0]) {
    case "session":
      return { sessionId: value };
    case "project":
      return { project: projectRoot(resolve(value)) };
    case "uri":
      return { uri: value };
    case "match":
      return { match: value };
    case "by":
      return { by: value };
    default:
      return { before: toSince("--before", value, systemClock()) ?? 0 };
  }
}

const total = (counts: Forgotten) => Object.values(counts).reduce((sum: number, n: number) => sum + n, 0);

function toWords(counts: Forgotten, files = 0): string {
  const kinds = Object.keys(words.forget.kinds) as (keyof Forgotten)[];
  return [
    ...kinds.flatMap((kind) => (counts[kind] === 0 ? [] : [words.forget.kinds[kind](counts[kind])])),
    ...(files === 0 ? [] : [words.forget.files(files)]),
  ].join(", ");
}
