import { expect, test } from "bun:test";
import { keepAll, SESSION, script } from "../../../test/fixtures/transcript-lines.ts";
import { observationKey, promptKey, responseKey } from "../../store/records/keys.ts";
import { readTranscriptEntry } from "../claude-code/transcript.ts";
import { createRecords } from "./to-records.ts";

/** Newer than the fixtures: the transcript is over. */
const OVER = 2e12;

function recordsOf(lines: unknown[], overBefore = 0) {
  const records = createRecords(keepAll);
  for (const line of lines) records.push(readTranscriptEntry(line, SESSION));
  records.finish(overBefore);
  const all = records.take();
  return {
    session: all[0]?.session,
    prompts: all.flatMap((batch) => batch.prompts),
    observations: all.flatMap((batch) => batch.observations),
    responses: all.flatMap((batch) => batch.responses),
    events: all.flatMap((batch) => batch.events),
    state: records.state(),
  };
}

test("a turn of the current client gets the same keys as from its hooks", () => {
  const s = script("new");
  const { prompts, observations, responses, session } = recordsOf([
    s.user("Fix it"),
    s.call("toolu_1", "Read", { file_path: "/a.ts" }),
    s.result("toolu_1", "1\tx", { toolUseResult: { type: "text", file: { content: "x" } } }),
    s.say("Fixed."),
    s.turnEnd(),
  ]);
  expect(prompts).toMatchObject([
    { key: promptKey(SESSION, "prompt-0", "Fix it"), text: "Fix it", redaction: 7 },
  ]);
  expect(observations).toMatchObject([
    {
      key: observationKey(SESSION, "toolu_1", ""),
      promptId: "prompt-0",
      ok: true,
      files: ["/a.ts"],
      response: '{"type":"text","file":{"content":"x"}}',
    },
  ]);
  expect(responses).toMatchObject([{ key: responseKey(SESSION, "prompt-0", undefined, ""), text: "Fixed." }]);
  expect(session).toMatchObject({ id: SESSION, cwd: "/home/dev/shop", model: "claude-test-1" });
});

test("an old transcript is keyed by its lines, so that reading it again changes nothing", () => {
  const turn = () => {
    const s = script("old");
    return [s.user("Go on"), s.say("Looking."), s.say("Done."), s.user("Go on"), s.say("Again.")];
  };
  const first = recordsOf(turn());
  expect(first.prompts.map((p) => p.text)).toEqual(["Go on", "Go on"]);
  expect(new Set(first.prompts.map((p) => p.key)).size).toBe(2);
  expect(first.responses.map((r) => r.text)).toEqual(["Done.", "Again."]);
  expect(recordsOf(turn())).toEqual(first);
});

test("a failed call contains the error as the model got it", () => {
  const s = script("new");
  const { observations } = recordsOf([
    s.user("Run"),
    s.call("t", "Bash", { command: "exit 3" }),
    s.result("t", "Exit code 3\nbroken", { isError: true, toolUseResult: "Error: Exit code 3\nbroken" }),
  ]);
  expect(observations).toMatchObject([{ ok: false, response: "Exit code 3\nbroken" }]);
});

test("a prompt typed during a turn is its own prompt", () => {
  const s = script("new");
  const { prompts } = recordsOf([s.user("Start"), s.queued("And hurry"), s.say("Yes.")]);
  expect(prompts.map((p) => p.key)).toEqual([
    promptKey(SESSION, "prompt-0", "Start"),
    promptKey(SESSION, "prompt-0", "And hurry"),
  ]);
});

test("text that the client writes in the user's name is not a prompt", () => {
  const s = script("new");
  const { prompts } = recordsOf([
    s.meta("Expanded skill"),
    s.user("<command-name>/compact</command-name>"),
    s.user("<local-command-stdout>Compacted</local-command-stdout>"),
    s.summary("This session is being continued"),
  ]);
  expect(prompts).toEqual([]);
});

test("a compaction is an event with its summary, and an interrupt is an event", () => {
  const s = script("new");
  const { events } = recordsOf([s.user("x"), s.compact(), s.summary("They spoke."), s.interrupt()]);
  expect(events.map((e) => e.event)).toEqual(["compact_boundary", "compact_summary", "interrupt"]);
  expect(JSON.parse(events[1]?.body ?? "")).toEqual({ summary: "They spoke." });
});

test("a subagent's file gives its calls and its response, and no prompt", () => {
  const s = script("new", SESSION, "agent7");
  const { prompts, observations, responses } = recordsOf([
    s.user("Find the quarry"),
    s.call("t", "Bash", { command: "ls" }),
    s.result("t", "stone"),
    s.say("Found."),
  ]);
  expect(prompts).toEqual([]);
  expect(observations).toMatchObject([{ agentId: "agent7", response: "stone" }]);
  expect(responses).toMatchObject([
    { agentId: "agent7", key: responseKey(SESSION, "prompt-0", "agent7", "") },
  ]);
});

