import { expect, test } from "bun:test";
import { join } from "node:path";
import { type App, playing } from "../../../test/memory-session.ts";
import { openTestApp } from "../../daemon/test-app.ts";

const contextOf = (output: { hookSpecificOutput?: Record<string, unknown> }) =>
  String(output.hookSpecificOutput?.additionalContext ?? "");
const ASKED = "The invoice totals in the billing module are rounded wrongly, fix the rounding";
const AGAIN = "Why are invoice totals rounded with rounding.ts in billing?";

async function parent(app: App) {
  const session = playing(app, "parent");
  await session.start();
  await session.ask(ASKED);
  await session.edit("src/billing/rounding.ts", "Math.floor(total)", "roundHalfEven(total)");
  const said = "To tell you how to proceed, the user said:\nopen a pull request";
  await session.fail("git push", `The user doesn't want to proceed with this tool use. ${said}`);
  await session.stop({ last_assistant_message: "Invoice totals are rounded half to even now." });
}

/** Before the client has written a line of it, as it starts. */
function forking(app: App, session: string) {
  const transcript_path = join(app.dir, `${session}.jsonl`);
  const played = playing(app, session);
  const fire = (event: string, fields: object = {}) => played.fire(event, { transcript_path, ...fields });
  return {
    start: (secondsAgo?: number) =>
      fire("SessionStart", { source: "fork", seconds_since_last_response: secondsAgo }),
    ask: async (prompt: string) => contextOf(await fire("UserPromptSubmit", { prompt })),
    before: async (tool_name: string, tool_input: object) =>
      contextOf(await fire("PreToolUse", { tool_name, tool_input, tool_use_id: `t-${session}` })),
    fire,
  };
}

test("a fork is not told of the session that answered so long ago, nor what that was told; another fork may be", async () => {
  await using app = await openTestApp();
  const rule = { uri: "project://rules/tabs", content: "Indent with tabs.", priority: 1, project: app.dir };
  await app.post("/api/memories", rule);
  await parent(app);
  const fork = forking(app, "fork");
  expect(contextOf(await fork.start(0))).toBe("");
  expect(await fork.ask(AGAIN)).toBe("");
  expect(await fork.before("Read", { file_path: join(app.dir, "src/billing/rounding.ts") })).toBe("");
  expect(await fork.before("Bash", { command: "git push" })).toBe("");

  // One whose last answer was at another time came from elsewhere.
  const other = forking(app, "other");
  const text = contextOf(await other.start(500));
  expect(text).toContain("Indent with tabs.");
  expect(text).toContain("Session ");
  expect(await other.before("Bash", { command: "git push" })).toContain("the user refused");
});

test("after its compaction a fork gets back what it was working with before it was forked, too", async () => {
  await using app = await openTestApp();
  await parent(app);
  const fork = forking(app, "fork");
  await fork.start(0);
  await fork.ask("Go on with the taxes");
  // What the other session does from now on is its own.
  await playing(app, "parent").edit("src/later.ts", "a", "b");
  const restored = contextOf(await fork.fire("SessionStart", { source: "compact" }));
  expect(restored).toContain("src/billing/: rounding.ts");
  expect(restored).not.toContain("later.ts");
});
