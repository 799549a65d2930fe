import type { PermissionDecision, Solution } from "../memory/records/knowledge.ts";
import type { MemoryVersion, Relation } from "../memory/records/memory.ts";
import { MEMORY_STATUSES, type Memory } from "../memory/records/memory.ts";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { version } from "../platform/version.ts";
import { callName } from "../recall/permission-answers.ts";
import { redactJson } from "../redact/index.ts";
import { notificationsIn } from "../store/records/notification.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Injection, SessionRecords } from "../store/records/records.ts";
import type { Store } from "../store/store.ts";
import { escapeInvisible } from "../text/invisible.ts";
import { type Command, toText, UsageError } from "./command.ts";
import { withStore } from "./open-store.ts";
import { visibleText } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "export [--format json|md|csv]",
  example: "pawl export --format md > sessions.md",
  options: { format: { type: "string" }, json: { type: "boolean" } },
  async run({ values }) {
    const wanted = toText(values.format) ?? "json";
    const format = EXPORT_FORMATS.find((name) => name === wanted);
    if (format === undefined)
      throw new UsageError(words.errors.optionValues("--format", EXPORT_FORMATS.join(", "), wanted));
    await withStore(async (store) => {
      for await (const piece of exportAll(store, format)) {
        await write(format === "json" ? escapeInvisible(piece) : visibleText(piece));
      }
    });
    return 0;
  },
};

/** Waits for a slow reader, so that a large store does not fill the memory. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error == null ? resolve() : reject(error)));
  });
}

// The whole store as text: memories, solutions and permission answers first, then sessions, oldest first. Redacted again with the current rules.

const EXPORT_FORMATS = ["json", "md", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const ALL = Number.MAX_SAFE_INTEGER;

export async function* exportAll(store: Store, format: ExportFormat): AsyncGenerator<string> {
  const overviews = await recordsIn(store).sessions({ limit: ALL });
  const { head, foot, between, render } = FORMATS[format];
  yield head(redactJson(await knownIn(store)));
  let first = true;
  for (const { id } of overviews.reverse()) {
    const records = await recordsIn(store).session(id);
    if (records === undefined) continue;
    const injections = await recordsIn(store).injections({ sessionId: id, limit: ALL });
    if (!first) yield between;
    first = false;
    yield render(redactJson({ ...records, injections: injections.reverse() }));
  }
  yield foot;
}

interface Known {
  memories: (Memory & {
    versions: MemoryVersion[];
    relations: Relation[];
  })[];
  solutions: Solution[];
  /** What the user allowed and refused, with the reason. */
  permissions: PermissionDecision[];
}

/** Of all projects, in every status. A relation is listed with both of its memories. */
async function knownIn(store: Store): Promise<Known> {
  const memories = await memoriesIn(store).memories({ status: MEMORY_STATUSES, limit: ALL });
  return {
    memories: await Promise.all(
      memories.map(async (memory) => ({
        ...memory,
        versions: await memoriesIn(store).memoryVersions(memory),
        relations: await memoriesIn(store).relations(memory),
      })),
    ),
    solutions: await knowledgeIn(store).solutions({ limit: ALL }),
    permissions: await knowledgeIn(store).permissions({ limit: ALL }),
  };
}

type Exported = SessionRecords & { injections: Injection[] };

const FORMATS: Record<
  ExportFormat,
  { head(known: Known): string; foot: string; between: string; render(records: Exported): string }
> = {
  json: {
    // Each part and each session on a line of its own: `pawl import` reads an export of any size.
    head: ({ memories, solutions, permissions }) =>
      `{"pawl":{"export":1,"version":${JSON.stringify(version)}},\n"memories":${JSON.stringify(memories)},\n"solutions":${JSON.stringify(solutions)},\n"permissions":${JSON.stringify(permissions)},\n"sessions":[\n`,
    foot: "\n]}\n",
    between: ",\n",
    render: (records) => JSON.stringify(records),
  },
  md: { head: toKnownMarkdown, foot: "", between: "\n", render: toMarkdown },
  csv: {
    head: (known) => `type,session,project,at,tool,ok,files,text,response\r\n${toKnownCsv(known)}`,
    foot: "",
    between: "",
    render: toCsv,
  },
};

