import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { systemClock } from "../platform/clock.ts";
import { projectRoot } from "../platform/project.ts";
import type { ForgetSelector, Forgotten } from "../store/store.ts";
import { type Command, type CommandInput, json, toText, UsageError } from "./command.ts";
import { withStore } from "./open-store.ts";
import { print, printJson } from "./output.ts";
import { toSince } from "./search.ts";

export const command: Command = {
  summary: "Really delete: records, index and versions; shows what first",
  usage: "forget (--session ID | --project DIR | --uri U | --match TEXT | --before D) [--yes] [--json]",
  details:
    "D is a date (2026-01-31) or an age (90d). Without --yes it shows what would go, and asks on a terminal.",
  example: 'pawl forget --match "customer list" --yes',
  options: {
    ...json,
    session: { type: "string" },
    project: { type: "string" },
    uri: { type: "string" },
    match: { type: "string" },
    before: { type: "string" },
    yes: { type: "boolean" },
  },
  async run({ values }) {
    const selector = toSelector(values);
    return withStore(async (store) => {
      const selected = await whole(selector, (prefix) => store.sessionIdsLike(prefix, 2));
      const preview = await store.previewForget(selected);
      const agreed =
        values.yes === true || (values.json !== true && total(preview) > 0 && (await agrees(preview)));
      if (!agreed) {
        if (values.json === true) printJson({ deleted: 0, wouldDelete: preview });
        else
          print(
            total(preview) === 0
              ? "Nothing fits; nothing is deleted."
              : `Nothing is deleted yet. With --yes: ${toWords(preview)}.`,
          );
        return 0;
      }
      const deleted = await store.forget(selected, systemClock());
      if (values.json === true) printJson({ deleted: total(deleted), counts: deleted });
      else
        print(
          total(deleted) === 0
            ? "Nothing fits; nothing is deleted."
            : `Deleted for good: ${toWords(deleted)}.`,
        );
      return 0;
    });
  },
};

function toSelector(values: CommandInput["values"]): ForgetSelector {
  const given = ["session", "project", "uri", "match", "before"].filter((name) => values[name] !== undefined);
  if (given.length !== 1)
    throw new UsageError("Say what to forget: exactly one of --session, --project, --uri, --match, --before");
  const value = toText(values[given[0] ?? ""]) ?? "";
  if (value.trim() === "") throw new UsageError(`--${given[0]} needs a value`);
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
      return { before: toSince(value, systemClock()) ?? 0 };
  }
}

/** People type the first characters of a session's id. */
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
  const words = Object.entries(counts).flatMap(([what, n]) => (n === 0 ? [] : [`${n} ${what}`]));
  return words.join(", ");
}

async function agrees(preview: Forgotten): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`This deletes for good: ${toWords(preview)}. Go on? [y/N] `);
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    terminal.close();
  }
}
