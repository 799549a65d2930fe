/** Names that every object of the language has, such as `__proto__`, are names like any other. */

import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sampleInput } from "../../src/clients/claude-code/samples.ts";
import { HOOK_EVENTS, parseHookInput } from "../../src/clients/index.ts";
import { importTranscripts } from "../../src/clients/transcripts/import.ts";
import { openTestApp } from "../../src/daemon/test-app.ts";
import { redactor } from "../../src/redact/redactor.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { INHERITED } from "./broken-request.ts";

/** `value` as JSON with a field of this name at the top and in every object that it has. */
function withField(name: string, value: unknown): string {
  const field = `${JSON.stringify(name)}:{"polluted":"yes","sessionId":"other","session_id":"other"}`;
  const write = (one: unknown): string => {
    if (Array.isArray(one)) return `[${one.map(write).join(",")}]`;
    if (typeof one !== "object" || one === null) return JSON.stringify(one);
    const own = Object.entries(one).map(([key, inner]) => `${JSON.stringify(key)}:${write(inner)}`);
    return `{${[field, ...own].join(",")}}`;
  };
  return write(value);
}

const expectClean = () => expect("polluted" in {} || "polluted" in [] || "polluted" in (() => 1)).toBe(false);

test.each(INHERITED)(
  "events with %s as a tool, a field or an id are stored, and nothing fails",
  async (name) => {
    await using app = await openTestApp();
    for (const event of HOOK_EVENTS) {
      const sample = sampleInput(event, { cwd: app.dir, tool: name });
      const bodies = [
        {
          ...sample,
          session_id: "s1",
          tool_use_id: `t-${event}`,
          agent_id: name,
          agent_type: name,
          source: name,
        },
        {
          ...sample,
          session_id: name,
          tool_use_id: name,
          prompt_id: name,
          prompt: name,
          hook_event_name: event,
        },
      ];
      for (const body of bodies) {
        expect((await app.post("/hook", withField(name, body))).status).toBe(200);
        expect((await app.post("/hook", body, { headers: { "x-pawl-hook": name } })).status).toBe(200);
      }
    }
    await app.post("/hook", { hook_event_name: name, session_id: "s1", cwd: app.dir });
    await app.service.idle();
    expectClean();
    const failures = Object.entries(app.service.counts()).filter(
      ([key]) => !["bad_input", "unknown_event", "hook_deadline"].includes(key),
    );
    expect(failures).toEqual([]);
    for (const id of ["s1", name]) {
      const session = await recordsIn(app.store).session(id);
      const tools = session?.observations.map((one) => one.toolName) ?? [];
      expect(tools.filter((tool) => tool === name).length).toBeGreaterThan(0);
    }
  },
);

test.each(INHERITED)("requests and MCP calls with %s are answered, and never with 500", async (name) => {
  await using app = await openTestApp();
  const accept = "application/json, text/event-stream";
  const bodies: [string, object][] = [
    ["/api/sessions/start", { sessionId: "s1", cwd: name, source: name }],
    ["/api/prompts", { sessionId: "s1", content: name, promptId: name }],
    ["/api/observations", { sessionId: "s1", toolName: name, toolInput: { a: { b: 1 } }, toolUseId: name }],
    ["/api/responses", { sessionId: "s1", content: name, promptId: name }],
    ["/api/sessions/summarize", { sessionId: "s1" }],
    ["/api/memories", { content: name, uri: `user://${name}` }],
    ["/api/memories/relate", { from: `user://${name}`, to: `user://${name}x`, kind: name }],
    ["/api/search", { query: name, type: name }],
    ["/api/search", { query: name, project: name }],
    ["/api/page/search", { query: name }],
    ["/api/forget", { selector: { [name]: name } }],
    ["/api/page/muted", { uri: name, muted: true }],
    ["/mcp", { jsonrpc: "2.0", id: 1, method: name, params: {} }],
    ["/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {} } }],
    [
      "/mcp",
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search", arguments: { query: name } } },
    ],
  ];
  for (const [path, body] of bodies) {
    for (const text of [JSON.stringify(body), withField(name, body)]) {
      const answer = await app.post(path, text, { headers: { accept, "content-type": "application/json" } });
      expect([path, answer.status < 500]).toEqual([path, true]);
    }
  }
  const change = await app.request("/api/page/settings", {
    method: "PATCH",
    body: JSON.stringify({ path: `${name}.polluted`, value: "yes" }),
  });
  expect(change.status).toBe(400);
  for (const path of [
    `/api/sessions/${name}`,
    `/api/${name}`,
    `/api/memories?status=${name}`,
    `/api/page/hooks/${name}`,
  ])
    expect((await app.request(path)).status).toBeLessThan(500);
  expectClean();
  expect((await recordsIn(app.store).observations({ limit: 9 })).some((one) => one.toolName === name)).toBe(
    true,
  );
});

test.each(INHERITED)(
  "a transcript with %s as a type, a tool or a field is read and counted",
  async (name) => {
    await using app = await openTestApp();
    const head = { sessionId: "s1", timestamp: "2026-01-01T00:00:00Z", cwd: app.dir };
    const lines = [
      { ...head, uuid: "1", type: "user", message: { role: "user", content: `about ${name}` } },
      {
        ...head,
        uuid: "2",
        type: "assistant",
        message: { content: [{ type: "tool_use", id: name, name, input: {} }] },
      },
      {
        ...head,
        uuid: "3",
        type: "user",
        message: { content: [{ type: "tool_result", tool_use_id: name, content: "x" }] },
      },
      { ...head, uuid: "4", type: name },
      { ...head, uuid: "5", type: name },
    ];
    const folder = join(app.dir, "projects");
    mkdirSync(folder);
    writeFileSync(join(folder, "s1.jsonl"), `${lines.map((line) => withField(name, line)).join("\n")}\n`);
    const { store } = app;
    const { failed, unknown } = await importTranscripts({
      store,
      offsets: store,
      paths: [folder],
      redact: redactor,
      projectOf: (cwd) => cwd,
      now: Date.now,
    });
    expect([failed, Object.entries(unknown)]).toEqual([[], [[name, 2]]]);
    const session = await recordsIn(app.store).session("s1");
    expect(session?.prompts.map(({ text }) => text)).toEqual([`about ${name}`]);
    expect(session?.observations.map(({ toolName }) => toolName)).toEqual([name]);
    expectClean();
  },
);

test("a field in the spelling of our own code does not pass for the client's", () => {
  const body = {
    hook_event_name: "PostToolUse",
    session_id: "s",
    sessionId: {},
    toolUseId: 7,
    tool_name: "Bash",
  };
  const input = parseHookInput(body);
  expect(input.sessionId).toBe("s");
  expect("toolUseId" in input && input.toolUseId !== undefined).toBe(false);
});

test("what stands under __proto__ does not pass for an event's own field", () => {
  const body = JSON.parse('{"__proto__":{"sessionId":"other"},"hook_event_name":"Stop"}');
  expect(() => parseHookInput(body)).toThrow();
});
