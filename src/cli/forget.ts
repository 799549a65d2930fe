import { resolve } from "node:path";
import { systemClock } from "../platform/clock.ts";
import { pawlHome } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { type AffectedFile, affectedFiles } from "../services/client-memory/affected.ts";
import { openForgottenFiles } from "../services/client-memory/forgotten.ts";
import type { ForgetSelector, Forgotten, Store } from "../store/store.ts";
import { type Command, type CommandInput, json, toText, UsageError } from "./command.ts";
import { confirm } from "./confirm.ts";
import { openClientFiles } from "./memory/client.ts";
import { withStore } from "./open-store.ts";
import { print, printJson } from "./output.ts";
import { toSince } from "./since.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage:
    "forget (--session ID | --project DIR | --uri U | --match TEXT | --before D) [--file PATH] [--yes] [--json]",
  example: 'pawl forget --match "customer list" --yes',
  options: {
    ...json,
    session: { type: "string" },
    project: { type: "string" },
    uri: { type: "string" },
    match: { type: "string" },
    before: { type: "string" },
    file: { type: "string" },
    yes: { type: "boolean" },
  },
  async run({ values }) {
    const selector = toSelector(values);
    return withStore(async (store) => {
      const selected = await whole(selector, (prefix) => store.sessionIdsLike(prefix, 2));
      const preview = await store.previewForget(selected);
      const files = await affectedFiles(selected, store);
      if (values.json !== true) nameFiles(files);
      const agreed =
        values.yes === true ||
        (values.json !== true &&
          total(preview) > 0 &&
          (await confirm(words.forget.ask(toWords(preview)))) === true);
      if (!agreed) {
        if (values.json === true) printJson({ deleted: 0, wouldDelete: preview, clientFiles: files });
        else print(total(preview) === 0 ? words.forget.noMatch : words.forget.preview(toWords(preview)));
        return 0;
      }
      const removed = await removeFiles(files, values, store);
      const kept = files.filter(({ path }) => !removed.includes(path));
      openForgottenFiles(pawlHome().clientForgotten).add(kept);
      const deleted = await store.forget(selected, systemClock());
      const client = { clientFiles: kept, deletedFiles: removed };
      if (values.json === true) printJson({ deleted: total(deleted), counts: deleted, ...client });
      else print(total(deleted) === 0 ? words.forget.noMatch : words.forget.deleted(toWords(deleted)));
      return 0;
    });
  },
};

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

const SELECTORS = ["session", "project", "uri", "match", "before"];

function toSelector(values: CommandInput["values"]): ForgetSelector {
  const given = SELECTORS.filter((name) => values[name] !== undefined);
  if (given.length !== 1)
    throw new UsageError(words.errors.oneSelector(SELECTORS.map((name) => `--${name}`).join(", ")));
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
    default:
      return { before: toSince("--before", value, systemClock()) ?? 0 };
  }
}

/** People type only the first characters of a session's id. */
async function whole(
  selector: ForgetSelector,
  find: (prefix: string) => Promise<string[]>,
): Promise<ForgetSelector> {
  if (!("sessionId" in selector)) return selector;
  const [first, second] = await find(selector.sessionId);
  return first !== undefined && second === undefined ? { sessionId: first } : selector;
}

const total = (counts: Forgotten) => Object.values(counts).reduce((sum: number, n: number) => sum + n, 0);

function toWords(counts: Forgotten): string {
  const kinds = Object.keys(words.forget.kinds) as (keyof Forgotten)[];
  return kinds
    .flatMap((kind) => (counts[kind] === 0 ? [] : [words.forget.kinds[kind](counts[kind])]))
    .join(", ");
}
