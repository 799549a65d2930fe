/** What the daemon does beside requests: at its start, every half minute, and when its files change. */

import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readHooked } from "../platform/hooked-events.ts";
import type { Home } from "../platform/paths.ts";
import { addToSpool, spooledFiles } from "../platform/spool.ts";
import { wordIndexIn } from "../store/index/lazy-index.ts";
import { copyPath } from "../store/maintenance.ts";
import { recordsIn } from "../store/records/queries.ts";
import { override } from "../store/store.ts";
import { forgettingIn } from "../team/sql/forget.ts";
import { createDaemonWork, LOST, startWatches } from "./daemon-work.ts";
import type { Service } from "./service.ts";
import { openTestApp } from "./test-app.ts";

let app: Awaited<ReturnType<typeof openTestApp>>;
let home: Home;
let counted: string[];
let logged: unknown[];
beforeEach(async () => {
  app = await openTestApp();
  home = app.home;
  [counted, logged] = [[], []];
});
afterEach(async () => {
  jest.useRealTimers();
  await app[Symbol.asyncDispose]();
});

const quiet = () => undefined;
const AT = Date.UTC(2026, 0, 15);

/** The real service, which notes what it is asked to do. */
function watched(fails: readonly string[] = []) {
  const done: string[] = [];
  const note =
    (name: string, value?: unknown) =>
    async (...args: unknown[]) => {
      done.push(args.length === 0 ? name : `${name} ${args.join()}`);
      if (fails.includes(name)) throw new Error(`${name} failed`);
      return value;
    };
  const { store, upkeep, work, pasts } = app.service;
  const service = {
    ...app.service,
    drain: note("drain"),
    catchUp: note("catchUp"),
    indexSoon: note("indexSoon"),
    upkeep: {
      ...upkeep,
      import: note("import"),
      redactOlder: note("redactOlder"),
      expire: note("expire"),
      compact: note("compact"),
      check: note("check"),
    },
    work: { ...work, copyMemories: note("copy") },
    pasts: { ...pasts, reset: () => void done.push("release") },
    store: override(
      override(store, forgettingIn, { finishForgetting: note("finishForgetting") as never }),
      wordIndexIn,
      {
        unindexed: async () => unindexed,
      },
    ),
  } as unknown as Service;
  const log = { info: quiet, warn: quiet, error: (...line: unknown[]) => void logged.push(line) };
  const counters = { count: (name: string) => void counted.push(name) } as never;
  return { done, service, work: createDaemonWork({ home, service, counters, log, now: () => AT }) };
}
let unindexed = 0;
const settle = async () => {
  for (let n = 0; n < 20; n++) await new Promise((ready) => setImmediate(ready));
};

describe("at its start the daemon", () => {
  test("reads what waits, then what it missed, in this order", async () => {
    const { done, work } = watched();
    work.stop();
    await work.start(false);
    expect(done).toEqual(["drain", "catchUp", "redactOlder", "finishForgetting", "indexSoon", "copy"]);
    expect([counted, logged]).toEqual([[], []]);
  });

  test("fills a new database from all transcripts", async () => {
    const { done, work } = watched();
    work.stop();
    await work.start(true);
    expect(done.slice(0, 3)).toEqual(["drain", "import true", "catchUp"]);
  });

  test("first lets whoever started it have its answer", async () => {
    jest.useFakeTimers();
    const { done, work } = watched();
    const started = work.start(false);
    await settle();
    jest.advanceTimersByTime(399);
    await settle();
    expect(done).toEqual(["drain"]);
    jest.advanceTimersByTime(1);
    await started;
    expect(done).toContain("catchUp");
  });

  test("counts and logs what fails; the rest is left to the next half minute", async () => {
    const { done, work } = watched(["drain", "catchUp"]);
    work.stop();
    await work.start(false);
    expect(done).toEqual(["drain", "catchUp"]);
    expect(counted).toEqual(["spool_error", "catch_up_error"]);
    expect(logged).toMatchObject([
      ["the spool could not be processed", { error: { message: "drain failed" } }],
      ["catch-up failed", { error: { message: "catchUp failed" } }],
    ]);
  });

  test("takes it for no failure that it is stopped before it is done", async () => {
    const left = watched();
    left.work.stop();
    await app.store.close();
    left.service.catchUp = app.service.catchUp;
    await left.work.start(false);
    expect(left.done).toEqual(["drain"]);
    expect([counted, logged]).toEqual([[], []]);
  });
});

