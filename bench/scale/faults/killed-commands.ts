/** Commands that work on the store themselves, killed beside a daemon that runs on. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../../src/store/open.ts";
import { recordsIn } from "../../../src/store/records/queries.ts";
import { startPawl } from "../../../test/faults/killer.ts";
import { writeTranscript } from "../../../test/faults/records.ts";
import { projectRoot } from "../made-sessions.ts";
import { countCalls, countOf, expect, expectWhole, type Place, place } from "./place.ts";

const KILLS = 4;
const TRANSCRIPTS = 30;
const CALLS = 60;

export async function killedCommands(database: string): Promise<void> {
  await using at = await place(database);
  await at.pawl.run(["up"]);
  console.log(`  forgetting: killed ${await killForget(at)}`);
  console.log(`  importing: killed ${await killImport(at)}`);
  const target = join(at.root, "backup.db");
  console.log(`  backup: killed ${await killBackup(at, target)}`);
  await at.pawl.run(["down"]);
  expectWhole(at.path);
  expectWhole(target);
}

/** Starts the command and kills it. Whether it was still running then. */
async function killedAfter({ pawl }: Place, args: string[], ms: number): Promise<boolean> {
  const child = startPawl(pawl, args);
  await Promise.race([child.exited, Bun.sleep(ms)]);
  child.kill("SIGKILL");
  await child.exited;
  return child.signalCode === "SIGKILL";
}

async function killForget(at: Place): Promise<string> {
  const store = await openStore({ database: at.path });
  const sessions = await recordsIn(store).sessions({ project: projectRoot(0), limit: KILLS });
  await store.close();
  let killed = 0;
  for (const { id } of sessions) {
    if (await killedAfter(at, ["forget", "--session", id, "--yes"], 150 + Math.random() * 900)) killed++;
    const again = await at.pawl.run(["forget", "--session", id, "--yes"]);
    expect(`forget again says ${again.stderr}`, again.exitCode, 0);
    expect("nothing of it is left", countOf(at.path, id), 0);
  }
  return `${killed} of ${sessions.length} times`;
}

async function killImport(at: Place): Promise<string> {
  const before = countCalls(at.path);
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    for (let i = 0; i < TRANSCRIPTS; i++)
      writeTranscript(at.home, `c${kill}-${i}`, CALLS, "filler ".repeat(200));
    if (await killedAfter(at, ["import"], 300 + Math.random() * 1_200)) killed++;
  }
  expect("the next import", (await at.pawl.run(["import"])).exitCode, 0);
  expect("calls", countCalls(at.path), before + KILLS * TRANSCRIPTS * CALLS);
  return `${killed} of ${KILLS} times`;
}

/** There is a complete one or none. */
async function killBackup(at: Place, target: string): Promise<string> {
  let killed = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    if (await killedAfter(at, ["backup", target], 400 + kill * 1_000 * Math.random())) killed++;
    expect("a backup that was not completed", existsSync(target), false);
  }
  expect("the next backup", (await at.pawl.run(["backup", target])).exitCode, 0);
  return `${killed} of ${KILLS} times`;
}
