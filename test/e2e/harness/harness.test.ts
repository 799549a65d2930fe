import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createScratch, runClaude, writeSettings } from "./client.ts";
import { startInteractive } from "./interactive.ts";
import {
  asSummary,
  callTool,
  callTools,
  fail,
  inSubagent,
  lastText,
  say,
  startModel,
  textOf,
} from "./model.ts";
import { isAlive } from "./process-group.ts";

const TIMEOUT = 180_000;

describe("a session of the real client with the scripted model", () => {
  test(
    "plays four turns: a write, a failing command, a working one, a final message",
    async () => {
      await using scratch = await createScratch();
      const file = join(scratch.project, "note.txt");
      await using model = startModel([
        callTool("Write", { file_path: file, content: "pawl\n" }),
        callTool("Bash", { command: "echo broken >&2; exit 3", description: "Fail" }),
        callTool("Bash", { command: "cat note.txt", description: "Read it back" }),
        say("All done."),
      ]);

      const run = await runClaude({
        home: scratch.home,
        cwd: scratch.project,
        model,
        prompt: "Write a note",
        allowedTools: ["Bash", "Read", "Write"],
      });

      expect(run.stderr).toBe("");
      expect(run.exitCode).toBe(0);
      expect(run.result?.result).toBe("All done.");
      expect(await Bun.file(file).text()).toBe("pawl\n");
      const main = model.mainRequests();
      expect(main).toHaveLength(4);
      expect(main.map((r) => r.text.includes("Write a note"))).toEqual([true, true, true, true]);
      expect(lastText(main[2] ?? expect.unreachable())).toContain("broken");
      expect(textOf(main[3] ?? expect.unreachable())).toContain("pawl");
      expect(model.unplayed()).toEqual([]);
    },
    TIMEOUT,
  );

  test(
    "a hook's context reaches the model and its run is in hookEvents",
    async () => {
      await using scratch = await createScratch();
      const reply = {
        hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "MOON-IS-HOLLOW" },
      };
      const hook = { type: "command", command: `echo '${JSON.stringify(reply)}'` };
      await writeSettings(scratch.project, { hooks: { SessionStart: [{ hooks: [hook] }] } });
      await using model = startModel([say("Hello.")]);

      const run = await runClaude({ home: scratch.home, cwd: scratch.project, model, prompt: "Hi" });

      expect(model.mainRequests()[0]?.text).toContain("MOON-IS-HOLLOW");
      expect(run.hookEvents.map((e) => [e.subtype, e.hook_event])).toEqual([
        ["hook_started", "SessionStart"],
        ["hook_response", "SessionStart"],
      ]);
    },
    TIMEOUT,
  );

  test(
    "a resumed session contains the earlier conversation",
    async () => {
      await using scratch = await createScratch();
      await using model = startModel([say("The answer is BASALT."), say("Still here.")]);
      const base = { home: scratch.home, cwd: scratch.project, model };

      const first = await runClaude({ ...base, prompt: "Name a stone" });
      const second = await runClaude({ ...base, prompt: "And now?", resume: first.sessionId });

      expect(second.sessionId).toBe(first.sessionId);
      expect(model.mainRequests()[1]?.text).toContain("BASALT");
      expect(second.result?.result).toBe("Still here.");
    },
    TIMEOUT,
  );

  test(
    "/compact calls the summarizer, whose answer replaces the conversation",
    async () => {
      await using scratch = await createScratch();
      await using model = startModel([
        say("A long story about GRANITE."),
        asSummary(say("<summary>They spoke about a MOUNTAIN.</summary>")),
        say("Back again."),
      ]);
      const base = { home: scratch.home, cwd: scratch.project, model };

      const { sessionId: resume } = await runClaude({ ...base, prompt: "Tell me" });
      const compact = await runClaude({ ...base, prompt: "/compact keep the names", resume });
      await runClaude({ ...base, prompt: "Go on", resume });

      expect(compact.messages.some((m) => m.subtype === "compact_boundary")).toBe(true);
      expect(model.requestsOf("summary")).toHaveLength(1);
      expect(model.requestsOf("summary")[0]?.text).toContain("keep the names");
      const after = model.mainRequests()[1]?.text;
      expect(after).toContain("MOUNTAIN");
      expect(after).not.toContain("GRANITE");
    },
    TIMEOUT,
  );

  test(
    "a subagent has its own script",
    async () => {
      await using scratch = await createScratch();
      const task = { description: "Look", prompt: "Find the QUARRY", subagent_type: "general-purpose" };
      await using model = startModel([
        callTool("Agent", { ...task, run_in_background: false }),
        inSubagent(callTool("Bash", { command: "echo from-the-subagent", description: "Echo" }), "QUARRY"),
        inSubagent(say("Found it behind the HILL.")),
        say("The subagent has spoken."),
      ]);

      const run = await runClaude({
        home: scratch.home,
        cwd: scratch.project,
        model,
        prompt: "Send someone",
        allowedTools: ["Agent", "Bash"],
      });

      expect(run.result?.result).toBe("The subagent has spoken.");
      expect(model.requestsOf("subagent")).toHaveLength(2);
      expect(model.requestsOf("subagent")[1]?.text).toContain("from-the-subagent");
      expect(model.mainRequests()[1]?.text).toContain("behind the HILL");
      expect(model.unplayed()).toEqual([]);
    },
    TIMEOUT,
  );

  test(
    "the results of several tools in one turn come back in one request",
    async () => {
      await using scratch = await createScratch();
      await using model = startModel([
        callTools([
          { name: "Bash", input: { command: "echo one-of-two", description: "One" } },
          { name: "Bash", input: { command: "echo two-of-two", description: "Two" } },
        ]),
        say("Both."),
      ]);
      await runClaude({
        home: scratch.home,
        cwd: scratch.project,
        model,
        prompt: "Both",
        allowedTools: ["Bash"],
      });
      const results = model.mainRequests()[1]?.text;
      expect(results).toContain("one-of-two");
      expect(results).toContain("two-of-two");
    },
    TIMEOUT,
  );

  test(
    "an API error ends the session with exit code 1",
    async () => {
      await using scratch = await createScratch();
      await using model = startModel(() => fail(400, "invalid_request_error", "No such thing"));
      const run = await runClaude({ home: scratch.home, cwd: scratch.project, model, prompt: "Hi" });
      expect(run.exitCode).toBe(1);
      expect(run.stdout).toContain("No such thing");
    },
    TIMEOUT,
  );
});

