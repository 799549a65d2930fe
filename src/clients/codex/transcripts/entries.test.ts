/** Lines of a rollout, and the whole entries that they become. */
import { expect, test } from "bun:test";
import { exited, idAt, rollout, runs, THREAD } from "../../../../test/fixtures/rollout-lines.ts";
import { createRolloutReader } from "./entries.ts";
import { timeOfId } from "./place.ts";

const TURN = idAt(1_781_950_000_000);
const START = Date.parse("2026-06-20T10:00:00.000Z");
const script = () => rollout("old").meta().start(TURN);
type Script = ReturnType<typeof rollout>;
function entriesOf(lines: Script, reader = createRolloutReader("file")) {
  return lines.lines.flatMap((line) => reader.read(JSON.parse(line)));
}
/** Without the turn's start. */
const after = (lines: Script) => entriesOf(lines).slice(1);
const HEAD = { sessionId: THREAD, cwd: "/p" };
const at = (seconds: number) => START + seconds * 1000;
const user = (seconds: number, text = "", more: object = {}) => ({
  ...{ kind: "user", ...HEAD, at: at(seconds), promptId: TURN, isMeta: false, isCompactSummary: false },
  ...{ text, results: [], ...more },
});
const result = (seconds: number, toolUseId: string, content: string, isError = false) =>
  user(seconds, "", { results: [{ toolUseId, isError, content }] });
const assistant = (seconds: number, text: string, tools: object[] = [], more: object = {}) => ({
  ...{ kind: "assistant", ...HEAD, at: at(seconds), text, tools, isApiError: false, model: "gpt-x" },
  ...more,
});
const turnEnd = (seconds: number) => ({ kind: "turnEnd", ...HEAD, at: at(seconds) });

test("a turn: its start, the prompt, what was said, and its end once", () => {
  const lines = script().ask("Fix it").say("I look.", "commentary").say("Done.").done("Done.");
  expect(entriesOf(lines)).toEqual([
    user(2),
    { kind: "queued", ...HEAD, at: at(4), uuid: `prompt-${at(4)}`, text: "Fix it" },
    assistant(5, "I look.", [], { stopReason: "tool_use" }),
    assistant(6, "Done."),
    turnEnd(7),
  ] as never);
});

test("an answer that no message had comes with the end of the turn; an empty one, or none, does not", () => {
  expect(after(script().say("First.").done("Second."))).toEqual([
    assistant(4, "First."),
    assistant(5, "Second."),
    turnEnd(5),
  ] as never);
  expect(after(script().done(""))).toEqual([turnEnd(4)] as never);
  expect(after(script().done())).toEqual([turnEnd(4)] as never);
  // The same words in the next turn are a new answer.
  const second = idAt(1_781_950_000_001);
  const again = script().say("Done.").done("Done.").start(second).done("Done.");
  expect(entriesOf(again).filter(({ kind }) => kind === "assistant")).toHaveLength(2);
});

test("an interrupted turn and a compaction are told in the words of every transcript", () => {
  const aborted = script().event({ type: "turn_aborted", turn_id: TURN, reason: "interrupted" });
  expect(after(aborted)).toEqual([
    user(4, "[Request interrupted by user]", { uuid: `interrupt-${TURN}` }),
  ] as never);
  const boundary = (seconds: number) => ({
    ...{ kind: "compact", ...HEAD, at: at(seconds), uuid: `compacted-${at(seconds)}`, metadata: {} },
  });
  expect(after(script().line("compacted", { message: "So far." }))).toEqual([
    boundary(4),
    user(4, "So far.", { uuid: `summary-${at(4)}`, isCompactSummary: true }),
  ] as never);
  expect(after(script().line("compacted", { message: "" }))).toEqual([boundary(4)] as never);
});

test("a command that goes on has its result where it ends: at a look, at its own line, or with the turn", () => {
  const begun = () => script().call("c1", "exec_command", { cmd: "make" }).output("c1", runs(7, "a\n"));
  const call = assistant(4, "", [{ id: "c1", name: "Bash", input: { command: "make" } }]);
  const look = (seconds: number, id: string) =>
    expect.objectContaining({ kind: "assistant", at: at(seconds), tools: [expect.objectContaining({ id })] });
  const seen = begun()
    .call("c2", "write_stdin", { session_id: 7, chars: "" })
    .output("c2", runs(7, "b\n"))
    .call("c3", "write_stdin", { session_id: 7, chars: "" })
    .output("c3", exited(2, "c\n"))
    .ended("c1", 2, "again")
    .done();
  expect(after(seen)).toEqual([
    call,
    look(6, "c2"),
    result(7, "c2", "b\n"),
    look(8, "c3"),
    result(9, "c1", "Exit code 2\na\nb\nc\n", true),
    result(9, "c3", "c\n"),
    turnEnd(11),
  ] as never);
  expect(after(begun().ended("other", 0, "x").ended("c1", 0, "a\nb\n").done())).toEqual([
    call,
    result(7, "c1", "a\nb\n"),
    turnEnd(8),
  ] as never);
  expect(after(begun().done())).toEqual([call, result(6, "c1", "a\n"), turnEnd(6)] as never);
  // A look at a process that nobody knows is a result of its own.
  const unknown = script()
    .call("c2", "write_stdin", { session_id: 9, chars: "" })
    .output("c2", "no such process");
  expect(after(unknown)).toEqual([look(4, "c2"), result(5, "c2", "no such process", true)] as never);
});

