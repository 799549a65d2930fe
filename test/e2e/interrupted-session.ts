/** A session of the real client in the middle of which something happens to Pawl. Shared by the test and the bench. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { startInteractive } from "./harness/interactive.ts";
import { callTool, type Model, say, startModel } from "./harness/model.ts";
import { createPawl, type Pawl } from "./pawl.ts";

const REPOSITORY = resolve(import.meta.dir, "..", "..");
export const CALLS = 20;
const AT_CALL = 7;

export interface Setting {
  scratch: Scratch;
  pawl: Pawl;
  checkout: string;
}

export interface Fault {
  name: string;
  happens(setting: Setting): void;
  /** The program that works afterwards; default: the same. */
  binAfter?(setting: Setting): string;
}

const pidIn = (pawl: Pawl, file: string) =>
  JSON.parse(readFileSync(join(pawl.home, file), "utf8")).pid as number;
const moved = ({ scratch }: Setting) => join(scratch.root, "moved");

export const FAULTS: readonly Fault[] = [
  {
    name: "pawl down",
    happens: ({ pawl, checkout }) =>
      void Bun.spawnSync([join(checkout, "bin", "pawl"), "down"], { env: { ...pawl.env } }),
  },
  { name: "kill -9", happens: ({ pawl }) => process.kill(pidIn(pawl, "daemon.json"), "SIGKILL") },
  { name: "SIGSTOP", happens: ({ pawl }) => process.kill(pidIn(pawl, "daemon.json"), "SIGSTOP") },
  {
    name: "a moved checkout, and kill -9",
    happens(setting) {
      renameSync(setting.checkout, moved(setting));
      process.kill(pidIn(setting.pawl, "daemon.json"), "SIGKILL");
    },
    binAfter: (setting) => join(moved(setting), "bin", "pawl"),
  },
  {
    name: "deleted node_modules, and kill -9",
    happens({ pawl, checkout }) {
      renameSync(join(checkout, "node_modules"), join(checkout, "gone"));
      process.kill(pidIn(pawl, "daemon.json"), "SIGKILL");
    },
    binAfter({ checkout }) {
      renameSync(join(checkout, "gone"), join(checkout, "node_modules"));
      return join(checkout, "bin", "pawl");
    },
  },
];

export interface Played {
  sessionId: string;
  /** What the client wrote down about hooks that failed or took too long. */
  notices: string[];
  /** Interactive: the screen without white space. Headless: what it printed. */
  screen: string;
  /** Time from one request of the model to the next, in milliseconds, one per tool call. */
  turnMs: number[];
  [Symbol.asyncDispose](): Promise<void>;
  /** Everything that Pawl has of the session, asked with the program that works now. */
  recorded(): Promise<{ prompts: unknown[]; observations: unknown[]; responses: unknown[] }>;
}

/** `withPawl: false`: the same session of the same client without any hook, to compare with. */
export async function playInterrupted(
  fault: Fault | undefined,
  kind: "headless" | "interactive",
  { withPawl } = { withPawl: true },
): Promise<Played> {
  const scratch = await createScratch({ git: true });
  const checkout = join(scratch.root, "checkout");
  copyCheckout(checkout);
  const pawl = await createPawl(scratch, { bin: join(checkout, "bin", "pawl") });
  const setting = { scratch, pawl, checkout };
  let bin = join(checkout, "bin", "pawl");
  const after = (args: string[]) => {
    const ran = Bun.spawnSync([bin, ...args], { cwd: scratch.project, env: pawl.env });
    return ran.stdout.toString();
  };
  let isRepaired = false;
  const repair = () => {
    if (!isRepaired) bin = fault?.binAfter?.(setting) ?? bin;
    isRepaired = true;
  };
  await using ending = new AsyncDisposableStack();
  ending.defer(() => scratch.dispose());
  // Whatever fails on the way: neither daemon nor keeper stays behind.
  ending.defer(() => {
    repair();
    after(["down", "--all"]);
  });
  if (withPawl) {
    await pawl.run(["install"]);
    await pawl.run(["up", "--no-open"]);
  }
  const file = join(scratch.project, "notes.txt");
  await Bun.write(file, "one\n");
  const arrivals: number[] = [];
  const leaves: number[] = [];
  let call = 0;
  await using model = startModel((request) => {
    if (request.kind !== "main") return undefined;
    arrivals.push(performance.now());
    if (++call === AT_CALL) fault?.happens(setting);
    leaves.push(performance.now());
    return call <= CALLS ? callTool("Read", { file_path: file }) : say("Everything is read.");
  });
  const screen = await (kind === "headless" ? headless(setting, model) : interactive(setting, model));
  const { lines, sessionId } = transcriptOf(scratch.home);
  repair();
  if (withPawl) after(["up", "--no-open"]);
  const played = ending.move();
  return {
    sessionId,
    screen,
    notices: lines.flatMap(({ attachment }) => (isNotice(attachment) ? [JSON.stringify(attachment)] : [])),
    turnMs: leaves.slice(0, -1).map((left, i) => (arrivals[i + 1] ?? left) - left),
    recorded: async () => JSON.parse(after(["session", sessionId, "--json"]) || "null"),
    [Symbol.asyncDispose]: () => played.disposeAsync(),
  };
}

async function headless({ scratch, pawl }: Setting, model: Model): Promise<string> {
  const { home, project: cwd } = scratch;
  const run = await runClaude({ home, cwd, model, prompt: "Read it", allowedTools: ["Read"], env: pawl.env });
  return run.stdout + run.stderr;
}

async function interactive({ scratch, pawl }: Setting, model: Model): Promise<string> {
  const { home, project: cwd } = scratch;
  // The automatic mode begins with a dialog of its own.
  const args = ["--permission-mode", "manual"];
  const client = await startInteractive({ home, cwd, model, allowedTools: ["Read"], args, env: pawl.env });
  try {
    await client.type("Read it");
    await client.waitFor("Everything is read.", 120_000);
    await client.type("/exit");
    await client.exited;
    return client.screen();
  } finally {
    await client.close();
  }
}

const isNotice = (attachment: { type?: string } | undefined) =>
  attachment?.type !== undefined &&
  ["hook_non_blocking_error", "hook_cancelled", "hook_blocking_error"].includes(attachment.type);

function transcriptOf(home: string) {
  const projects = join(home, ".claude", "projects");
  const files = readdirSync(projects, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".jsonl"),
  );
  const [name = ""] = files;
  const lines = readFileSync(join(projects, name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { attachment?: { type?: string } });
  return { lines, sessionId: name.split("/").at(-1)?.replace(".jsonl", "") ?? "" };
}

/** Linked, not copied: the bytes are the same, and moving or deleting it leaves this repository alone. */
export function copyCheckout(target: string): void {
  mkdirSync(target);
  for (const name of ["bin", "src", "dist", "package.json", "plugin", "node_modules"]) {
    const copied = Bun.spawnSync(["cp", "-al", join(REPOSITORY, name), join(target, name)]);
    if (copied.exitCode !== 0) throw new Error(copied.stderr.toString());
  }
  rmSync(join(target, "node_modules", ".cache"), { recursive: true, force: true });
}
