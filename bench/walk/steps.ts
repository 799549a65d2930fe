/** One step in an app that runs already, for `bench/walk.ts`: it is run with coverage, with and without the step. */
import { jest, test } from "bun:test";
import { openTestApp } from "../../src/daemon/test-app.ts";
import { openStore } from "../../src/store/open.ts";

const step = process.env.PAWL_WALK ?? "";

test("the step", async () => {
  await using app = await openTestApp();
  await app.request("/api/health");
  const event = { session_id: "walk", cwd: app.dir };
  // What is done later, such as indexing, is not part of the walk: on a busy machine it would begin meanwhile.
  if (!step.startsWith("search")) jest.useFakeTimers();
  if (step === "PostToolUse") {
    await app.post("/hook", {
      ...event,
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_use_id: "toolu_1",
      tool_input: { command: "ls -la" },
      tool_response: { stdout: "total 0", stderr: "", interrupted: false },
    });
  }
  if (step === "SessionStart") {
    await app.post("/hook", { ...event, hook_event_name: "SessionStart", source: "startup" });
  }
  jest.useRealTimers();
  // Something to find; both runs of the search have it.
  if (step.startsWith("search")) {
    const session = { id: "walk", project: app.dir, cwd: app.dir, at: 1 };
    const prompt = { key: "walk/1", sessionId: "walk", at: 1, redaction: 1, text: "anything that is found" };
    const opened = await openStore(app.home);
    await opened.record({ session, prompts: [prompt] });
    await opened.close();
  }
  if (step === "search") {
    process.env.PAWL_HOME = app.home.dir;
    const { command } = await import("../../src/cli/search.ts");
    await command.run({ values: { json: true }, positionals: ["anything"] });
  }
});
