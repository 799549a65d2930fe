/** A version of Codex that sends and writes other fields than Pawl knows: noticed, and nothing lost or doubled. */
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { exited, idAt, rollout, THREAD } from "../fixtures/rollout-lines.ts";
import { createScratch } from "./harness/scratch.ts";
import { createPawl, type Pawl } from "./pawl.ts";

const TURN = idAt(1_781_950_000_000);

interface Doctor {
  checks: { name: string; ok: boolean; message: string; fix: string | null }[];
}
const codexCheck = async (pawl: Pawl) =>
  (await pawl.json<Doctor>(["doctor"])).checks.find(({ name }) => name === "codex");

interface Session {
  prompts: { text: string }[];
  observations: { toolUseId: string }[];
  responses: { text: string }[];
}

test("events without the usual fields are not recorded twice, unknown lines are kept, and doctor says so", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  const day = join(scratch.home, ".codex", "sessions", "2026", "06", "20");
  const file = join(day, `rollout-2026-06-20T10-00-00-${THREAD}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  await pawl.run(["install", "--client", "codex"]);
  await pawl.run(["up"]);
  const lines = rollout("new", { meta: { cwd: scratch.project, cli_version: "0.999.0" } })
    .meta()
    .start(TURN)
    .ask("Make the totals round")
    .call("c1", "exec_command", { cmd: "make" })
    .output("c1", exited(0, "made"))
    .say("Round now.")
    .done("Round now.");
  writeFileSync(file, lines.text());
  expect(await codexCheck(pawl)).toMatchObject({ ok: true, message: expect.stringContaining("0.999.0") });

  // The hooks of the new version name neither the turn, nor the call, nor its output as before.
  const hook = (event: string, fields: object) => {
    const where = { session_id: THREAD, transcript_path: file, cwd: scratch.project };
    const body = { hook_event_name: event, ...where, ...fields };
    return pawl.run(["hook", "--client=codex"], { stdin: JSON.stringify(body) });
  };
  await hook("UserPromptSubmit", { prompt: "Make the totals round", turn: TURN });
  const call = { tool_name: "Bash", tool_input: { command: "make" } };
  await hook("PostToolUse", { ...call, call: "c1", result: "made" });
  await hook("Stop", { turn: TURN, last_assistant_message: "Round now." });
  const imported = await pawl.json<{ observations: number }>(["import", "--client", "codex"]);
  expect(imported.observations).toBeLessThanOrEqual(1);
  const session = await pawl.json<Session>(["session", THREAD]);
  expect(session.prompts.map(({ text }) => text)).toEqual(["Make the totals round"]);
  expect(session.observations).toMatchObject([{ toolUseId: "c1" }]);
  expect((await pawl.run(["export"])).stdout).toContain("made");
  expect(session.responses.map(({ text }) => text)).toEqual(["Round now."]);
  const events = await codexCheck(pawl);
  expect(events).toMatchObject({ ok: false, fix: expect.stringContaining("Nothing is lost") });
  expect(events?.message).toContain("3 events without the usual fields");

  // And its rollout has a new kind of line, and a call whose id has another name.
  lines.line("hologram", { text: "KEPT_ONE" });
  lines.line("response_item", {
    type: "function_call",
    name: "exec_command",
    callId: "c2",
    arguments: "KEPT_TWO",
  });
  writeFileSync(file, lines.text());
  await pawl.run(["import", "--client", "codex"]);
  expect((await codexCheck(pawl))?.message).toContain(
    "Codex 0.999.0 differs from what Pawl knows: 2 unknown lines in its records (hologram, response_item function_call)",
  );
  const kept = (await pawl.run(["export"])).stdout;
  for (const text of ["KEPT_ONE", "KEPT_TWO"]) expect(kept).toContain(text);
}, 120_000);
