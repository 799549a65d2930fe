/** Plays the past of all projects into one real store, through the real pipeline, at the times that are written down. */

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HookOutput } from "../../src/clients/index.ts";
import { openTestApp } from "../../src/daemon/test-app.ts";
import { wordIndexIn } from "../../src/store/index/lazy-index.ts";
import { type Memory, type Project, rootOf, type Session, STEP_MS, type Step } from "./dsl.ts";

export type App = Awaited<ReturnType<typeof openTestApp>>;

/** A clock that is set by hand. */
export interface HandClock {
  at: number;
}

export interface Played extends AsyncDisposable {
  /** The folder of the store. Whoever asks a question that is recorded works on a copy of it. */
  dir: string;
  /** A daemon on a copy of its own, for questions that change nothing. */
  reader: App;
}

export async function playAll(projects: readonly Project[]): Promise<Played> {
  const dir = await playInto(projects);
  const copy = copyOf(dir);
  const reader = await openTestApp({ dir: copy });
  return {
    dir,
    reader,
    async [Symbol.asyncDispose]() {
      await reader[Symbol.asyncDispose]();
      for (const folder of [dir, copy]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function copyOf(dir: string): string {
  const copy = mkdtempSync(join(tmpdir(), "pawl-golden-"));
  cpSync(dir, copy, { recursive: true });
  return copy;
}

async function playInto(projects: readonly Project[]): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "pawl-golden-"));
  const clock: HandClock = { at: 0 };
  const app = await openTestApp({ dir, now: () => clock.at });
  try {
    for (const { past, project } of inOrder(projects)) {
      clock.at = Date.parse(past.at);
      if ("uri" in past) await remember(app, project, past);
      else await playSession(app, clock, project, past);
    }
    expectInTime(app);
    // As it is when the daemon had a moment: which words are common is asked of the whole past.
    while ((await wordIndexIn(app.store).indexWords()) > 0);
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  } finally {
    await app[Symbol.asyncDispose]();
  }
  return dir;
}

/** An answer that was given up for its deadline is silence for another reason than the one that is asked about. */
export function expectInTime({ service }: App): void {
  if ((service.counts().hook_deadline ?? 0) > 0)
    throw new Error("A hook missed its deadline: nothing is judged.");
}

/** As it happened: the projects' sessions between each other, by time. */
function inOrder(projects: readonly Project[]) {
  return projects
    .flatMap(({ name, past }) => past.map((one) => ({ past: one, project: name })))
    .sort((a, b) => Date.parse(a.past.at) - Date.parse(b.past.at));
}

async function remember(app: App, project: string, { at: _, ...memory }: Memory): Promise<void> {
  const answer = await app.post("/api/memories", { ...memory, project: rootOf(project) });
  if (!answer.ok) throw new Error(`${memory.uri}: ${await answer.text()}`);
}

async function playSession(app: App, clock: HandClock, project: string, session: Session): Promise<void> {
  const player = createPlayer(app, clock, project, session.id);
  await player.fire("SessionStart", { source: "startup" });
  for (const step of session.steps) await player.play(step);
  if (session.killed === true) return;
  await player.fire("SessionEnd", { reason: "other" });
  await app.service.idle();
}

export function createPlayer(app: App, clock: HandClock, project: string, sessionId: string) {
  const root = rootOf(project);
  let calls = 0;

  async function fire(event: string, fields: object = {}): Promise<HookOutput> {
    clock.at += STEP_MS;
    const answer = await app.post("/hook", {
      hook_event_name: event,
      session_id: sessionId,
      cwd: root,
      ...fields,
    });
    if (!answer.ok) throw new Error(`${event} of ${sessionId}: ${answer.status}`);
    return (await answer.json()) as HookOutput;
  }

  async function tool(
    tool_name: string,
    tool_input: object,
    done: object,
    agent: object,
  ): Promise<HookOutput> {
    const call = { tool_name, tool_input, tool_use_id: `toolu_${sessionId}_${calls++}`, ...agent };
    await fire("PreToolUse", call);
    return fire("error" in done ? "PostToolUseFailure" : "PostToolUse", { ...call, ...done });
  }

  async function play(step: Step, agent: object = {}): Promise<void> {
    const path = "file" in step ? { file_path: `${root}/${step.file}` } : {};
    switch (step.kind) {
      case "ask":
        return void (await fire("UserPromptSubmit", { prompt: step.prompt }));
      case "answer":
        await fire("Stop", { stop_hook_active: false, last_assistant_message: step.text });
        return app.service.idle();
      case "read":
        return void (await tool("Read", path, { tool_response: step.content }, agent));
      case "edit": {
        const input = { ...path, old_string: step.before, new_string: step.after };
        return void (await tool("Edit", input, { tool_response: "The file has been updated." }, agent));
      }
      case "write":
        return void (await tool("Write", { ...path, content: step.content }, { tool_response: "ok" }, agent));
      case "run":
        return void (await tool("Bash", { command: step.command }, { tool_response: step.output }, agent));
      case "fail": {
        const error = `Exit code ${step.exit}\n${step.error}`;
        return void (await tool("Bash", { command: step.command }, { error }, agent));
      }
      case "agent": {
        const own = { agent_id: `agent-${sessionId}-${calls}`, agent_type: step.type };
        await fire("SubagentStart", own);
        for (const inner of step.steps) await play(inner, own);
        return void (await fire("SubagentStop", { ...own, last_assistant_message: step.report }));
      }
      case "repeat":
        for (let n = 1; n <= step.times; n++) await play(step.step(n), agent);
    }
  }

  return { fire, play };
}