describe("every half minute the daemon", () => {
  test("copies; indexes only what is new", async () => {
    const { done, work } = watched();
    work.tick(59_999);
    await settle();
    expect(done.sort()).toEqual(["copy"]);
    unindexed = 1;
    const next = watched();
    next.work.tick(0);
    await settle();
    unindexed = 0;
    expect(next.done).toContain("indexSoon");
  });

  test("imports and forgets what is too old, after a minute of quiet", async () => {
    const { done, work } = watched();
    work.tick(60_000);
    await settle();
    expect(done.sort()).toEqual(["check", "copy", "expire", "import"]);
  });

  test("gives memory back after a minute and a half of quiet, once until there is work again", async () => {
    const { done, work } = watched();
    const released = (quietMs: number) => {
      work.tick(quietMs);
      return done.filter((what) => what === "release").length;
    };
    expect([89_999, 90_000, 120_000, 5000, 95_000].map(released)).toEqual([0, 1, 1, 1, 2]);
    await settle();
  });

  test("copies memories when the last copy is an hour old", async () => {
    const { done, work } = watched();
    mkdirSync(dirname(copyPath(home.database)), { recursive: true });
    writeFileSync(copyPath(home.database), "");
    const { work: fresh, done: kept } = watched();
    work.tick(0);
    await settle();
    expect(done).toContain("copy");
    const now = new Date(AT);
    utimesSync(copyPath(home.database), now, now);
    fresh.tick(0);
    await settle();
    expect(kept).not.toContain("copy");
  });

  test("keeps the file of what it prints short", async () => {
    const { work } = watched();
    mkdirSync(dirname(home.output), { recursive: true });
    writeFileSync(home.output, "x".repeat(1024 * 1024 + 1));
    work.tick(0);
    await settle();
    expect(statSync(home.output).size).toBe(0);
  });

  test("counts and logs each part that fails, and does the others", async () => {
    const { done, work } = watched(["drain", "copy", "import", "expire"]);
    work.tick(60_000);
    work.drain();
    await settle();
    expect(done).toHaveLength(5);
    expect(counted.sort()).toEqual(["spool_error", "upkeep_error", "upkeep_error", "upkeep_error"]);
    expect(logged).toContainEqual(["upkeep failed", { error: expect.any(Error) }]);
    // The spool that could not be stored waits for half a minute.
    work.drain();
    await settle();
    expect(done).toHaveLength(5);
  });
});

describe("while it runs the daemon", () => {
  function watching() {
    const seen: string[] = [];
    writeFileSync(home.daemon, JSON.stringify({ pid: process.pid, port: 1 }));
    const { work } = watched();
    const watches = startWatches({
      home,
      publicPort: { check: async () => void seen.push("keeper"), close: async () => undefined },
      work: { ...work, upkeep: async (lists) => lists.finally(() => seen.push("lists")), drain: quiet },
      log: { info: quiet, warn: quiet, error: quiet },
      stop: (why) => void seen.push(why === LOST ? "lost" : "gone"),
      onDamage: () => void seen.push("damaged"),
    });
    return { seen, watches, leave: () => rmSync(home.daemon) };
  }
  const hook = { Stop: [{ hooks: [{ type: "command", command: "true" }] }] };
  beforeEach(() => jest.useFakeTimers());

  test("notes at once which events the user's hooks answer, and again every ten seconds", async () => {
    writeFileSync(home.config, JSON.stringify({ hooks: hook }));
    const { seen, watches, leave } = watching();
    while (seen.length === 0) await settle();
    expect([seen, readHooked(home.hooked)]).toEqual([["lists"], ["Stop"]]);
    jest.advanceTimersByTime(9999);
    expect(seen).toEqual(["lists"]);
    jest.advanceTimersByTime(1);
    while (seen.length < 3) await settle();
    expect(seen).toEqual(["lists", "keeper", "lists"]);
    leave();
    jest.advanceTimersByTime(10_000);
    for (let n = 0; n < 5; n++) await settle();
    expect(seen.filter((what) => what !== "gone")).toEqual(["lists", "keeper", "lists", "keeper"]);
    watches.stop();
  });

  test("looks every two seconds whether its home and its database are still its own", () => {
    const { seen, watches, leave } = watching();
    jest.advanceTimersByTime(2000);
    expect(seen).toEqual([]);
    rmSync(home.database);
    jest.advanceTimersByTime(1999);
    expect(seen).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(seen).toEqual(["lost"]);
    expect(statSync(`${home.database}.lost`).size).toBe(0);
    leave();
    jest.advanceTimersByTime(2000);
    expect(seen).toEqual(["lost", "gone"]);
    watches.stop();
    jest.advanceTimersByTime(20_000);
    expect(seen).toEqual(["lost", "gone"]);
  });
});

test("spooled events are recorded when they are read", async () => {
  const event = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: app.dir, prompt: "hi" };
  addToSpool(home.spool, AT, JSON.stringify(event));
  await app.service.drain();
  expect([spooledFiles(home.spool), await recordsIn(app.store).stats()]).toMatchObject([[], { prompts: 1 }]);
});
