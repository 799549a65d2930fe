/** After `pawl forget` no file of the home or the project holds the text: by each selector, and killed and run again. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestApp } from "../../src/daemon/test-app.ts";
import { learnFrom } from "../../src/memory/learn/learn.ts";

const MAIN = join(import.meta.dir, "../../src/cli/main.ts");
const TEXT = "Zebrafink";
const URI = "project://customers/name";

let app: Awaited<ReturnType<typeof openTestApp>>;
let transcript: string;

const hook = (event: string, more: object) =>
  app.post("/hook", {
    session_id: "secret",
    cwd: app.dir,
    transcript_path: transcript,
    hook_event_name: event,
    ...more,
  });

beforeEach(async () => {
  app = await openTestApp();
  transcript = join(app.dir, "..", `${Bun.hash(app.dir)}.jsonl`);
  writeFileSync(join(app.dir, "package.json"), "{}");
  writeFileSync(transcript, "{}\n");
  await hook("SessionStart", { source: "startup" });
  await hook("UserPromptSubmit", {
    prompt: `The customer is called ${TEXT} Holdings: always round per line`,
  });
  const call = { tool_name: "Bash", tool_use_id: "a1", tool_input: { command: `grep ${TEXT} src` } };
  await hook("PostToolUseFailure", { ...call, error: `grep: ${TEXT}: no such file` });
  await hook("PostToolUse", { ...call, tool_use_id: "a2", tool_response: `src/a.ts: ${TEXT}` });
  await hook("Stop", { last_assistant_message: `${TEXT} is rounded per line now.` });
  await hook("SessionEnd", { reason: "exit" });
  await learnFrom(app.store, "secret", { at: Date.now(), redaction: 1 });
  await app.service.idle();
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await Bun.file(transcript).delete();
});

const env = () => ({
  PATH: process.env.PATH ?? "",
  HOME: app.dir,
  PAWL_HOME: app.home.dir,
  CLAUDE_CONFIG_DIR: join(app.dir, "claude"),
  NO_COLOR: "1",
});
function start(args: readonly string[]) {
  const command = [process.execPath, "--no-env-file", MAIN, ...args];
  return Bun.spawn(command, { cwd: app.dir, env: env(), stdin: "ignore", stdout: "pipe", stderr: "inherit" });
}
async function pawl(...args: string[]) {
  const child = start(args);
  return { stdout: await new Response(child.stdout).text(), exitCode: await child.exited };
}

/** Every file below Pawl's home and the project that has the text in any byte. */
function filesWithText(): string[] {
  const folders = [...new Set([app.dir, app.home.dir])];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return [...new Set(files)].filter((file) => {
    if (!existsSync(file) || !statSync(file).isFile()) return false;
    return readFileSync(file, "latin1").toLowerCase().includes(TEXT.toLowerCase());
  });
}

const SELECTORS: [string, string[]][] = [
  ["--session", ["--session", "secret"]],
  ["--project", ["--project", "."]],
  ["--match", ["--match", TEXT]],
  ["--before", ["--before", "2100-01-01"]],
];

test.each(SELECTORS)("S1.28 %s leaves nothing of it, and no empty session", async (_, args) => {
  expect(filesWithText().some((file) => file.endsWith(".db") || file.endsWith(".db-wal"))).toBe(true);
  const { stdout, exitCode } = await pawl("forget", ...args, "--yes");
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining("Deleted permanently")]);
  // The client's own transcript stays, and the command says how to delete it.
  expect(stdout).toContain(`rm ${transcript}`);
  expect(filesWithText()).toEqual([]);
  expect(JSON.parse((await pawl("sessions", "--json")).stdout).sessions).toEqual([]);
});

/** Wherever the kill falls, the run after it has to finish the work. */
async function killThrice(args: readonly string[]): Promise<void> {
  for (const ms of [250, 350, 450]) {
    const child = start(["forget", ...args, "--yes"]);
    await Bun.sleep(ms);
    child.kill("SIGKILL");
    await child.exited;
  }
}

test.each(SELECTORS)("S1.28 %s, killed and run again, leaves nothing of it", async (_, args) => {
  await killThrice(args);
  await pawl("forget", ...args, "--yes");
  expect(filesWithText()).toEqual([]);
});

const MEMORY_SELECTORS: [string, string[]][] = [
  ["--uri", ["--uri", URI]],
  ["--by", ["--by", "user"]],
];
async function rememberText(): Promise<void> {
  await pawl("forget", "--session", "secret", "--yes");
  await pawl("remember", `Our customer is ${TEXT}`, "--uri", URI);
  await pawl("memory", "edit", URI, `Our best customer is ${TEXT}`);
  expect(filesWithText()).not.toEqual([]);
}

test.each(MEMORY_SELECTORS)("%s leaves nothing of a memory", async (_, args) => {
  await rememberText();
  expect((await pawl("forget", ...args, "--yes")).exitCode).toBe(0);
  expect(filesWithText()).toEqual([]);
});

test.each(MEMORY_SELECTORS)("%s, killed and run again, leaves nothing of a memory", async (_, args) => {
  await rememberText();
  await killThrice(args);
  // A run before its kill may have finished: then the memory is unknown now.
  await pawl("forget", ...args, "--yes");
  expect(filesWithText()).toEqual([]);
});

test("an unknown session or memory is exit code 1, a text without a match is 0; nothing is deleted without --yes", async () => {
  expect((await pawl("forget", "--session", "nope", "--yes")).exitCode).toBe(1);
  expect((await pawl("forget", "--uri", "project://nope", "--yes")).exitCode).toBe(1);
  expect((await pawl("forget", "--match", "quagga", "--yes")).exitCode).toBe(0);
  const { stdout } = await pawl("forget", "--match", TEXT);
  expect(stdout).toContain("Nothing deleted. Use --yes to delete.");
  expect(stdout).toContain(`rm ${transcript}`);
  expect(filesWithText()).not.toEqual([]);
});
