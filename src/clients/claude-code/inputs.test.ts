import { expect, test } from "bun:test";
import { factsOf, HOOK_EVENTS, type HookEventName } from "./events.ts";
import { plainFields, schemaOf } from "./inputs.ts";

const VALUES: readonly unknown[] = ["x", "", 5, 0.5, null, true, false, [], ["a"], {}, { a: 1 }];
const COMMON = [
  "session_id",
  "transcript_path",
  "cwd",
  "prompt_id",
  "agent_id",
  "agent_type",
  "context_tokens",
];

/** Every field of the event with every kind of value, missing ones and names that nobody declared. */
function* inputsOf(event: HookEventName): Generator<Record<string, unknown>> {
  const names = [...COMMON.slice(1), ...Object.keys(factsOf(event).fields), "unheard_of"];
  const head = { hook_event_name: event, session_id: "s" };
  yield head;
  for (const value of VALUES) {
    yield { ...head, session_id: value };
    for (const name of names) yield { z_first: 1, [name]: value, ...head };
    yield { ...Object.fromEntries(names.map((name) => [name, value])), ...head };
  }
  for (let i = 0; i < 50; i++)
    yield {
      ...Object.fromEntries(names.map((name, at) => [name, VALUES[(i * 7 + at * 3) % VALUES.length]])),
      ...head,
    };
  yield JSON.parse(`{"__proto__":{"cwd":"/x"},"hook_event_name":"${event}","session_id":"s"}`);
}

test.each(HOOK_EVENTS.map((event) => [event]))(
  "%s: input that is as declared needs no schema, and what comes out is what the schema gives",
  (event) => {
    for (const input of inputsOf(event)) {
      const quick = plainFields(event, input);
      if (quick === undefined) continue;
      // As text: the order of the fields counts too, because it is stored.
      expect(JSON.stringify(quick)).toBe(JSON.stringify(schemaOf(event).parse(input)));
      expect(Object.keys(quick)).toEqual(Object.keys(schemaOf(event).parse(input)));
    }
  },
);

test("the events that come most often need no schema", () => {
  const call = { tool_name: "Read", tool_input: {}, tool_use_id: "t" };
  const given = { session_id: "s", cwd: "/p", transcript_path: "/t.jsonl", permission_mode: "default" };
  const quick = (event: HookEventName, more: object) => plainFields(event, { ...given, ...more });
  expect(quick("PreToolUse", call)).toBeDefined();
  expect(quick("PostToolUse", { ...call, tool_response: {}, duration_ms: 1 })).toBeDefined();
  expect(quick("UserPromptSubmit", { prompt: "x" })).toBeDefined();
  expect(quick("SessionStart", { source: "startup" })).toBeDefined();
  expect(quick("PostToolUse", { ...call, session_id: "" })).toBeUndefined();
});
