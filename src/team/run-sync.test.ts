import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PawlError } from "../platform/errors.ts";
import { readTeamState, runSync, writeTeamState } from "./run-sync.ts";

function openHome() {
  const dir = mkdtempSync(join(tmpdir(), "pawl-run-sync-"));
  return {
    teamLock: join(dir, "team.lock"),
    teamState: join(dir, "team-state.json"),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true }),
  };
}

const NOTHING = { restored: [], news: [], waiting: 0, wishes: 0 };
const round = (pushed: number, pulled: number) => ({
  sync: async () => ({ pushed, pulled, ...NOTHING }),
});
const KEPT = { news: [], waiting: 0, wishes: 0 };
const failing = (error: unknown) => ({ sync: () => Promise.reject(error) });
const at = (now: number) => ({ now: () => now, waitMs: 0 });

test("a round notes when it was, and when something last went out and came in", async () => {
  using home = openHome();
  expect(await runSync(round(0, 0), home, at(1))).toMatchObject({ pushed: 0, pulled: 0 });
  expect(readTeamState(home.teamState)).toEqual({ lastSyncAt: 1, ...KEPT });
  await runSync(round(1, 0), home, at(2));
  expect(readTeamState(home.teamState)).toEqual({ lastSyncAt: 2, lastPushAt: 2, ...KEPT });
  await runSync(round(0, 1), home, at(3));
  expect(readTeamState(home.teamState)).toEqual({ lastSyncAt: 3, lastPushAt: 2, lastPullAt: 3, ...KEPT });
  await runSync(round(0, 0), home, at(4));
  expect(readTeamState(home.teamState)).toEqual({ lastSyncAt: 4, lastPushAt: 2, lastPullAt: 3, ...KEPT });
});

test("a round that fails is counted and told, keeps what was known, and a good one ends the count", async () => {
  using home = openHome();
  writeTeamState(home.teamState, { lastSyncAt: 1, lastPushAt: 1 });
  const away = new PawlError("team_unreachable", "Away.");
  await expect(runSync(failing(away), home, at(2))).rejects.toBe(away);
  const known = { lastSyncAt: 1, lastPushAt: 1 };
  expect(readTeamState(home.teamState)).toEqual({
    ...known,
    error: "Away.",
    code: "team_unreachable",
  });
  await expect(runSync(failing(new Error("odd")), home, at(3))).rejects.toThrow("odd");
  expect(readTeamState(home.teamState)).toEqual({ ...known, error: "odd", code: "team_failed" });
  await runSync(round(0, 0), home, at(4));
  expect(readTeamState(home.teamState)).toEqual({ lastSyncAt: 4, lastPushAt: 1, ...KEPT });
});

/** Another process that holds the lock until its input ends. */
async function holder(path: string) {
  const lock = JSON.stringify(join(import.meta.dir, "../platform/lock.ts"));
  const code = `const { takeLock } = await import(${lock}); const held = takeLock(${JSON.stringify(path)});
    console.log("held"); await Bun.stdin.text(); await Bun.sleep(200); held?.release();`;
  const child = Bun.spawn([process.execPath, "-e", code], { stdin: "pipe", stdout: "pipe" });
  await child.stdout.getReader().read();
  return child;
}

test("one process at a time: another one is told, or waits as long as it may", async () => {
  using home = openHome();
  const child = await holder(home.teamLock);
  let rounds = 0;
  const counted = {
    sync: async () => ({ pushed: 0, pulled: rounds++, ...NOTHING }),
  };
  await expect(runSync(counted, home, at(1))).rejects.toMatchObject({
    code: "team_busy",
    message: "Another process is synchronising with the team just now.",
    hint: "It does the same; run it again in a moment.",
  });
  expect([rounds, readTeamState(home.teamState)]).toEqual([0, {}]);
  await child.stdin.end();
  await runSync(counted, home, { now: () => 2, waitMs: 600_000 });
  expect(rounds).toBe(1);
  await child.exited;
  // Released after a round, and after one that failed.
  await expect(runSync(failing(new Error("odd")), home, at(3))).rejects.toThrow("odd");
  await runSync(counted, home, at(4));
  expect(rounds).toBe(2);
});

test("a damaged file of the last round is no round", () => {
  using home = openHome();
  expect(readTeamState(home.teamState)).toEqual({});
  for (const text of ["{", "null", "3"]) {
    writeFileSync(home.teamState, text);
    expect(Object.keys(readTeamState(home.teamState))).toEqual([]);
  }
});
