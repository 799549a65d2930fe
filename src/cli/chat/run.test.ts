/** What `pawl chat` checks before it starts anything. */
import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../../test/cli-call.ts";
import { MessageRouter } from "../../sdk/message-router.ts";

let cli: Awaited<ReturnType<typeof openCli>>;
beforeEach(async () => {
  cli = await openCli();
  // Nothing is sent to a daemon.
  process.env.PAWL_OFF = "1";
});
afterEach(() => {
  delete process.env.PAWL_OFF;
  cli[Symbol.dispose]();
});

test("a folder that is not there, an empty prompt and an unknown session are refused", async () => {
  const refused = async (...args: string[]) => {
    const { exitCode, error } = await cli.run("chat", ...args);
    return [exitCode, error.replaceAll(cli.root, "~")];
  };
  expect(await refused("Hello", "--cwd", join(cli.root, "gone"))).toEqual([2, "Folder not found: ~/gone."]);
  expect(await refused("  ")).toEqual([2, "Missing prompt. Usage: pawl chat PROMPT"]);
  const projects = join(cli.root, "home", ".claude", "projects", "p");
  for (const id of ["unknown", "../p/known", "*"]) {
    expect((await refused("Hello", "--resume", id))[0]).toBe(1);
    mkdirSync(projects, { recursive: true });
    writeFileSync(join(projects, "known.jsonl"), "{}\n");
  }
  expect((await cli.run("chat", "Hello", "--resume", "unknown")).error).toMatchInlineSnapshot(`
    "There is no session unknown to resume.
    Run pawl sessions for a list."
  `);
});

test("a known session, the model and the folder reach the client, and its answer the caller", async () => {
  const projects = join(cli.root, "home", ".claude", "projects", "p");
  mkdirSync(projects, { recursive: true });
  writeFileSync(join(projects, "known.jsonl"), "{}\n");
  const sessions: { cwd: string; model: unknown }[] = [];
  async function* client() {
    yield {
      type: "assistant",
      parent_tool_use_id: null,
      message: { id: "1", content: [{ type: "text", text: "Hi." }] },
    };
    yield { type: "result", subtype: "success", is_error: false, result: "" };
  }
  const open = spyOn(MessageRouter.prototype, "open").mockImplementation((async (session: never) => {
    sessions.push(session);
    return Object.assign(client(), { interrupt: async () => undefined, close: () => undefined });
  }) as never);
  try {
    const { exitCode, stdout, error } = await cli.run(
      "chat",
      "Hello",
      "--resume",
      "known",
      "--model",
      "small",
    );
    expect([exitCode, stdout, error]).toEqual([0, "Hi.\n", ""]);
    expect(sessions[0]).toMatchObject({ cwd: cli.project, model: "small" });
  } finally {
    open.mockRestore();
  }
});
