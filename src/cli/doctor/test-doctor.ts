/** `pawl doctor` in a test: a home of its own, a free port, and no program of this machine on the PATH. */
import { expect } from "bun:test";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { openCli } from "../../../test/cli-call.ts";
import { freePort } from "../../../test/e2e/pawl.ts";
import { doctorChecks } from "./checks.ts";

const CHANGED = ["PAWL_PORT", "PATH"] as const;

interface Doctor {
  ok: boolean;
  checks: { name: string; ok: boolean; message: string; fix: string | null }[];
  fixed?: string[];
}

export async function openDoctor() {
  const before = new Map(CHANGED.map((name) => [name, process.env[name]]));
  const cli = await openCli();
  const port = await freePort();
  const programs = join(cli.root, "programs");
  mkdirSync(programs);
  process.env.PAWL_PORT = String(port);
  process.env.PATH = programs;
  chmodSync(cli.home.dir, 0o700);
  const doctor = async (...args: string[]) => (await cli.json("doctor", ...args)) as unknown as Doctor;
  return {
    cli,
    port,
    /** The folder on the PATH. */
    programs,
    doctor,
    /** One check's line and, if it failed, its fix. */
    async check(name: string, ...args: string[]): Promise<string> {
      const found = (await doctor(...args)).checks.find((one) => one.name === name);
      const line = `${found?.ok === true ? "✓" : "✗"} ${found?.message}${found?.fix === null ? "" : `\n→ ${found?.fix}`}`;
      return line.replaceAll(cli.root, "~").replaceAll(String(port), "<port>");
    },
    /** Runs the `--fix` of one check. The full `--fix` would also start a daemon. */
    async repair(name: string): Promise<void> {
      const found = (await doctorChecks()).find((one) => one.name === name);
      expect(found?.repair).toBeFunction();
      await found?.repair?.();
    },
    [Symbol.dispose]() {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      cli[Symbol.dispose]();
    },
  };
}
