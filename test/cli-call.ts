/**
 * Commands of `pawl` in the process of the test: the real command on a real store, in folders of their own. It takes
 * milliseconds where a program takes a quarter of a second. `src/cli/main.test.ts` tests the program itself.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { CommandInput, CommandName } from "../src/cli/command.ts";
import { homeAt } from "../src/platform/paths.ts";
import { openStore } from "../src/store/open.ts";
import type { Store } from "../src/store/store.ts";

// The person who runs the tests may speak another language, and the words are chosen when they are loaded: a test that
// imports this file first has them in English.
for (const name of ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"]) process.env[name] = "en_US.UTF-8";

export interface CliRun {
  exitCode: number;
  stdout: string;
  /** The sentence and the hint of what it threw. */
  error: string;
  /** As written, colours and control characters included. */
  raw: string;
}

/** What a function prints, without colours and without the space that ends lines. */
export function captured(act: () => void): string {
  const output = captureOutput();
  try {
    act();
  } finally {
    output.end();
  }
  return output.text().replace(/ +$/gm, "").trimEnd();
}

function captureOutput() {
  const written: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = ((text: string | Uint8Array, ...more: unknown[]) => {
    written.push(typeof text === "string" ? text : new TextDecoder().decode(text));
    const done = more.at(-1);
    if (typeof done === "function") done();
    return true;
  }) as typeof process.stdout.write;
  return {
    text: () => Bun.stripANSI(written.join("")),
    raw: () => written.join(""),
    end: () => {
      process.stdout.write = write;
    },
  };
}

const CHANGED = ["HOME", "PAWL_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "NO_COLOR"] as const;

export async function openCli() {
  const { COMMANDS } = await import("../src/cli/commands.ts");
  const { CommandInput } = await import("../src/cli/command.ts");
  const root = realpathSync(mkdtempSync(join(tmpdir(), "pawl-cli-")));
  const project = join(root, "project");
  const home = homeAt(join(root, "pawl"));
  for (const folder of [join(root, "home"), join(project, ".claude"), home.dir])
    mkdirSync(folder, { recursive: true });
  const before = new Map(CHANGED.map((name) => [name, process.env[name]]));
  const folder = process.cwd();
  process.env.HOME = join(root, "home");
  process.env.PAWL_HOME = home.dir;
  process.env.CLAUDE_CONFIG_DIR = join(root, "home", ".claude");
  process.env.CODEX_HOME = join(root, "home", ".codex");
  process.env.NO_COLOR = "1";
  process.chdir(project);

  async function run(name: CommandName, ...args: string[]): Promise<CliRun> {
    const { command } = await COMMANDS[name]();
    const output = captureOutput();
    try {
      const { values, positionals } = parseArgs({ args, options: command.options, allowPositionals: true });
      const exitCode = await command.run(new CommandInput(values as CommandInput["values"], positionals));
      return { exitCode: exitCode ?? 0, stdout: output.text(), error: "", raw: output.raw() };
    } catch (error) {
      const { name: kind, message, hint } = error as Error & { hint?: string };
      return {
        exitCode: kind === "UsageError" ? 2 : 1,
        stdout: output.text(),
        error: [message, hint].filter((part) => part !== undefined).join("\n"),
        raw: output.raw(),
      };
    } finally {
      output.end();
    }
  }

  return {
    root,
    project,
    home,
    run,
    /** With `--json`, parsed. */
    async json(name: CommandName, ...args: string[]): Promise<Record<string, unknown>> {
      const { stdout, error } = await run(name, ...args, "--json");
      if (stdout === "") throw new Error(error);
      return JSON.parse(stdout);
    },
    /** What is printed, with the temp folder as `~` and without the space that ends lines. */
    async text(name: CommandName, ...args: string[]): Promise<string> {
      const { stdout, error } = await run(name, ...args);
      // Claude Code's folder of a project is named by its path.
      const encoded = root.replace(/[^a-zA-Z0-9]/g, "-");
      return `${stdout}${error}`
        .replaceAll(root, "~")
        .replaceAll(encoded, "-tmp")
        .replace(/ +$/gm, "")
        .trimEnd();
    },
    async withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
      const store = await openStore(home);
      try {
        return await use(store);
      } finally {
        await store.close();
      }
    },
    [Symbol.dispose]() {
      process.chdir(folder);
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}
