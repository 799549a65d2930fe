/** A session like the real client's, sent to a test app: its events, a workflow, specs, some work. */
import { expect } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { openTestApp } from "../src/daemon/test-app.ts";
import { WORKFLOWS } from "../src/work/workflow/stages.ts";
import { setStage, startWorkflow } from "../src/work/workflow/state.ts";
import { createWorkflow } from "../src/work/workflow-files.ts";
import { writePointer } from "../src/work/works.ts";

export type App = Awaited<ReturnType<typeof openTestApp>>;
export interface Output {
  systemMessage?: string;
  result?: string;
  hookSpecificOutput?: { additionalContext: string };
}

export const ID = "5e551011-aaaa";
const NOW = "2026-03-01T10:00:00.000Z";

export const post = async (
  app: App,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Output> => {
  const answer = await app.post("/hook", body, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Output;
};
export const event = (app: App, name: string, more: object = {}, session = ID) => ({
  hook_event_name: name,
  session_id: session,
  cwd: app.dir,
  ...more,
});
export const fire = (app: App, name: string, more: object = {}) => post(app, event(app, name, more));

/** Where `begin` keeps the work of a session. */
export const playedFolder = (root: string, id = ID): string => join(root, "work", "played", id);

/** A `standard` workflow with PLAN completed. */
export async function begin(app: App, id = ID, root = app.home.dir): Promise<void> {
  const workflow = { name: "standard", stages: WORKFLOWS.standard };
  const started = startWorkflow(workflow, { sessionId: id, now: NOW });
  const state = { ...setStage(started, "PLAN", "completed", NOW), sessions: [id] };
  expect((await createWorkflow(playedFolder(root, id), state)).ok).toBe(true);
  expect((await writePointer(root, id, playedFolder(root, id))).ok).toBe(true);
}

export function specs(app: App, text: string): void {
  const folder = join(app.dir, "specs", "features", "in-progress", "user-login");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tasks.md"), text);
}
export const SEVEN = `# Login\n- [ ] outside\n## Tasks\n${Array.from({ length: 7 }, (_, n) => `- [ ] TASK_${n + 1}`).join("\n")}\n- [x] first\n## Notes\n- [ ] later\n`;

/** A session that read, edited, ran and failed. */
export async function work(app: App): Promise<void> {
  await fire(app, "UserPromptSubmit", {
    prompt: "Add a login. Always run the linter first.",
    prompt_id: "p",
  });
  const calls: [string, object, object?][] = [
    ["Read", { file_path: join(app.dir, "src/login.ts") }],
    ["Edit", { file_path: join(app.dir, "src/login.ts"), old_string: "a", new_string: "b" }],
    ["Bash", { command: "npm run lint" }],
    ["TodoWrite", { todos: [{ content: "Check the redirect", status: "pending" }] }],
  ];
  for (const [n, [name, input]] of calls.entries()) {
    await fire(app, "PostToolUse", {
      tool_name: name,
      tool_input: input,
      tool_response: "ok",
      tool_use_id: `t${n}`,
    });
  }
  await fire(app, "PostToolUseFailure", {
    tool_name: "Bash",
    tool_input: { command: "npm run build" },
    error: "Exit code 2\nsrc/login.ts: error TS2304: Cannot find name 'x'",
    tool_use_id: "t9",
  });
}

export const stateFiles = (app: App) => join(app.dir, ".claude", "sessions");
export const savedState = (app: App) => {
  const [name = ""] = readdirSync(stateFiles(app)).filter((file) => file.endsWith(".json"));
  return JSON.parse(readFileSync(join(stateFiles(app), name), "utf8"));
};
