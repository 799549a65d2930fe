/** One session of the real Codex against a script, and what Pawl has of it afterwards. */
import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Scratch } from "../../e2e/harness/scratch.ts";
import { eventually, type Pawl } from "../../e2e/pawl.ts";
import { type CodexHome, codexForTests, createCodexHome, runCodex } from "./client.ts";
import { type CodexScript, type CodexTurn, startCodexModel } from "./model.ts";

export const codex = await codexForTests();

export interface SessionJson {
  client: string;
  prompts: { text: string }[];
  observations: {
    toolName: string;
    ok: boolean;
    toolUseId: string;
    files: string[];
    agentId: string | null;
  }[];
  responses: { text: string }[];
}

export const whole = (pawl: Pawl, id: string) => pawl.json<SessionJson>(["session", id]);
export const told = ({ observations }: SessionJson) =>
  observations.map(({ toolName, ok }) => `${toolName} ${ok}`).sort();
export const exec = (cmd: string, more: object = {}): CodexTurn => ({
  calls: [{ tool: "exec_command", input: { cmd, ...more } }],
});
export const patch = (...lines: string[]): CodexTurn => ({
  calls: [{ tool: "apply_patch", patch: ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n") }],
});

interface Started {
  sessionId: string;
  injected: string[];
}

export async function play(
  scratch: Scratch,
  script: CodexTurn[] | CodexScript,
  prompt: string,
  resume?: string,
): Promise<Started> {
  await using model = startCodexModel(script);
  const home = await homeFor(scratch, model.url);
  const { exitCode, sessionId, stderr } = await runCodex(codex ?? "", home, {
    cwd: scratch.project,
    prompt,
    ...(resume === undefined ? {} : { resume }),
  });
  expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
  return { sessionId, injected: model.injected() };
}

/** The model has another port each time; what `pawl install` has added stays. */
export async function homeFor(scratch: Scratch, modelUrl: string): Promise<CodexHome> {
  const file = join(scratch.home, ".codex", "config.toml");
  let own = "";
  try {
    own = /\n\[mcp_servers\.pawl\][\s\S]*/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
  } catch {
    // The first one.
  }
  return createCodexHome(scratch, modelUrl, own);
}

export async function connected(scratch: Scratch, pawl: Pawl): Promise<void> {
  await homeFor(scratch, "http://127.0.0.1:9/v1");
  const { exitCode, stderr } = await pawl.run(["install", "--client", "all"]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
}

/** Catch-up at the end of a session goes on behind the client's back. */
export async function settled(pawl: Pawl, id: string, observations: number): Promise<SessionJson> {
  await eventually(async () => (await whole(pawl, id)).observations.length >= observations, 20_000);
  return whole(pawl, id);
}
