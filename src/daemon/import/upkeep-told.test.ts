/** When upkeep does its work and what it tells of it. The work itself is given. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_STORE } from "../../../test/temp-store.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { homeAt } from "../../platform/paths.ts";
import { override } from "../../store/store.ts";
import { createUpkeep, readImportMark, saveImportMark } from "./upkeep.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-upkeep-told-"));
  mkdirSync(homeAt(dir).dir, { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function open() {
  const state = {
    ...{ now: 10 * DAY, imports: 0, expired: 0, retained: [] as object[], stopped: 0, isDeleted: true },
    imported: { aborted: false, failed: [] as { path: string; error: unknown }[], files: 0 },
    looked: { looked: 0, found: 0 },
    ended: [] as object[],
  };
  const said: [string, string, object | undefined][] = [];
  const say = (level: string) => (message: string, about?: object) => void said.push([level, message, about]);
  const upkeep = createUpkeep({
    ...{ home: homeAt(dir), now: () => state.now, retention: { sessionsDays: 30 } as never },
    store: override(NO_STORE, memoriesIn, {
      expireMemories: async () => {
        state.expired++;
        return state.ended as never;
      },
    }),
    work: {
      importAll: async () => {
        state.imports++;
        return { ...state.imported, prompts: 1, observations: 2, seconds: 3 } as never;
      },
      redactOlder: async () => state.looked as never,
      compact: async () => undefined,
      findDamage: async () => undefined,
      retain: async (retention: object) => {
        state.retained.push(retention);
        return state.isDeleted;
      },
    },
    onDamage: () => undefined,
    stop: () => {
      state.stopped++;
    },
    log: { info: say("info"), warn: say("warn"), error: say("error") } as never,
  });
  return { state, said, upkeep };
}

test("an import is due after a day, to the millisecond, also where the clock was set back", async () => {
  const { state, upkeep } = open();
  for (const [at, imports] of [
    [10 * DAY, 1],
    [11 * DAY - 1, 1],
    [11 * DAY, 2],
    [10 * DAY + 1, 2],
    [10 * DAY, 3],
  ] as const) {
    state.now = at;
    await upkeep.import();
    expect([at, state.imports]).toEqual([at, imports]);
  }
});

test("an import that was broken off is not marked as done; files that failed are told one by one", async () => {
  const { state, said, upkeep } = open();
  state.imported = { aborted: true, failed: [{ path: "/a", error: "x" }], files: 0 };
  await upkeep.import();
  expect(readImportMark(homeAt(dir))).toBeUndefined();
  expect(said).toEqual([["warn", "a transcript could not be imported", { path: "/a", error: "x" }]]);
  state.imported = { aborted: false, failed: [], files: 4 };
  await upkeep.import();
  expect(readImportMark(homeAt(dir))).toEqual({ at: state.now });
  expect(said[1]).toEqual([
    ...["info", "imported transcripts", { files: 4, prompts: 1, observations: 2, seconds: 3 }],
  ] as never);
});

test("a user who has said no is asked by nobody, however long ago", async () => {
  const { state, upkeep } = open();
  saveImportMark(homeAt(dir), { at: 0, declined: true });
  await upkeep.import();
  expect(state.imports).toBe(0);
});

test("memories end and what the user does not keep is deleted once an hour, and told only where there was something", async () => {
  const { state, said, upkeep } = open();
  for (const [at, times] of [
    [10 * DAY, 1],
    [10 * DAY + HOUR - 1, 1],
    [10 * DAY + HOUR, 2],
  ] as const) {
    state.now = at;
    await upkeep.expire();
    expect([at, state.expired, state.retained.length]).toEqual([at, times, times]);
    state.isDeleted = false;
  }
  expect(state.retained[0]).toEqual({ sessionsDays: 30 });
  expect(said).toEqual([["info", "deleted what the setting retention names", undefined]]);
});

test("memories that ended, and records that were read again, are told", async () => {
  const { state, said, upkeep } = open();
  state.isDeleted = false;
  state.ended = [{ uri: "project://a", status: "archived", reason: "unused", id: "1" }];
  await upkeep.expire();
  await upkeep.redactOlder();
  state.looked = { looked: 3, found: 1 };
  await upkeep.redactOlder();
  expect(said).toEqual([
    ["info", "a memory has ended", { uri: "project://a", status: "archived", reason: "unused" }],
    ["info", "read older records again with newer redaction rules", { looked: 3, found: 1 }],
  ]);
});

test("memories that could not be looked at are looked at again at once, not after an hour", async () => {
  const { state, upkeep } = open();
  const { ended } = state;
  Object.defineProperty(state, "ended", {
    get: () => {
      throw new Error("busy");
    },
    configurable: true,
  });
  await expect(upkeep.expire()).rejects.toThrow("busy");
  Object.defineProperty(state, "ended", { value: ended });
  await upkeep.expire();
  expect([state.expired, state.retained.length]).toEqual([2, 1]);
});

test("a failure is told to whoever asked, and the next work goes on", async () => {
  const { state, upkeep } = open();
  Object.defineProperty(state, "imported", {
    get: () => {
      throw new Error("disk");
    },
    configurable: true,
  });
  await expect(upkeep.import()).rejects.toThrow("disk");
  await upkeep.expire();
  expect(state.retained).toHaveLength(1);
  await upkeep.close();
  expect(state.stopped).toBe(1);
  await upkeep.expire();
  expect(state.retained).toHaveLength(1);
});
