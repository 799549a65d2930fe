import { toSessionMarkdown } from "../history/session-markdown.ts";
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
import { type Command, json, value } from "./command.ts";
import { withStore } from "./open-store.ts";
import { visibleText } from "./output.ts";

export const command: Command = {
  usage: "export [--format json|md|csv]",
  example: "pawl export --format md > sessions.md",
  options: { ...json, format: value },
  async run(input) {
    const format = input.oneOf("format", EXPORT_FORMATS) ?? "json";
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
  const { sessions, session, injections: injectionsOf } = recordsIn(store);
  const { head, foot, between, render } = FORMATS[format];
  yield head(redactJson(await knownIn(store)));
  let isFirst = true;
  for (const { id } of (await sessions({ limit: ALL })).reverse()) {
    const records = await session(id);
    if (records === undefined) continue;
    const injections = await injectionsOf({ sessionId: id, limit: ALL });
    if (!isFirst) yield between;
    isFirst = false;
    yield render(redactJson({ ...records, injections: injections.reverse() }));
  }
  yield foot;
}

interface Known {
  memories: (Memory & { versions: MemoryVersion[]; relations: Relation[] })[];
  solutions: Solution[];
  /** The user's permission answers, with reasons. */
  permissions: PermissionDecision[];
}

/** Reads the memories of all projects, in every status. A relation is listed with both of its memories. */
async function knownIn(store: Store): Promise<Known> {
  const { memories: find, memoryVersions, relations } = memoriesIn(store);
  const { solutions, permissions } = knowledgeIn(store);
  const memories: Known["memories"] = [];
  for (const memory of await find({ status: MEMORY_STATUSES, limit: ALL }))
    memories.push({
      ...memory,
      versions: await memoryVersions(memory),
      relations: await relations(memory),
    });
  return {
    memories,
    solutions: await solutions({ limit: ALL }),
    permissions: await permissions({ limit: ALL }),
  };
}

type Exported = SessionRecords & { injections: Injection[] };

interface Format {
  head(known: Known): string;
  foot: string;
  between: string;
  render(records: Exported): string;
}

const FORMATS: Record<ExportFormat, Format> = {
  json: {
    // Each part and each session on a line of its own: `pawl import` reads an export of any size.
    head: ({ memories, solutions, permissions }) =>
      `{"pawl":{"export":1,"version":${JSON.stringify(version)}},\n"memories":${JSON.stringify(memories)},\n"solutions":${JSON.stringify(solutions)},\n"permissions":${JSON.stringify(permissions)},\n"sessions":[\n`,
    foot: "\n]}\n",
    between: ",\n",
    render: (records) => JSON.stringify(records),
  },
  md: {
    head: toKnownMarkdown,
    foot: "",
    between: "\n",
    render: (records) => toSessionMarkdown({ ...records, formatTime: iso, isWhole: true }),
  },
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
    const about = `${project === "" ? "all projects" : project}, ${status}, priority ${priority}`;
    lines.push(`## ${uri}`, "", `${about}, ${iso(updatedAt)}`, "", content, "");
  }
  lines.push("# Solutions", "");
  for (const { errorSample, text, successes, failures } of solutions) {
    const record = `Worked ${successes}, failed ${failures} times.`;
    lines.push(`## ${errorSample.split("\n")[0]}`, "", text, "", record, "");
  }
  lines.push("# Permissions", "");
  for (const { decision, toolName, subject, project, at, reason } of permissions) {
    const said = reason === undefined ? "" : `: “${reason}”`;
    const answer = decision === "deny" ? "refused" : "allowed";
    lines.push(`- ${iso(at)} ${answer} ${callName(toolName, subject)} (${project})${said}`);
  }
  if (permissions.length > 0) lines.push("");
  return `${lines.join("\n")}\n`;
}

/** The URI of a memory goes into the `tool` column. */
function toKnownCsv({ memories, solutions, permissions }: Known): string {
  const rows = [
    ...memories.map(({ uri, project, content, updatedAt, provenance: { sessionId = "", file = "" } = {} }) =>
      toLine("memory", sessionId, project, iso(updatedAt), uri, "", file, content, ""),
    ),
    ...solutions.map(({ toolName, project, errorSample, text, lastSeenAt, provenance }) => {
      const session = provenance?.sessionId ?? "";
      return toLine("solution", session, project, iso(lastSeenAt), toolName, "", "", errorSample, text);
    }),
    ...permissions.map(({ toolName, subject, project, sessionId, at, decision, reason = "" }) => {
      const isAllowed = String(decision === "allow");
      return toLine("permission", sessionId, project, iso(at), toolName, isAllowed, "", subject, reason);
    }),
  ];
  return rows.join("");
}

const iso = (at: number) => new Date(at).toISOString();

function inOrder({ prompts, observations, responses, events }: Exported) {
  const notifications = notificationsIn(events);
  return [
    ...prompts.map((record) => ({ kind: "prompt" as const, at: record.at, record })),
    ...observations.map((record) => ({ kind: "observation" as const, at: record.at, record })),
    ...responses.map((record) => ({ kind: "response" as const, at: record.at, record })),
    ...notifications.map((record) => ({ kind: "notification" as const, at: record.at, record })),
  ].sort((a, b) => a.at - b.at);
}

function toCsv(records: Exported): string {
  const { id, project } = records.session;
  const lines = inOrder(records).map(({ kind, at, record }) => {
    if (kind !== "observation") return toLine(kind, id, project, iso(at), "", "", "", record.text, "");
    const { toolName, ok, files, input, response } = record;
    return toLine(kind, id, project, iso(at), toolName, String(ok), files.join(" "), input, response);
  });
  return lines.join("");
}

function toLine(...cells: string[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

/** Spreadsheets run text that starts like a formula; a leading apostrophe prevents it. */
function toCell(value: string): string {
  const safe = /^\s*[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
