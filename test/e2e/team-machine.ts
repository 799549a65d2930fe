/** A member's machine for tests of teams: a clone of the project, Pawl installed, the real client. */
import { expect } from "bun:test";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { startModel } from "./harness/model.ts";
import { createPawl, type Pawl } from "./pawl.ts";

const CHECK = `#!/bin/sh
if grep -q port config.json; then echo fine; else echo "config.json:1: error: field portNumber is not defined"; exit 1; fi
`;
const TOOL = `#!/bin/sh
case "$1" in --every) echo "done";; *) echo "error: unknown option '$1'" >&2; exit 2;; esac
`;

export interface Machine extends AsyncDisposable {
  scratch: Scratch;
  pawl: Pawl;
}

/** A clone of the same repository; every machine has it in a folder of its own. */
export async function machine(remote = "https://git.example/acme/shop.git"): Promise<Machine> {
  const scratch = await createScratch({ git: true });
  const pawl = await createPawl(scratch);
  const env = { PATH: process.env.PATH ?? "", HOME: scratch.home };
  Bun.spawnSync(["git", "remote", "add", "origin", remote], { cwd: scratch.project, env });
  for (const [name, text] of [
    ["check.sh", CHECK],
    ["tool.sh", TOOL],
  ] as const) {
    await writeFile(join(scratch.project, name), text);
    await chmod(join(scratch.project, name), 0o755);
  }
  await writeFile(join(scratch.project, "config.json"), '{ "name": "shop" }\n');
  await pawl.run(["install"]);
  await pawl.run(["up"]);
  return {
    scratch,
    pawl,
    async [Symbol.asyncDispose]() {
      await pawl[Symbol.asyncDispose]();
      await scratch.dispose();
    },
  };
}

export async function session({ scratch }: Machine, prompt: string, turns: Parameters<typeof startModel>[0]) {
  await using model = startModel(turns);
  const { home, project: cwd } = scratch;
  const run = await runClaude({ home, cwd, model, prompt, allowedTools: ["Bash", "Read", "Edit"] });
  expect(run.exitCode).toBe(0);
  return model.mainRequests().map(({ text }) => text);
}

export const ok = async (pawl: Pawl, args: string[]) => {
  const ran = await pawl.run(args);
  expect([args[1], ran.exitCode, ran.stderr]).toEqual([args[1], 0, ""]);
  return ran.stdout;
};
