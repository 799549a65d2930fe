import { expect, test } from "bun:test";
import { keepAll } from "../../../test/fixtures/transcript-lines.ts";
import { parseHookInput } from "../../protocol/index.ts";
import { toBatch } from "./batch.ts";
import { promptKey, promptMark } from "./keys.ts";

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
