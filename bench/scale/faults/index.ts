/**
 * The fault tests on a large store: `kill -9` in every kind of background work and in commands that work on the store, a full
 * disk, a damaged page. Each on a copy of its own; throws at the first thing that is not as it should be.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../../../test/e2e/pawl.ts";
import { damagePage } from "../../../test/faults/damage.ts";
import { writeTranscript } from "../../../test/faults/records.ts";
import { killedCommands } from "./killed-commands.ts";
import { killedAtWork } from "./killed-work.ts";
import { expect, expectWhole, place } from "./place.ts";

const CALLS = 60;
const LONG_MS = 900_000;

export async function runFaults(database: string): Promise<void> {
  for (const [what, run] of [
    ["killed in the background work", killedAtWork],
    ["pawl forget, import and backup killed", killedCommands],
    ["a full disk", fullDisk],
    ["a damaged page", damagedPage],
  ] as const) {
    const from = performance.now();
    await run(database);
    console.log(`ok: ${what} (${((performance.now() - from) / 1000).toFixed(0)} s)`);
  }
}

async function fullDisk(database: string): Promise<void> {
  const script = join(import.meta.dir, "full-disk.ts");
  const flags = process.getuid?.() === 0 ? ["-m"] : ["-Urm"];
  const run = Bun.spawn(["unshare", ...flags, process.execPath, script, database], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([run.stdout.text(), run.stderr.text(), run.exited]);
  expect("stderr", err, "");
  expect("a full disk", JSON.parse(out), {
    hooksWhileFull: 200,
    isFull: true,
    isForgetRefused: true,
    calls: 200,
    isWhole: "ok",
  });
}

/** As in test/faults/store.test.ts: set aside, filled again from transcripts, said once, and no hook fails. */
async function damagedPage(database: string): Promise<void> {
  await using at = await place(database);
  const { pawl, path, project } = at;
  for (let i = 0; i < 3; i++) writeTranscript(at.home, `d${i}`, CALLS, "filler ".repeat(50));
  damagePage(path);
  const said: string[] = [];
  const isTold = () => said.some((text) => text.includes("database was damaged"));
  const deadline = performance.now() + LONG_MS;
  for (let i = 0; !isTold() && performance.now() < deadline; i++) {
    const event = { hook_event_name: "SessionStart", session_id: `s${i}`, cwd: project, source: "startup" };
    const ran = await pawl.run(["hook", "session-start"], { stdin: JSON.stringify(event) });
    expect("a hook's exit code", ran.exitCode, 0);
    said.push(ran.stdout);
    await Bun.sleep(300);
  }
  expect("the user was told", isTold(), true);
  expect("set aside", readdirSync(pawl.home).filter((name) => name.includes(".broken-")).length, 1);
  const isRefilled = async () =>
    (await pawl.json<{ observations: number }>(["status"])).observations >= 3 * CALLS;
  expect("filled again", await eventually(isRefilled, LONG_MS), true);
  await pawl.run(["down"]);
  expectWhole(path);
}