test("a call of another tool failed if Codex says so; a command's always, if nothing else is known", () => {
  const ended = (name: string, output: unknown) =>
    entriesOf(script().call("c", name, {}).output("c", output)).at(-1) as never;
  expect(ended("other_tool", "fine")).toEqual(result(5, "c", "fine") as never);
  for (const text of [
    "unsupported call: other_tool",
    "unsupported custom tool call: x",
    "failed to parse function arguments: x",
    "tool call error: x",
    "aborted by user",
  ])
    expect(ended("other_tool", text)).toEqual(result(5, "c", text, true) as never);
  expect(ended("exec_command", "rejected")).toEqual(result(5, "c", "rejected", true) as never);
  expect(ended("exec_command", exited(0, "ok"))).toEqual(result(5, "c", "ok") as never);
});

test("a folder or a model that changes holds from there on; a line without one changes nothing", () => {
  const lines = script()
    .line("turn_context", { cwd: "/q", model: "gpt-y" })
    .say("Here.")
    .line("turn_context", {})
    .say("Still here.");
  expect(after(lines)).toEqual([
    assistant(5, "Here.", [], { cwd: "/q", model: "gpt-y" }),
    assistant(7, "Still here.", [], { cwd: "/q", model: "gpt-y" }),
  ] as never);
});

test("the first line names the session; a second one is a copy", () => {
  const other = { id: "other", cwd: "/other", cli_version: "0" };
  const said = entriesOf(rollout("old").meta().line("session_meta", other).say("Hi."));
  expect(said).toMatchObject([{ sessionId: THREAD, cwd: "/p" }]);
  const unnamed = rollout("old").say("Hi.");
  expect(entriesOf(unnamed)).toEqual([
    { kind: "assistant", sessionId: "file", at: at(1), text: "Hi.", tools: [], isApiError: false },
  ]);
});

test("where reading goes on, the open turn's words are not repeated", () => {
  const meta = { sessionId: THREAD, threadId: THREAD, cwd: "/p" };
  const said = { text: "Done.", at: 1, place: "final" } as const;
  const turn = { sessionId: THREAD, promptId: TURN, cwd: "/q", said };
  const reader = createRolloutReader("file", { meta, turn });
  expect(entriesOf(rollout("old").done("Done."), reader)).toEqual([{ ...turnEnd(1), cwd: "/q" }] as never);
  const noFolder = createRolloutReader("file", { meta, turn: { ...turn, cwd: "" } });
  expect(entriesOf(rollout("old").done("Done."), noFolder)).toEqual([turnEnd(1)] as never);
});

test("a fork's copied turns are named as such, its own are not; a subagent's copies are left out", () => {
  const began = 1_781_950_000_000;
  const thread = idAt(began);
  const lines = (meta: object) =>
    rollout("old", { thread, meta })
      .meta()
      .start(idAt(began - 1))
      .say("Copied.")
      .start(idAt(began, 2))
      .say("Own.");
  const texts = (meta: object) =>
    entriesOf(lines(meta)).flatMap((entry) =>
      entry.kind === "noise" ? [] : [[entry.kind, "text" in entry ? entry.text : "", entry.forkedFrom]],
    );
  expect(texts({ forked_from_id: "original" })).toEqual([
    ["turnEnd", "", "original"],
    ["user", "", "original"],
    ["assistant", "Copied.", "original"],
    ["user", "", undefined],
    ["assistant", "Own.", undefined],
  ]);
  expect(texts({})).toEqual([
    ["user", "", undefined],
    ["assistant", "Copied.", undefined],
    ["user", "", undefined],
    ["assistant", "Own.", undefined],
  ]);
});

test("an id of version 7 tells its time; another does not", () => {
  expect(timeOfId(idAt(1_781_950_000_123))).toBe(1_781_950_000_123);
  expect(timeOfId("01a1e000-0000-4000-8000-000000000001")).toBeUndefined();
  expect(timeOfId("x")).toBeUndefined();
});

test("a search is a call with an empty result that went well", () => {
  const search = { type: "web_search_end", call_id: "w1", query: "bun", action: { type: "search" } };
  expect(after(script().event(search))).toEqual([
    expect.objectContaining({ tools: [expect.objectContaining({ id: "w1", name: "WebSearch" })] }),
    result(4, "w1", ""),
  ] as never);
});

test("a command that was let go with its turn does not end again with the next", () => {
  const lines = script()
    .call("c1", "exec_command", { cmd: "make" })
    .output("c1", runs(7, "a"))
    .done()
    .start(idAt(1_781_950_000_002))
    .done();
  const results = entriesOf(lines).flatMap((entry) => (entry.kind === "user" ? entry.results : []));
  expect(results).toHaveLength(1);
});

test("before its first turn a fork's lines are copies, a subagent's are its own", () => {
  const thread = idAt(1_781_950_000_000);
  const texts = (meta: object) =>
    entriesOf(rollout("old", { thread, meta }).meta().say("Before a turn.")).flatMap((entry) =>
      entry.kind === "assistant" ? [entry.forkedFrom ?? "own"] : [],
    );
  expect(texts({ forked_from_id: "original" })).toEqual(["original"]);
  expect(texts({})).toEqual(["own"]);
});
