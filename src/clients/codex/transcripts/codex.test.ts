import { afterEach, beforeEach, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exited, idAt, rollout, runs, THREAD } from "../../../../test/fixtures/rollout-lines.ts";
import { toBatch } from "../../../pipeline/batch.ts";
import { openStore } from "../../../store/open.ts";
import { toObservation } from "../../../store/records/observation.ts";
import { recordsIn } from "../../../store/records/queries.ts";
import type { Store } from "../../../store/store.ts";
import { parseHookInput } from "../../claude-code/parse.ts";
import { parseInput } from "../../parse.ts";
import { catchUp } from "../../transcripts/catch-up.ts";
import { readTranscript } from "../../transcripts/read.ts";
import { toFailedCommand } from "../wire.ts";
import { exitCodeInRollout } from "./exit-code.ts";

let dir: string;
let file: string;
let store: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-rollout-"));
  file = join(dir, `rollout-2026-06-20T10-00-00-${THREAD}.jsonl`);
  store = await openStore({ database: join(dir, "pawl.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const redact = { text: (text: string) => text, json: (value: unknown) => value, version: 1 };
const read = (path = file) =>
  catchUp({ store, offsets: store, path, redact, projectOf: (cwd) => cwd, overBefore: Date.now() });
const PATCH = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch\n";

function session(version: "old" | "new") {
  return rollout(version)
    .meta()
    .start(idAt(1_781_950_000_000))
    .ask("Fix the sum")
    .say("I look first.", "commentary")
    .call("c1", "exec_command", { cmd: "ls", workdir: "/p" })
    .output("c1", exited(0, "a.ts\n"))
    .call("c2", "exec_command", { cmd: "make" })
    .output("c2", exited(2, "broken\n"))
    .patch("c3", PATCH)
    .output("c3", "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n")
    .patch("c4", PATCH)
    .output("c4", "apply_patch verification failed: no such lines")
    .say("Fixed.")
    .done("Fixed.");
}

test.each(["old", "new"] as const)(
  "%s: prompts, calls and answers once each; failures are failures",
  async (version) => {
    writeFileSync(file, session(version).text());
    const { added, skipped, unknown } = await read();
    expect({ ...added, skipped, unknown }).toEqual({
      prompts: 1,
      observations: 4,
      responses: 1,
      events: 0,
      skipped: 0,
      unknown: {},
    });
    const records = await recordsIn(store).session(THREAD);
    expect(records?.session).toMatchObject({
      client: "codex",
      project: "/p",
      model: "gpt-x",
      transcriptPath: file,
    });
    expect(
      records?.observations.map(({ toolName, ok, response, files }) => ({ toolName, ok, response, files })),
    ).toEqual([
      { toolName: "Bash", ok: true, response: "a.ts\n", files: [] },
      { toolName: "Bash", ok: false, response: "Exit code 2\nbroken\n", files: [] },
      { toolName: "Edit", ok: true, response: "Success.\n", files: ["/p/src/a.ts"] },
      {
        toolName: "Edit",
        ok: false,
        response: "apply_patch verification failed: no such lines",
        files: ["/p/src/a.ts"],
      },
    ]);
    expect(records?.responses.map(({ text }) => text)).toEqual(["Fixed."]);
    expect((await read()).bytes).toBe(0);
  },
);

test("hooks and the rollout give the same keys: what both bring is stored once", async () => {
  const turn = idAt(1_781_950_000_000);
  const at = Date.parse("2026-06-20T10:00:03.000Z");
  const base = { session_id: THREAD, turn_id: turn, transcript_path: file, cwd: "/p" };
  const seen = { at, project: "/p", cwd: "/p", redact, client: "codex" };
  const parse = (body: object) => parseInput(body, "codex");
  const post = (id: string, command: string, output: string) =>
    parse({
      ...base,
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command },
      tool_response: output,
      tool_use_id: id,
    });
  const inputs = [
    parse({ ...base, hook_event_name: "UserPromptSubmit", prompt: "Fix the sum" }),
    post("c1", "ls", "a.ts\n"),
    parseHookInput(toFailedCommand(post("c2", "make", "broken\n").raw, 2)),
    parse({ ...base, hook_event_name: "Stop", last_assistant_message: "Fixed." }),
  ];
  for (const input of inputs) await recordsIn(store).record(toBatch(input, seen));
  writeFileSync(file, session("new").text());
  expect((await read()).added).toMatchObject({ prompts: 0, observations: 2, responses: 0 });
  const records = await recordsIn(store).session(THREAD);
  expect(records?.observations.map(({ ok }) => ok)).toEqual([true, false, true, false]);
});

test("a command that runs on is recorded with the exit code of its end, and each look at it as one", async () => {
  const lines = rollout("old")
    .meta()
    .start(idAt(1_781_950_000_000))
    .ask("Test it")
    .call("c1", "exec_command", { cmd: "npm test" })
    .output("c1", runs(77, "one "))
    .call("c2", "write_stdin", { session_id: 77, chars: "" })
    .output("c2", runs(77, "two "))
    .call("c3", "write_stdin", { session_id: 77, chars: "q" })
    .output("c3", exited(1, "three"))
    .call("c4", "exec_command", { cmd: "serve" })
    .output("c4", runs(78, "listening"))
    .call("c5", "write_stdin", { session_id: 99, chars: "" })
    .output("c5", "write_stdin failed: Unknown process id 99")
    .done("Red.");
  writeFileSync(file, lines.text());
  await read();
  const { observations = [] } = (await recordsIn(store).session(THREAD)) ?? {};
  const byId = Object.fromEntries(
    observations.map(({ toolUseId, toolName, ok, response }) => [toolUseId, [toolName, ok, response]]),
  );
  expect(byId).toEqual({
    c1: ["Bash", false, "Exit code 1\none two three"],
    c2: ["BashOutput", true, "two "],
    c3: ["BashOutput", true, "three"],
    c4: ["Bash", true, "listening"],
    c5: ["BashOutput", false, "write_stdin failed: Unknown process id 99"],
  });
});

test("reading goes on where it stopped, in the same turn, session and folder", async () => {
  const whole = session("new");
  const cut = 8;
  writeFileSync(file, `${whole.lines.slice(0, cut).join("\n")}\n`);
  const first = await catchUp({ store, offsets: store, path: file, redact, projectOf: (cwd) => cwd });
  appendFileSync(file, `${whole.lines.slice(cut).join("\n")}\n`);
  const rest = await read();
  expect(first.added.observations + rest.added.observations).toBe(4);
  const records = await recordsIn(store).session(THREAD);
  expect(new Set(records?.observations.map(({ promptId }) => promptId))).toEqual(
    new Set([idAt(1_781_950_000_000)]),
  );
  expect(records?.responses).toHaveLength(1);
  expect((await recordsIn(store).sessions({ limit: 9 })).map(({ id }) => id)).toEqual([THREAD]);
});

test("a fork's copies of the original's turns are not recorded again; its own are", async () => {
  const forkedAt = 1_781_960_000_000;
  const thread = idAt(forkedAt, 2);
  const path = join(dir, `rollout-2026-06-20T12-00-00-${thread}.jsonl`);
  const copies = session("old").lines;
  const fork = rollout("old", { thread, meta: { forked_from_id: THREAD }, from: forkedAt }).meta();
  const own = rollout("old", { from: forkedAt + 5000 })
    .start(idAt(forkedAt + 5000, 3))
    .ask("Another way")
    .call("d1", "exec_command", { cmd: "pwd" })
    .output("d1", exited(0, "/p\n"))
    .done("Went.");
  writeFileSync(path, `${[...fork.lines, ...copies, ...own.lines].join("\n")}\n`);
  await read(path);
  const records = await recordsIn(store).session(thread);
  expect(records?.prompts.map(({ text }) => text)).toEqual(["Another way"]);
  expect(records?.observations.map(({ toolUseId }) => toolUseId)).toEqual(["d1"]);
  expect(await recordsIn(store).session(THREAD)).toBeUndefined();
  expect((await recordsIn(store).transcriptOffset(path))?.state).toContain(`"from":["${THREAD}"]`);
});

test("a subagent's file belongs to the session that it worked for", async () => {
  const thread = idAt(1_781_951_000_000, 4);
  const source = { subagent: { thread_spawn: { parent_thread_id: THREAD, agent_role: "explorer" } } };
  const path = join(dir, `rollout-2026-06-20T10-10-00-${thread}.jsonl`);
  const lines = rollout("new", { thread, meta: { source, thread_source: "subagent" } })
    .meta()
    .start(idAt(1_781_951_001_000))
    .ask("Look around")
    .call("e1", "exec_command", { cmd: "ls" })
    .output("e1", exited(0, ""))
    .done("Looked.");
  writeFileSync(path, lines.text());
  await read(path);
  const records = await recordsIn(store).session(THREAD);
  expect(records?.observations).toMatchObject([{ toolUseId: "e1", agentId: thread, agentType: "explorer" }]);
  expect(records?.prompts).toEqual([]);
  expect(records?.responses).toMatchObject([{ agentId: thread, text: "Looked." }]);
  expect(records?.session.transcriptPath).toBeUndefined();
});

test("compressed files are read like plain ones, and nothing twice", async () => {
  writeFileSync(file, session("new").text());
  await read();
  const packed = `${file}.zst`;
  writeFileSync(packed, await Bun.zstdCompress(Buffer.from(session("new").text())));
  const again = await read(packed);
  expect(again.bytes).toBeGreaterThan(0);
  expect(again.added).toEqual({ prompts: 0, observations: 0, responses: 0, events: 0 });
  const fresh: unknown[] = [];
  for await (const step of readTranscript({ path: packed, sessionId: THREAD, redact }))
    fresh.push(...step.batches);
  expect(fresh).toHaveLength(1);
});

test("interrupts, compactions, searches, plans and tools of servers are there; unknown lines are kept and counted", async () => {
  const lines = rollout("old")
    .meta()
    .start(idAt(1_781_950_000_000))
    .ask("Do it")
    .call("p1", "update_plan", { plan: [] })
    .output("p1", "Plan updated")
    .call("m1", "_fetch", { id: 1 }, "mcp__apps__github")
    .output("m1", [{ type: "input_text", text: "fetched" }])
    .event({ type: "web_search_end", call_id: "w1", query: "bun", action: { type: "search" } })
    .line("compacted", { message: "What was done", replacement_history: [] })
    .event({ type: "turn_aborted", turn_id: idAt(1_781_950_000_000), reason: "interrupted" })
    .event({ type: "from_the_future", text: "new" })
    .line("another_kind", {});
  writeFileSync(file, `${lines.text()}{"broken": \n`);
  const { skipped, unknown } = await read();
  expect({ skipped, unknown }).toEqual({
    skipped: 1,
    unknown: { "event_msg from_the_future": 1, another_kind: 1 },
  });
  const records = await recordsIn(store).session(THREAD);
  expect(records?.observations.map(({ toolName, response }) => `${toolName}: ${response}`)).toEqual([
    "update_plan: Plan updated",
    "mcp__apps__github_fetch: fetched",
    "WebSearch: ",
  ]);
  expect(records?.events.map(({ event }) => event).sort()).toEqual([
    "compact_boundary",
    "compact_summary",
    "interrupt",
    "transcript:another_kind",
    "transcript:event_msg from_the_future",
  ]);
});

test("the exit code of a command is found at the end of a rollout that is being written", () => {
  const lines = rollout("new")
    .meta()
    .start(idAt(1_781_950_000_000))
    .call("c1", "exec_command", { cmd: "make" })
    .ended("c1", 2, "x".repeat(200_000))
    .call("c2", "exec_command", { cmd: "cat exit_code c9" })
    .ended("c2", 0, '"id":"c9","exit_code":7');
  writeFileSync(file, lines.text());
  expect(exitCodeInRollout(file, "c1")).toBe(2);
  expect(exitCodeInRollout(file, "c2")).toBe(0);
  expect(exitCodeInRollout(file, "c9")).toBeUndefined();
  expect(exitCodeInRollout(join(dir, "other.jsonl"), "c1")).toBeUndefined();
  expect(exitCodeInRollout(`/dev/null/${THREAD}`, "c1")).toBeUndefined();
});

test("the observation of a patch names all of its files, the old name of a rename too", () => {
  const edits = [
    { file_path: "/p/new.ts", moved_from: "/p/old.ts", old_string: "", new_string: "" },
    { file_path: "/p/b.ts", old_string: "", new_string: "" },
  ];
  const call = {
    sessionId: "s",
    at: 1,
    toolName: "MultiEdit",
    input: { file_path: "/p/new.ts", edits },
    response: "",
    ok: true,
  };
  expect(toObservation(call, redact).files).toEqual(["/p/new.ts", "/p/old.ts", "/p/b.ts"]);
});
