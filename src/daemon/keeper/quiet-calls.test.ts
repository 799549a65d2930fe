import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { QUIET_HEADER, stampsOf, toQuietHeader } from "../../platform/quiet-calls.ts";
import { createQuietAnswers, type QuietAnswers } from "./quiet-calls.ts";
import { type KnownHead, lookAt, type RawEvent } from "./raw-event.ts";
import type { Attached } from "./upstream.ts";

let dir: string;
let quiet: QuietAnswers;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-quiet-"));
  quiet = createQuietAnswers();
});
afterEach(() => rmSync(dir, { recursive: true }));

const daemon: Attached = { pid: 1, version: "0", address: { port: 1 } };
const HEAD = (length: number, token: string) =>
  `POST /hook HTTP/1.1\r\nHost: h\r\nAuthorization: ${token}\r\nContent-Length: ${length}\r\n\r\n`;
let known: KnownHead | undefined;

const CALL = {
  session_id: "s",
  transcript_path: "/t/s.jsonl",
  cwd: "/p",
  hook_event_name: "PostToolUse",
  tool_name: "Read",
  tool_input: { file_path: "/p/a.ts" },
  tool_response: { content: 'x ,"tool_response": y' },
  tool_use_id: "toolu_1",
};

/** As the front reads it, the next one of the same connection. */
function event(fields: Record<string, unknown> = {}, token = "t"): RawEvent {
  const body = Buffer.from(JSON.stringify({ ...CALL, ...fields }));
  const look = lookAt(Buffer.concat([Buffer.from(HEAD(body.length, token)), body]), ["h"], known);
  if (look === "other" || !("event" in look)) throw new Error("not an event");
  known = look.known;
  return look.event;
}

function reply(header = "") {
  const bytes = Buffer.from(`HTTP/1.1 200 OK\r\nx: 1\r\n${header}content-length: 2\r\n\r\n{}`);
  return { bytes, bodyAt: bytes.length - 2 };
}

function quietReply(files = [join(dir, "config.json")]) {
  return reply(`${QUIET_HEADER}: ${toQuietHeader({ files, stamps: stampsOf(files) })}\r\n`);
}

test("after the daemon said so, more calls of the tool get its answer at once", () => {
  expect(quiet.find(event(), daemon)).toBeUndefined();
  const said = quietReply();
  quiet.learn(event(), daemon, said);
  const next = event({ tool_use_id: "toolu_2", tool_input: { file_path: "/p/b.ts" }, tool_response: "y" });
  expect(Buffer.from(quiet.find(next, daemon) ?? []).toString()).toBe(said.bytes.toString());
});

test("an answer without that word is the daemon's alone", () => {
  quiet.learn(event(), daemon, reply());
  expect(quiet.find(event(), daemon)).toBeUndefined();
  quiet.learn(event(), daemon, reply(`${QUIET_HEADER}: 1\r\n`));
  expect(quiet.find(event(), daemon)).toBeUndefined();
  quiet.learn(event(), daemon, undefined);
  expect(quiet.find(event(), daemon)).toBeUndefined();
});

test("another tool, session, folder, transcript or event is asked about", () => {
  quiet.learn(event(), daemon, quietReply());
  for (const fields of [
    { tool_name: "Edit" },
    { session_id: "other" },
    { cwd: "/q" },
    { transcript_path: "/t/o.jsonl" },
    { hook_event_name: "PostToolUseFailure" },
    { hook_event_name: "PreToolUse" },
  ])
    expect(quiet.find(event(fields), daemon)).toBeUndefined();
  expect(quiet.find(event(), daemon)).toBeDefined();
});

test("a call without an id, without a result, or with too much before it is asked about", () => {
  quiet.learn(event(), daemon, quietReply());
  expect(quiet.find(event({ tool_use_id: undefined }), daemon)).toBeUndefined();
  expect(quiet.find(event({ tool_response: undefined }), daemon)).toBeUndefined();
  expect(quiet.find(event({ tool_input: { content: "x".repeat(5000) } }), daemon)).toBeUndefined();
  const nested = { tool_input: { a: 1, tool_response: "x" } };
  expect(quiet.find(event(nested), daemon)).toBeUndefined();
});

test("another daemon, or another head, has said nothing yet", () => {
  quiet.learn(event(), daemon, quietReply());
  expect(quiet.find(event(), { ...daemon })).toBeUndefined();
  expect(quiet.find(event(), undefined)).toBeUndefined();
  expect(quiet.find(event({}, "other"), daemon)).toBeUndefined();
  known = undefined;
  expect(quiet.find(event(), daemon)).toBeUndefined();
});

test("it holds only while the files are as they were", () => {
  quiet.learn(event(), daemon, quietReply());
  writeFileSync(join(dir, "config.json"), "{}");
  expect(quiet.find(event(), daemon)).toBeUndefined();
  quiet.learn(event(), daemon, quietReply());
  expect(quiet.find(event(), daemon)).toBeDefined();
});

test("the daemon can take it back, and what it said about other tools stays", () => {
  quiet.learn(event(), daemon, quietReply());
  quiet.learn(event({ tool_name: "Grep" }), daemon, quietReply());
  quiet.learn(event(), daemon, reply());
  expect(quiet.find(event(), daemon)).toBeUndefined();
  expect(quiet.find(event({ tool_name: "Grep" }), daemon)).toBeDefined();
});

test("an event of no connection is neither known nor learned", () => {
  const { known: _, ...loose } = event();
  quiet.learn(loose, daemon, quietReply());
  expect(quiet.find(loose, daemon)).toBeUndefined();
  expect(quiet.find(event(), daemon)).toBeUndefined();
});