test("subagent calls that the main transcript repeats do not affect the main turn", () => {
  const s = script("old");
  const inner = script("old");
  const { observations, responses, prompts } = recordsOf([
    s.user("Send someone"),
    s.call("task", "Task", { prompt: "Look" }),
    s.progress("agent7", inner.user("Look")),
    s.progress("agent7", inner.call("inner", "Bash", { command: "ls" })),
    s.progress("agent7", inner.result("inner", "stone")),
    s.result("task", [{ type: "text", text: "Found." }]),
    s.say("They found it."),
  ]);
  expect(prompts).toHaveLength(1);
  expect(observations.map((o) => [o.toolUseId, o.agentId, o.response, o.ok])).toEqual([
    ["inner", "agent7", "stone", true],
    ["task", undefined, "Found.", true],
  ]);
  expect(responses).toMatchObject([{ text: "They found it." }]);
});

test("a call without a result is kept once it is certain that none will come", () => {
  const s = script("new");
  const waiting = [s.user("Go"), s.call("t", "Bash", { command: "sleep 9" })];
  expect(recordsOf(waiting).observations).toEqual([]);
  expect(recordsOf(waiting, OVER).observations).toMatchObject([{ ok: false, response: "", toolUseId: "t" }]);
  expect(recordsOf([...waiting, s.user("Still there?")]).observations).toMatchObject([{ ok: false }]);
});

test("a result without its call is kept", () => {
  const s = script("new");
  expect(recordsOf([s.user("x"), s.result("lost", "text")]).observations).toMatchObject([
    { toolUseId: "lost", toolName: "unknown", response: "text" },
  ]);
});

test("text before a tool call is not taken as the response while the turn runs", () => {
  const s = script("new");
  const first = [s.user("x"), s.say("Let me look.", { stop_reason: "tool_use" }), s.call("t", "LS", {})];
  expect(recordsOf(first).responses).toEqual([]);
  expect(recordsOf([...first, s.result("t", ""), s.interrupt()]).responses).toMatchObject([
    { text: "Let me look." },
  ]);
});

test("the blocks of one message are one response", () => {
  const s = script("new");
  const { responses } = recordsOf([s.user("x"), s.say("One.", { id: "m" }), s.say("Two.", { id: "m" })]);
  expect(responses.map((r) => r.text)).toEqual(["One.\nTwo."]);
});

test("an API error is not a response of the assistant", () => {
  const s = script("new");
  const error = { ...s.say("API Error: 500"), isApiErrorMessage: true };
  expect(recordsOf([s.user("x"), error]).responses).toEqual([]);
});

test("lines of another session, as in a resumed old transcript, stay with that session", () => {
  const other = script("old", "other-session");
  const s = script("old");
  const records = createRecords(keepAll);
  for (const line of [other.user("before"), s.user("after")])
    records.push(readTranscriptEntry(line, SESSION));
  expect(records.take().map((b) => [b.session.id, b.prompts[0]?.text])).toEqual([
    ["other-session", "before"],
    [SESSION, "after"],
  ]);
});

test("no state can be saved while a call waits for its result", () => {
  const s = script("new");
  expect(recordsOf([s.user("x"), s.call("t", "LS", {})]).state).toBeUndefined();
  expect(recordsOf([s.user("x"), s.call("u", "LS", {}), s.result("u", "")]).state).toHaveLength(1);
});

test("an unknown line is kept as an event whose body is JSON, whatever its size", () => {
  const { events } = recordsOf([{ type: "hologram", uuid: "u", sessionId: SESSION, data: "x".repeat(1e6) }]);
  expect(events).toMatchObject([{ event: "transcript:hologram" }]);
  expect(JSON.parse(events[0]?.body ?? "").cut.length).toBeLessThan(21_000);
});

test("a failed call's content is its text where all of it is text; anything else stays as it is", () => {
  const responseTo = (content: unknown) => {
    const s = script("new");
    const { observations } = recordsOf([
      s.user("Do it"),
      s.call("t", "mcp__x__y", {}),
      s.result("t", content as string, { isError: true }),
    ]);
    return observations[0]?.response;
  };
  const block = (text: unknown) => ({ type: "text", text });
  expect(responseTo([block("one"), block("two")])).toBe("one\ntwo");
  expect(responseTo([])).toBe("[]");
  expect(responseTo([block("one"), block(2)])).toBe(
    '[{"type":"text","text":"one"},{"type":"text","text":2}]',
  );
  expect(responseTo([block("one"), { type: "image" }])).toBe(
    '[{"type":"text","text":"one"},{"type":"image"}]',
  );
  expect(responseTo([null])).toBe("[null]");
});

test("of a large event twenty thousand characters are kept, and it says that it was cut", () => {
  const [event] = recordsOf([{ type: "hologram", sessionId: SESSION, text: "x".repeat(50_000) }]).events;
  expect(JSON.parse(event?.body ?? "").cut).toHaveLength(20_000);
});

test("where reading begins behind a prompt, a result says to which prompt the answer belongs", () => {
  const s = script("new");
  s.user("Not read.");
  const { responses } = recordsOf([s.result("t", "x"), s.say("Done.")]);
  expect(responses[0]?.promptId).toBe("prompt-0");
});

test("lines that tell no time are over as soon as anything is", () => {
  const s = script("new");
  const call = { ...s.call("t", "Bash", {}), timestamp: undefined };
  expect(recordsOf([call], 1).observations).toHaveLength(1);
  expect(recordsOf([call], 0).observations).toHaveLength(0);
});
