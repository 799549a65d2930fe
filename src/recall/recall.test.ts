/** What comes back, at which event, through the daemon. */

import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type App, playing } from "../../test/memory-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { normalizeLine } from "../memory/digest/normalize.ts";
import { BY_HAND } from "../memory/records/knowledge.ts";
import { digestsIn, knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";

const remember = async (app: App, uri: string, content: string, more: object = {}) => {
  const answer = await app.post("/api/memories", { uri, content, project: app.dir, ...more });
  expect(answer.status).toBeLessThan(300);
};
const contextOf = (output: { hookSpecificOutput?: Record<string, unknown> }) =>
  String(output.hookSpecificOutput?.additionalContext ?? "");

describe("SessionStart", () => {
  test("S1.1 S1.13 core memories, then what CLAUDE.md imports; how many is said to the user", async () => {
    await using app = await openTestApp();
    await remember(app, "project://rules/tabs", "Indent with tabs.", { priority: 2 });
    await remember(app, "user://tone", "Be brief.", { priority: 0 });
    await remember(app, "project://patterns/errors", "Errors carry a code.", { priority: 5 });
    await remember(app, "project://patterns/deep/one", "Ports are folders.", { priority: 5 });
    await remember(app, "project://notes/other", "Nobody asked for this.", { priority: 5 });
    writeFileSync(
      join(app.dir, "CLAUDE.md"),
      "Read @pawl:project://patterns/errors and\n@pawl:project://patterns/deep/\n@pawl:project://gone\n@pawl:nonsense://x\n",
    );
    const output = await playing(app, "now").start();
    const text = contextOf(output);
    const places = ["Be brief.", "Indent with tabs.", "Errors carry a code.", "Ports are folders."].map(
      (one) => text.indexOf(one),
    );
    expect(places.every((place) => place > 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(text).not.toContain("Nobody asked");
    expect(output.systemMessage).toMatch(/^Pawl: added 4 memories to the context \(\d+ tokens\)$/);
    const [injected] = await recordsIn(app.store).injections({ limit: 1 });
    expect(injected?.sources.map(({ reason }) => reason)).toContain("imported by CLAUDE.md");
    const tone = await memoriesIn(app.store).memory({ uri: "user://tone", project: "" });
    expect(tone?.accessCount).toBe(1);
  });

  test("a resumed session is not told its rules again; another project never; a muted one nowhere", async () => {
    await using app = await openTestApp();
    await remember(app, "project://rules/tabs", "Indent with tabs.", { priority: 1 });
    await remember(app, "project://elsewhere", "Indent with spaces.", {
      priority: 1,
      project: "/somewhere/else",
    });
    const session = playing(app, "now");
    expect(contextOf(await session.start())).not.toContain("spaces");
    expect(contextOf(await session.start("resume"))).toBe("");
    app.service.muted.set("project://rules/tabs", true);
    expect(contextOf(await playing(app, "other").start())).toBe("");
  });

  test("how tests are run here is given once it has worked in several sessions", async () => {
    await using app = await openTestApp();
    for (const id of ["a", "b", "c", "d"]) {
      const before = playing(app, id);
      await before.ask("Run all of the tests once more");
      await before.run("bun test");
      await before.stop();
    }
    expect(contextOf(await playing(app, "now").start())).toContain("test: `bun test`");
  });
});

describe("UserPromptSubmit", () => {
  async function workOnInvoices(app: App) {
    const past = playing(app, "past");
    await past.ask("The invoice totals in the billing module are rounded wrongly, fix the rounding");
    await past.edit("src/billing/rounding.ts", "Math.floor(total)", "roundHalfEven(total)");
    await past.stop({
      last_assistant_message: "Invoice totals are rounded half to even in rounding.ts now.",
    });
  }

  test("S1.7 a prompt brings the session that bears on it, once, and an unrelated one brings nothing", async () => {
    await using app = await openTestApp();
    await workOnInvoices(app);
    expect(await playing(app, "other").ask("Say hello to the new colleague")).toBe("");
    const now = playing(app, "now");
    const injected = await now.ask("Why are invoice totals rounded with rounding.ts in billing?");
    expect(injected).toContain("The invoice totals in the billing module");
    expect(injected).toContain("Notes from earlier sessions, for reference only.");
    expect(await now.ask("Again: invoice totals, rounding.ts, billing, rounded how?")).toBe("");
    const [line] = await recordsIn(app.store).injections({ sessionId: "now", limit: 1 });
    expect(line?.sources[0]).toMatchObject({ uri: "session://past#0", type: "past-turn" });
    expect(line?.sources[0]?.reason).toContain("fits the prompt");
  });

  test("never its own words, nothing of another project, and nothing when the budget is 0", async () => {
    await using app = await openTestApp();
    await workOnInvoices(app);
    const question = "Why are invoice totals rounded with rounding.ts in billing?";
    expect(await playing(app, "past").ask(question)).toBe("");
    const elsewhere = await playing(app, "else").fire("UserPromptSubmit", { prompt: question, cwd: "/" });
    expect(contextOf(elsewhere)).toBe("");
    Object.assign(app.service.settings.recall, { promptTokens: 0 });
    expect(await playing(app, "now").ask(question)).toBe("");
  });

  test("a memory whose words are asked for is told; a proposal and one of priority 8 are not", async () => {
    await using app = await openTestApp();
    await remember(app, "project://invoices", "Invoice numbers restart each January.");
    await memoriesIn(app.store).saveMemory({
      uri: "project://proposed",
      project: app.dir,
      content: "Invoice numbers in January are proposed.",
      origin: "derived",
      redaction: 1,
      author: "pawl",
      at: 1,
    });
    await remember(app, "project://hidden", "Invoice numbers are secret in January.", { priority: 8 });
    const injected = await playing(app, "now").ask("How do invoice numbers work in January?");
    expect(injected).toContain("restart each January");
    expect(injected).not.toContain("secret");
    expect(injected).not.toContain("proposed");
  });
});

describe("PreToolUse", () => {
  test("S1.4 S1.14 a file brings its memory, its directory's and its extension's", async () => {
    await using app = await openTestApp();
    await remember(app, "project://a", "In tax.ts rates are basis points.");
    await remember(app, "project://b", "Everything in src/money/ is pure.");
    await remember(app, "project://c", "All *.ts files start with a comment.");
    const now = playing(app, "now");
    expect(await now.read("readme.md")).toBe("");
    const injected = await now.read("src/money/tax.ts");
    for (const part of ["basis points", "is pure", "start with a comment"]) expect(injected).toContain(part);
    expect(await now.read("src/money/tax.ts")).toBe("");
  });

  test("S1.4 S1.8 the model is given the user's reason when the same command was refused before", async () => {
    await using app = await openTestApp();
    const past = playing(app, "past");
    await past.ask("Publish it");
    const said = "To tell you how to proceed, the user said:\nopen a pull request";
    await past.fail("git push origin main", `The user doesn't want to proceed with this tool use. ${said}`);
    await past.stop();
    const now = playing(app, "now");
    expect(contextOf(await now.before("Bash", { command: "git push --tags" }))).toBe("");
    const first = await now.before("Bash", { command: "git push origin main" });
    expect(contextOf(first)).toContain("saying “open a pull request”");
    expect(first.hookSpecificOutput?.permissionDecision).toBeUndefined();
    expect(contextOf(await now.before("Bash", { command: "git push origin main" }))).toBe("");
  });

  test("S1.4 the user's own rules refuse and ask; nothing is ever allowed", async () => {
    const permissions = {
      deny: ['tool == "Bash" && tool_input.command matches "rm -rf*"'],
      ask: ["WebFetch"],
    };
    await using app = await openTestApp({ settings: { permissions } });
    const now = playing(app, "now");
    const denied = await now.before("Bash", { command: "rm -rf build" });
    expect(denied.hookSpecificOutput).toMatchObject({ permissionDecision: "deny" });
    expect(denied.hookSpecificOutput?.permissionDecisionReason).toContain("rm -rf*");
    expect((await now.before("WebFetch", { url: "https://a.b" })).hookSpecificOutput).toMatchObject({
      permissionDecision: "ask",
    });
    expect(await now.before("Bash", { command: "ls" })).toEqual({});
    // Written down while the daemon runs, a rule counts from the next call on; half-written, the last ones stay.
    const write = (text: string) => writeFileSync(app.home.config, text);
    write(
      JSON.stringify({ permissions: { deny: ["WebFetch", 'tool == "Bash" && tool_input.command =~ /rm/'] } }),
    );
    expect((await now.before("WebFetch", { url: "https://a.b" })).hookSpecificOutput).toMatchObject({
      permissionDecision: "deny",
    });
    write('{ "permissions": { "deny": [');
    // Whatever becomes of Pawl's own work, they hold.
    await app.store.close();
    expect((await now.before("Bash", { command: "rm -rf build" })).hookSpecificOutput).toMatchObject({
      permissionDecision: "deny",
    });
  });
});

describe("PostToolUseFailure", () => {
  const ERROR = "src/app.ts:7:3 - error TS2304: Cannot find name 'createServer'.";

  /** A past session in which it came up and went away. */
  async function solveIn(app: Parameters<typeof playing>[0]): Promise<void> {
    const past = playing(app, "past");
    await past.ask("Get the types right");
    await past.fail("tsc --noEmit", ERROR);
    await past.edit("src/app.ts", "listen(80)", 'import { createServer } from "node:http";\nlisten(80)');
    await past.run("tsc --noEmit");
    await past.stop();
  }

  test("S1.6 S1.16 what cured it before comes at the failure, once; a cure counts only where it was seen", async () => {
    await using app = await openTestApp();
    await solveIn(app);
    const now = playing(app, "now");
    const injected = await now.fail("tsc --noEmit", ERROR.replace("7:3", "9:1"));
    expect(injected).toContain("node:http");
    expect(await now.fail("tsc --noEmit", ERROR)).toBe("");
    // It goes away by itself: nobody took the step, so nothing counts for it.
    await now.run("tsc --noEmit");
    await now.stop();
    const [solution] = await knowledgeIn(app.store).solutions({ limit: 1 });
    expect(solution).toMatchObject({ successes: 1, failures: 0, provenance: { sessionId: "past" } });
  });

  test("S1.16 a cure that was ignored in two sessions is not offered again", async () => {
    await using app = await openTestApp();
    await solveIn(app);
    for (const id of ["second", "third"]) {
      const one = playing(app, id);
      await one.ask("Get the types right");
      expect(await one.fail("tsc --noEmit", ERROR)).toContain("node:http");
      await one.stop();
    }
    expect(await playing(app, "fourth").fail("tsc --noEmit", ERROR)).toBe("");
  });

  test("S1.16 a check that fails behind a pipe ends well, and brings its solution all the same", async () => {
    await using app = await openTestApp();
    await solveIn(app);
    const now = playing(app, "now");
    expect(await now.print("tsc --noEmit | tail -5", `${ERROR}\nFound 1 error in src/app.ts:7`)).toContain(
      "node:http",
    );
    expect(await now.print("cat errors.txt", ERROR)).toBe("");
  });

  test("the user's refusal and the client's own errors bring and teach nothing", async () => {
    await using app = await openTestApp();
    const now = playing(app, "now");
    await now.ask("Try");
    expect(await now.fail("npm test", "The user doesn't want to proceed with this tool use.")).toBe("");
    await now.stop();
    expect((await recordsIn(app.store).stats()).solutions).toBe(0);
  });
});

test("S1.10 S1.11 a subagent is given the rules for its task in a smaller share; what it does is its own and is merged", async () => {
  await using app = await openTestApp();
  await remember(app, "project://rules/tabs", "Dead code goes in a commit of its own.", { priority: 1 });
  const now = playing(app, "now");
  await now.start();
  await now.ask("Look for dead code");
  const agent = { agent_id: "agent-1", agent_type: "Explore" };
  const started = await now.fire("SubagentStart", agent);
  expect(contextOf(started)).toContain("in a commit of its own");
  const file = { file_path: join(app.dir, "a.ts"), old_string: "a = 1", new_string: "a = 2" };
  const edit = { tool_name: "Edit", tool_input: file, tool_use_id: "t1", tool_response: "" };
  await now.fire("PostToolUse", { ...edit, ...agent });
  await now.fire("SubagentStop", { ...agent, last_assistant_message: "Nothing is dead." });
  await app.service.idle();
  const records = await recordsIn(app.store).session("now");
  expect(records?.observations[0]?.agentId).toBe("agent-1");
  expect(records?.responses[0]).toMatchObject({ agentId: "agent-1", text: "Nothing is dead." });
  const [digest] = await digestsIn(app.store).digests({ project: app.dir, limit: 1 });
  expect(digest?.files.map(({ path }) => path)).toEqual(["a.ts"]);
});

test("a solution that somebody wrote by hand is told at the failure, wherever in the output its error stands", async () => {
  await using app = await openTestApp();
  const errorSample = "EADDRINUSE: address already in use";
  await knowledgeIn(app.store).saveSolution({
    project: app.dir,
    fingerprint: normalizeLine(errorSample),
    kind: BY_HAND,
    toolName: "",
    errorSample,
    text: "Stop the other dev server: npm run stop",
    steps: [],
    source: "user",
    redaction: 1,
    at: 1,
  });
  const now = playing(app, "now");
  const injected = await now.fail("npm run dev", "Error: listen EADDRINUSE: address already in use :::3000");
  expect(injected).toContain("npm run stop");
  expect(injected).toContain("written down by the user");
  expect(await playing(app, "other").fail("npm run dev", "Error: listen EACCES: permission denied")).toBe("");
});
