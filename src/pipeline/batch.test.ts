import { expect, test } from "bun:test";
import { keepAll } from "../../test/fixtures/transcript-lines.ts";
import { parseHookInput } from "../clients/index.ts";
import { promptKey, promptMark } from "../store/records/keys.ts";
import { toBatch } from "./batch.ts";

const seen = { at: 5, project: "/p", cwd: "/p", redact: keepAll };
const batch = (event: Record<string, unknown>, more = {}) =>
  toBatch(parseHookInput({ session_id: "s", prompt_id: "p", ...event }), { ...seen, ...more });

test("what a subagent said is kept; the summariser of a compaction, which has no type, is none", () => {
  const stop = { hook_event_name: "SubagentStop", agent_id: "a1", last_assistant_message: "Said." };
  expect(batch({ ...stop, agent_type: "Explore" }).responses).toHaveLength(1);
  expect(batch(stop).responses).toHaveLength(1);
  expect(batch({ ...stop, agent_type: "" })).toMatchObject({
    responses: [],
    events: [{ event: "SubagentStop" }],
  });
});

test("a prompt that was redacted on its way has the key of what was typed", () => {
  const typed = "use hunter2 now";
  const spooled = { hook_event_name: "UserPromptSubmit", prompt: "use [redacted:password] now" };
  const { prompts } = batch(spooled, { promptMark: promptMark(typed) });
  expect(prompts?.[0]?.key).toBe(promptKey("s", "p", typed));
});

test("the name of an event that nobody knows is cleaned before it is cut", () => {
  const redact = { ...keepAll, text: (text: string) => text.replace(/key-\w+/, "[redacted]") };
  const name = `Odd ${"x".repeat(90)} key-${"y".repeat(200)}`;
  const { events } = batch({ hook_event_name: name }, { redact });
  expect(JSON.stringify(events?.[0])).not.toContain("key-y");
});

test("of an event of megabytes only as much is searched for secrets as is kept", () => {
  let searched = 0;
  const redact = {
    text: (text: string) => text,
    json: (value: unknown) => {
      searched += JSON.stringify(value).length;
      return value;
    },
    version: 1,
  };
  const input = parseHookInput({
    hook_event_name: "PermissionRequest",
    session_id: "s",
    tool_name: "Write",
    tool_input: { file_path: "/x", content: "word ".repeat(1_000_000) },
  });
  const [event] = toBatch(input, { at: 1, project: "", cwd: "", redact }).events ?? [];
  expect(event?.body).toContain("/x");
  expect(event?.body.length).toBeGreaterThan(20_000);
  expect(searched).toBeLessThan(30_000);
});

test("a session is seen with what the event tells of it, and no more", () => {
  const start = { hook_event_name: "SessionStart", source: "resume", model: "m", transcript_path: "/t" };
  expect(batch(start, { client: "codex" }).session).toEqual({
    ...{ id: "s", project: "/p", cwd: "/p", at: 5, client: "codex" },
    ...{ transcriptPath: "/t", source: "resume", model: "m" },
  });
  expect(batch({ hook_event_name: "Stop" }).session).toEqual({ id: "s", project: "/p", cwd: "/p", at: 5 });
});

test("a call is kept with its response, or with its error where it failed", () => {
  const call = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t" };
  expect(
    batch({ ...call, hook_event_name: "PostToolUse", tool_response: "fine" }).observations,
  ).toMatchObject([{ ok: true, response: "fine" }]);
  expect(
    batch({ ...call, hook_event_name: "PostToolUseFailure", error: "broken" }).observations,
  ).toMatchObject([{ ok: false, response: "broken" }]);
});

test("prompts and answers have the prompt's id if there is one", () => {
  const asked = { hook_event_name: "UserPromptSubmit", prompt: "Ask" };
  const said = { hook_event_name: "Stop", last_assistant_message: "Said." };
  expect(batch(asked).prompts).toMatchObject([{ promptId: "p", text: "Ask" }]);
  expect(batch(said).responses).toMatchObject([{ promptId: "p", text: "Said." }]);
  const without = { prompt_id: undefined };
  expect(batch({ ...asked, ...without }).prompts?.[0]).not.toHaveProperty("promptId");
  expect(batch({ ...said, ...without }).responses?.[0]).not.toHaveProperty("promptId");
  expect(batch({ ...said, last_assistant_message: " " }).responses).toEqual([]);
  expect(batch({ ...asked, agent_id: "a" }).prompts).toBeUndefined();
});
