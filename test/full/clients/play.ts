/** The clients that run a command for every event, each driven by a script. What a test needs to know of one is here. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Scratch } from "../../e2e/harness/scratch.ts";
import { runInTerminal } from "../../e2e/terminal.ts";
import { type ModelTurn, SUMMARY, startChatModel, startGeminiModel } from "./models.ts";
import { type ClientRan, installClient, runProgram } from "./program.ts";

export interface Played extends ClientRan {
  requests: string[];
  aside: string[];
}

export interface PlayedClient {
  name: string;
  title: string;
  /** For `pawl install --client`. */
  short: string;
  /** Files that installing changes, in the home. */
  files: string[];
  /** Its own settings, before Pawl. */
  prepare(scratch: Scratch): void;
  run(command: string): ModelTurn;
  read(path: string): ModelTurn;
  write(path: string, content: string): ModelTurn;
  /** The events whose context reaches the model. */
  contexts: string[];
  /** Compacts the conversation of the session. */
  compact(scratch: Scratch, sessionId: string): Promise<Played>;
  play(scratch: Scratch, turns: ModelTurn[], prompt: string, resume?: string): Promise<Played>;
}

const call = (name: string, args: Record<string, unknown>): ModelTurn => ({ call: { name, args } });

const geminiEnv = (url: string) => ({
  GEMINI_API_KEY: "none",
  GOOGLE_GEMINI_BASE_URL: url,
  GEMINI_CLI_TRUST_WORKSPACE: "true",
});

const gemini: PlayedClient = {
  name: "gemini-cli",
  title: "Gemini CLI",
  short: "gemini",
  files: [".gemini/settings.json"],
  contexts: ["SessionStart", "UserPromptSubmit", "PostToolUse"],
  prepare({ home }) {
    mkdirSync(join(home, ".gemini"), { recursive: true });
    const own = {
      security: { auth: { selectedType: "gemini-api-key" } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    };
    writeFileSync(join(home, ".gemini", "settings.json"), `${JSON.stringify(own, null, 4)}\n`);
  },
  run: (command) => call("run_shell_command", { command, description: "Work" }),
  read: (path) => call("read_file", { file_path: path }),
  write: (path, content) => call("write_file", { file_path: path, content }),
  async play({ home, project }, turns, prompt, resume) {
    const program = await installClient("gemini");
    await using model = startGeminiModel(turns);
    const env = geminiEnv(model.url);
    const args = ["-p", prompt, "-m", "gemini-2.5-pro", "--approval-mode", "yolo"];
    const ran = await runProgram(
      ["node", program, ...(resume === undefined ? [] : ["--resume", resume]), ...args],
      { cwd: project, home, env },
    );
    return { ...ran, requests: model.requests, aside: model.aside };
  },
  // It compresses in a terminal only.
  async compact({ home, project }, sessionId) {
    const program = await installClient("gemini");
    await using model = startGeminiModel([]);
    const args = ["node", program, "--resume", sessionId, "-m", "gemini-2.5-pro", "--approval-mode", "yolo"];
    const env = { PATH: process.env.PATH ?? "", HOME: home, NO_PROXY: "127.0.0.1", ...geminiEnv(model.url) };
    await using terminal = runInTerminal(args, { cwd: project, env });
    await terminal.waitFor("Type your message");
    for (const key of "/compress ") {
      terminal.press(key);
      await Bun.sleep(30);
    }
    // While it is still resuming the session it takes no command.
    for (let tries = 0; tries < 60 && !terminal.output().includes("compressed"); tries++) {
      terminal.press("\r");
      await Bun.sleep(1000);
    }
    const { requests, aside } = model;
    return { exitCode: 0, output: terminal.output(), requests, aside };
  },
};

const copilot: PlayedClient = {
  name: "copilot-cli",
  title: "Copilot CLI",
  short: "copilot",
  files: [".copilot/settings.json", ".copilot/mcp-config.json"],
  contexts: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure"],
  prepare({ home }) {
    mkdirSync(join(home, ".copilot"), { recursive: true });
    writeFileSync(join(home, ".copilot", "settings.json"), '{\n    "banner": "never"\n}\n');
  },
  run: (command) => call("bash", { command, description: "Work" }),
  read: (path) => call("view", { path }),
  write: (path, content) => call("create", { path, file_text: content }),
  async play({ home, project }, turns, prompt, resume) {
    const program = await installClient("copilot");
    await using model = startChatModel(turns);
    const env = {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
      COPILOT_PROVIDER_API_KEY: "none",
      COPILOT_MODEL: "stub",
    };
    const args = ["-p", prompt, "--no-color", "--allow-all-tools", "--allow-all-paths"];
    const ran = await runProgram([program, ...(resume === undefined ? [] : ["--resume", resume]), ...args], {
      cwd: project,
      home,
      env,
    });
    return { ...ran, requests: model.requests, aside: model.aside };
  },
  compact: (scratch, id) => copilot.play(scratch, [{ text: SUMMARY }], "/compact", id),
};

const opencode: PlayedClient = {
  name: "opencode",
  title: "OpenCode",
  short: "opencode",
  files: [".config/opencode/opencode.json", ".config/opencode/plugin/pawl.ts"],
  contexts: ["SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure"],
  prepare({ home }) {
    mkdirSync(join(home, ".config", "opencode"), { recursive: true });
    const own =
      '{\n    // It adds its schema where none is.\n    "$schema": "https://opencode.ai/config.json",\n    "autoupdate": false,\n    "share": "disabled"\n}\n';
    writeFileSync(join(home, ".config", "opencode", "opencode.json"), own);
  },
  run: (command) => call("bash", { command, description: "Work" }),
  read: (path) => call("read", { filePath: path }),
  write: (path, content) => call("write", { filePath: path, content }),
  async play({ home, project }, turns, prompt, resume) {
    const program = await installClient("opencode");
    await using model = startChatModel(turns);
    const options = { baseURL: `${model.url}/v1`, apiKey: "none" };
    const models = { stub: { name: "Stub", limit: { context: 100_000, output: 4000 } } };
    const stub = { npm: "@ai-sdk/openai-compatible", name: "Stub", options, models };
    const config = { model: "stub/stub", small_model: "stub/stub", provider: { stub } };
    const env = {
      OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      // It would wait for its package for plugins, which a plugin without types does not need.
      npm_config_registry: "http://127.0.0.1:9",
      npm_config_fetch_retries: "0",
    };
    const args = ["run", ...(resume === undefined ? [] : ["-s", resume]), prompt];
    const ran = await runProgram([program, ...args], { cwd: project, home, env });
    return { ...ran, requests: model.requests, aside: model.aside };
  },
  // By itself, when an answer says that the conversation is nearly as long as the model allows.
  compact(scratch, id) {
    const turns = [{ ...opencode.run("echo long"), tokens: 99_000 }, { text: "Compacted." }];
    return opencode.play(scratch, turns, "Work on", id);
  },
};

export const PLAYED: readonly PlayedClient[] = [gemini, copilot, opencode];