function toKnownMarkdown({ memories, solutions, permissions }: Known): string {
  const lines = ["# Memories", ""];
  for (const { uri, project, status, priority, content, updatedAt } of memories) {
    const where = project === "" ? "all projects" : project;
    lines.push(
      `## ${uri}`,
      "",
      `${where}, ${status}, priority ${priority}, ${iso(updatedAt)}`,
      "",
      content,
      "",
    );
  }
  lines.push("# Solutions", "");
  for (const { errorSample, text, successes, failures } of solutions) {
    lines.push(
      `## ${errorSample.split("\n")[0]}`,
      "",
      text,
      "",
      `Worked ${successes}, failed ${failures} times.`,
      "",
    );
  }
  lines.push("# Permissions", "");
  for (const { decision, toolName, subject, project, at, reason } of permissions) {
    const said = reason === undefined ? "" : `: “${reason}”`;
    const answer = decision === "deny" ? "refused" : "allowed";
    lines.push(`- ${iso(at)} ${answer} ${callName(toolName, subject)} (${project})${said}`);
  }
  if (permissions.length > 0) lines.push("");
  return `${[...lines, "# Sessions", ""].join("\n")}\n`;
}

/** The URI of a memory goes into the `tool` column. */
function toKnownCsv({ memories, solutions, permissions }: Known): string {
  const rows = [
    ...memories.map(({ uri, project, content, updatedAt, provenance }) => [
      ...["memory", provenance?.sessionId ?? "", project, iso(updatedAt), uri],
      ...["", provenance?.file ?? "", content, ""],
    ]),
    ...solutions.map(({ toolName, project, errorSample, text, lastSeenAt, provenance }) => [
      ...["solution", provenance?.sessionId ?? "", project, iso(lastSeenAt), toolName],
      ...["", "", errorSample, text],
    ]),
    ...permissions.map(({ toolName, subject, project, sessionId, at, decision, reason }) => [
      ...["permission", sessionId, project, iso(at), toolName],
      ...[String(decision === "allow"), "", subject, reason ?? ""],
    ]),
  ];
  return rows.map((row) => `${row.map(toCell).join(",")}\r\n`).join("");
}

const iso = (at: number) => new Date(at).toISOString();

function inOrder(records: Exported) {
  const { prompts, observations, responses, events } = records;
  return [
    ...prompts.map((record) => ({ kind: "prompt" as const, at: record.at, record })),
    ...observations.map((record) => ({ kind: "observation" as const, at: record.at, record })),
    ...responses.map((record) => ({ kind: "response" as const, at: record.at, record })),
    ...notificationsIn(events).map((record) => ({ kind: "notification" as const, at: record.at, record })),
  ].sort((a, b) => a.at - b.at);
}

const HEADINGS = { prompt: "Asked", response: "Said", notification: "Notified" } as const;

function toMarkdown(records: Exported): string {
  const { session, summary } = records;
  const lines = [`## ${iso(session.startedAt)} · ${session.project}`, "", `Session ${session.id}`, ""];
  if (summary !== undefined) lines.push(...summary.text.split("\n"), "");
  for (const entry of inOrder(records)) {
    if (entry.kind === "observation") {
      const { ok, toolName, input, response } = entry.record;
      lines.push(`- ${ok ? "✓" : "✗"} **${toolName}**`, "", fenced(input), "", fenced(response), "");
    } else {
      lines.push(`**${HEADINGS[entry.kind]}** ${iso(entry.at)}`, "");
      lines.push(...entry.record.text.split("\n").map((line) => `> ${line}`), "");
    }
  }
  return `${lines.join("\n")}\n`;
}

/** The fence is longer than any run of backticks in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

function toCsv(records: Exported): string {
  const { id, project } = records.session;
  return inOrder(records)
    .map(({ kind, at, record }) => {
      const row =
        kind === "observation"
          ? [record.toolName, String(record.ok), record.files.join(" "), record.input, record.response]
          : ["", "", "", record.text, ""];
      return `${[kind, id, project, iso(at), ...row].map(toCell).join(",")}\r\n`;
    })
    .join("");
}

/** Spreadsheets run text that starts like a formula; a leading apostrophe prevents it. */
function toCell(value: string): string {
  const safe = /^\s*[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