describe("the client in a terminal", () => {
  test(
    "asks for permission, and continues after an answer",
    async () => {
      await using scratch = await createScratch();
      await using model = startModel([
        callTool("Bash", { command: "touch made.txt", description: "Touch a file" }),
        say("It is made."),
      ]);
      await using client = await startInteractive({
        home: scratch.home,
        cwd: scratch.project,
        model,
        prompt: "Make it",
        args: ["--permission-mode", "manual"],
      });
      await client.answer("Do you want to proceed?", "1");
      await client.waitFor("It is made.");
      expect(existsSync(join(scratch.project, "made.txt"))).toBe(true);
    },
    TIMEOUT,
  );
});

describe("isolation", () => {
  test(
    "the client gets nothing of the caller's environment except PATH",
    async () => {
      await using scratch = await createScratch();
      await using model = startModel([
        callTool("Bash", { command: "env", description: "Look" }),
        say("Seen."),
      ]);
      process.env.PAWL_E2E_LEAK = "leaked-value";
      try {
        const base = { home: scratch.home, cwd: scratch.project, model, prompt: "Look" };
        await runClaude({ ...base, allowedTools: ["Bash"], env: { PAWL_E2E_GIVEN: "given-value" } });
      } finally {
        delete process.env.PAWL_E2E_LEAK;
      }
      const seen = model.mainRequests()[1]?.text;
      expect(seen).toContain("PAWL_E2E_GIVEN=given-value");
      expect(seen).not.toContain("leaked-value");
    },
    TIMEOUT,
  );

  test(
    "a session that hangs is killed with all its child processes",
    async () => {
      await using scratch = await createScratch();
      const pidFile = join(scratch.project, "pid");
      const command = `echo $$ > ${pidFile}; sleep 300`;
      await using model = startModel([callTool("Bash", { command, description: "Hang" })]);

      const run = await runClaude({
        home: scratch.home,
        cwd: scratch.project,
        model,
        prompt: "Hang",
        allowedTools: ["Bash"],
        timeoutMs: 15_000,
      });

      expect(run.timedOut).toBe(true);
      const pid = Number(await Bun.file(pidFile).text());
      expect(pid).toBeGreaterThan(0);
      // The process that adopts the dead one decides when it is reaped.
      for (let waited = 0; isAlive(pid) && waited < 60_000; waited += 50) await Bun.sleep(50);
      expect(isAlive(pid)).toBe(false);
    },
    TIMEOUT,
  );

  test("a scratch folder is removed after its scope, and a model's port is closed", async () => {
    const seen = { root: "", url: "" };
    {
      await using scratch = await createScratch({ git: true });
      await using model = startModel();
      seen.root = scratch.root;
      seen.url = model.url;
      expect(existsSync(join(scratch.project, ".git"))).toBe(true);
    }
    expect(existsSync(seen.root)).toBe(false);
    expect(fetch(seen.url)).rejects.toThrow();
  });
});

describe("the scripted model alone", () => {
  test("recognizes the summarizer by its instruction, even with a system message after it", async () => {
    await using model = startModel();
    const instruction = "Your task is to create a detailed summary of the conversation so far.";
    const messages = [
      { role: "assistant", content: "Before." },
      { role: "user", content: instruction },
      { role: "system", content: "The date has changed." },
    ];
    const body = JSON.stringify({ model: "m", messages });
    await fetch(`${model.url}/v1/messages`, { method: "POST", body });
    expect(model.requests.map((r) => r.kind)).toEqual(["summary"]);
    expect(lastText(model.requests[0] ?? expect.unreachable())).not.toContain("Before.");
  });

  const body = { model: "m", messages: [{ role: "user", content: "Hi" }] };
  const post = (url: string) => fetch(url, { method: "POST", body: JSON.stringify(body) });

  test("answers a request without streaming as one JSON message, and uses no turn for a helper", async () => {
    await using model = startModel([say("For the main loop")]);
    const answer = (await (await post(`${model.url}/v1/messages`)).json()) as { stop_reason: string };
    expect(answer.stop_reason).toBe("end_turn");
    expect(model.requests[0]?.kind).toBe("helper");
    expect(model.unplayed()).toHaveLength(1);
  });

  test("counts tokens, and answers anything else with a JSON 404", async () => {
    await using model = startModel();
    const counted = (await (await post(`${model.url}/v1/messages/count_tokens`)).json()) as {
      input_tokens: number;
    };
    expect(counted.input_tokens).toBeGreaterThan(0);
    const other = await fetch(`${model.url}/v1/models`);
    expect(other.status).toBe(404);
    expect(await other.json()).toMatchObject({ type: "error", error: { type: "not_found_error" } });
  });
});
