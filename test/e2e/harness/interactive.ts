import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bareEnv, claudeBinary, type RunOptions } from "./client.ts";
import { endTree } from "./process-group.ts";

export type InteractiveOptions = Omit<RunOptions, "prompt" | "timeoutMs" | "resume"> & { prompt?: string };

export interface Interactive extends AsyncDisposable {
  /** Types text and, by default, presses Enter. */
  type(text: string, options?: { enter?: boolean }): Promise<void>;
  /** Waits for a question and types the number or letter of an answer. */
  answer(question: string, choice: string): Promise<void>;
  /** Sends raw keys, such as "\x1b" or "\x03". */
  press(keys: string): void;
  /** Everything written to the terminal so far, without control sequences and white space. */
  screen(): string;
  /** Waits until the terminal has shown this text (ignoring white space) since the last `type`. */
  waitFor(text: string, timeoutMs?: number): Promise<void>;
  exited: Promise<number>;
  close(): Promise<void>;
}

/** Starts the real client in its own terminal, for what headless runs never do. */
export async function startInteractive(options: InteractiveOptions): Promise<Interactive> {
  const env: Record<string, string> = {
    ...bareEnv(options.home, options.model.url),
    TERM: "xterm-256color",
    ...options.env,
  };
  await skipFirstRun(options.home, options.cwd, env.ANTHROPIC_API_KEY ?? "");
  await mkdir(env.TMPDIR ?? options.home, { recursive: true });
  let output = "";
  let mark = 0;
  let lastOutput = performance.now();
  const decoder = new TextDecoder();
  const child = Bun.spawn([claudeBinary(), ...toArgs(options)], {
    cwd: options.cwd,
    env,
    detached: true,
    terminal: {
      cols: 160,
      rows: 50,
      data: (_terminal, bytes) => {
        lastOutput = performance.now();
        output += decoder.decode(bytes, { stream: true });
      },
    },
  });
  const { terminal } = child;
  if (terminal === undefined) throw new Error("This Bun cannot open a terminal");

  const waitFor = async (text: string, timeoutMs = 60_000) => {
    const wanted = text.replace(/\s+/g, "");
    const end = performance.now() + timeoutMs;
    while (!plain(output.slice(mark)).includes(wanted)) {
      if (performance.now() > end)
        throw new Error(`The client never showed "${text}":\n${plain(output).slice(-2000)}`);
      await Bun.sleep(50);
    }
  };
  const close = async () => {
    endTree(child.pid);
    await child.exited;
    terminal.close();
  };
  /** The client loses keys while it redraws: wait until it has been quiet for a while. */
  const settle = async () => {
    const end = performance.now() + 5_000;
    while (performance.now() - lastOutput < 700 && performance.now() < end) await Bun.sleep(50);
  };
  /** It shows its first line seconds before it reads what is typed; then the sign of its prompt ends the screen. */
  let isReady = options.prompt !== undefined;
  const ready = async () => {
    const end = performance.now() + 60_000;
    while (!isReady && performance.now() < end) {
      isReady = plain(output).endsWith("$");
      if (!isReady) await Bun.sleep(50);
    }
    isReady = true;
  };
  const type: Interactive["type"] = async (text, { enter = true } = {}) => {
    await ready();
    await settle();
    mark = output.length;
    terminal.write(text);
    // Enter in the same write would count as a pasted line break.
    await Bun.sleep(400);
    if (enter) terminal.write("\r");
  };
  return {
    type,
    async answer(question, choice) {
      await waitFor(question);
      isReady = true;
      await type(choice);
    },
    press: (keys) => {
      terminal.write(keys);
    },
    screen: () => plain(output),
    waitFor,
    exited: child.exited,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Lines are wrapped and blanks may be cursor moves, so white space is ignored. */
const plain = (output: string): string => Bun.stripANSI(output).replace(/\s+/g, "");

/** Marks the questions of a first start (theme, API key, trust in the folder) as answered. */
async function skipFirstRun(home: string, cwd: string, apiKey: string): Promise<void> {
  const path = join(home, ".claude.json");
  const file = Bun.file(path);
  const before = (await file.exists()) ? ((await file.json()) as Record<string, unknown>) : {};
  const state = {
    ...before,
    theme: "dark",
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: [apiKey.slice(-20)], rejected: [] },
    projects: { [cwd]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
  await writeFile(path, JSON.stringify(state));
}

function toArgs(options: InteractiveOptions): string[] {
  // Flat output: otherwise only changed cells are written, and words may miss letters. Questions are then answered
  // by typing their number or letter.
  const args: string[] = ["--ax-screen-reader"];
  if (options.settings !== undefined) args.push("--settings", JSON.stringify(options.settings));
  if (options.allowedTools !== undefined) args.push("--allowedTools", options.allowedTools.join(","));
  for (const plugin of options.plugins ?? []) args.push("--plugin-dir", plugin);
  args.push(...(options.args ?? []));
  if (options.prompt !== undefined) args.push("--", options.prompt);
  return args;
}
