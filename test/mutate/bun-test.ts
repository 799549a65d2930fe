/** Runs test files in a copy of the project and ends everything that they started. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import type { Copy } from "./copy.ts";

export type TestRun = {
  outcome: "pass" | "fail" | "timeout";
  /** The file that failed, where the output names it. */
  failed?: string;
  /** Bun ended the test because it waited too long. */
  testTimedOut?: boolean;
  ms: number;
};

export type TestRunOptions = { timeoutMs: number; testTimeoutMs?: number; flags?: string[] };

/** A test that waits for ever is ended by Bun after this time; tests with their own limit keep it. */
const TEST_TIMEOUT_MS = 20_000;

const running = new Set<Bun.Subprocess>();

export async function runTests(copy: Copy, files: string[], options: TestRunOptions): Promise<TestRun> {
  rmSync(copy.output, { force: true });
  const output = Bun.file(copy.output);
  const started = performance.now();
  const child = Bun.spawn(
    [
      process.execPath,
      "test",
      "--bail",
      `--timeout=${options.testTimeoutMs ?? TEST_TIMEOUT_MS}`,
      ...(options.flags ?? []),
      ...files.map((file) => `./${file}`),
    ],
    {
      cwd: copy.root,
      env: testEnvironment(copy),
      stdin: "ignore",
      // A file, because a program that outlives the run would keep a pipe open.
      stdout: output,
      stderr: output,
      // A process group of its own, which can be ended as a whole.
      detached: true,
    },
  );
  running.add(child);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    endGroup(child);
  }, options.timeoutMs);
  const code = await child.exited;
  clearTimeout(timer);
  endGroup(child);
  running.delete(child);
  endLeftovers(copy);
  const ms = performance.now() - started;
  if (timedOut) return { outcome: "timeout", ms };
  if (code === 0) return { outcome: "pass", ms };
  const printed = readFileSync(copy.output, "utf8");
  const failed = failedFile(printed, files);
  const testTimedOut = /timed out after \d+ ?ms/.test(printed);
  return { outcome: "fail", ms, testTimedOut, ...(failed === undefined ? {} : { failed }) };
}

/** Tests of a mutant run with a home and a temp folder of their own: a dropped guard must not touch the user's files. */
function testEnvironment(copy: Copy): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...process.env };
  // Bun shortens its output when an agent runs it.
  for (const name of ["AGENT", "CLAUDECODE", "REPL_ID"]) delete env[name];
  return {
    ...env,
    HOME: copy.home,
    USERPROFILE: copy.home,
    TMPDIR: copy.temp,
    TMP: copy.temp,
    TEMP: copy.temp,
    NO_COLOR: "1",
  };
}

/** Bun prints a file's name before its results and stops at the first failure, so the last name is the one. */
export function failedFile(output: string, files: string[]): string | undefined {
  if (files.length === 1) return files[0];
  const named = output
    .split("\n")
    .map((line) => line.replace(/:$/, "").replaceAll("\\", "/"))
    .filter((line) => files.includes(line));
  return named.at(-1);
}

function endGroup(child: Bun.Subprocess): void {
  try {
    if (process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // The group is gone already.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * A daemon leaves the process group of its test, and a test may give it a clean environment. On Linux its arguments or
 * its home folder show that it belongs to the copy.
 */
function endLeftovers(copy: Copy): void {
  if (process.platform !== "linux") return;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    try {
      const about = ["cmdline", "environ"].map((part) => readFileSync(`/proc/${name}/${part}`, "utf8"));
      if (about.some((text) => text.includes(`${copy.place}/`))) process.kill(Number(name), "SIGKILL");
    } catch {
      // Ended meanwhile, or another user's.
    }
  }
}

/** For an interrupted run. */
export function endAllTests(copies: Copy[]): void {
  for (const child of running) endGroup(child);
  for (const copy of copies) endLeftovers(copy);
}
