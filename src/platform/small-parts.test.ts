/** The small parts that hooks, daemon and terminal share. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatTime } from "./clock.ts";
import { parseDaemonInfo } from "./daemon-info.ts";
import { isZombieStat } from "./daemon-process.ts";
import { isKeptFile, readKeptFiles, writeKeptFiles } from "./kept-files.ts";
import { takeLock } from "./lock.ts";
import { foreignOwner } from "./own-home.ts";
import { isOwnHook, OWN_ARGUMENT, OWN_HEADER } from "./own-hook.ts";
import { homeAt } from "./paths.ts";
import { createProjectOf } from "./project.ts";
import { clearTrouble, noteTrouble, readTrouble } from "./trouble.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-parts-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("a time is written as people write it, every part with two digits", () => {
  expect(formatTime(new Date(2026, 0, 5, 7, 8).getTime())).toBe("2026-01-05 07:08");
  expect(formatTime(new Date(2026, 11, 31, 23, 59).getTime())).toBe("2026-12-31 23:59");
});

test("what a daemon says of itself needs a port and a process; anything else is no daemon", () => {
  const info = { pid: 7, port: 47_000, version: "1", startedAt: 1 };
  expect(parseDaemonInfo(JSON.stringify(info))).toEqual(info);
  for (const text of ["", "{", "null", '{"pid":7}', '{"port":1}', '{"pid":"7","port":1}'])
    expect(parseDaemonInfo(text)).toBeUndefined();
});

test("a process that has ended and was not looked after is a zombie, whatever its name", () => {
  expect(isZombieStat("12 (bun) Z 1 12")).toBe(true);
  expect(isZombieStat("12 (bun) S 1 12")).toBe(false);
  expect(isZombieStat("12 (odd) Z) S 1 12")).toBe(false);
});

test("Pawl's own hooks are known by their structure, never by a name in their path", () => {
  expect(isOwnHook({ type: "command", command: "x", args: ["hook", OWN_ARGUMENT] })).toBe(true);
  expect(isOwnHook({ type: "http", url: "x", headers: { [OWN_HEADER.toLowerCase()]: "1" } })).toBe(true);
  for (const other of [
    null,
    [],
    "pawl",
    { type: "command", command: "/opt/pawl/hook" },
    { type: "command", args: ["pawl"] },
    { type: "http", headers: { authorization: "x" } },
    { type: "http", args: [OWN_ARGUMENT] },
    { type: "prompt", headers: { [OWN_HEADER]: "1" } },
  ])
    expect(isOwnHook(other)).toBe(false);
});

describe("the files that a backup takes along", () => {
  test("are marks and workflows, and nothing that could run", () => {
    for (const path of ["off/abc-1", "sessions/abc/workflow.json", "sessions/abc/timeline.jsonl"])
      expect(isKeptFile(path)).toBe(true);
    for (const path of [
      "config.json",
      "off/../config.json",
      "off/a/b",
      "sessions/a/b/workflow.json",
      "sessions/a/x.json",
      "off/",
      "token",
    ])
      expect(isKeptFile(path)).toBe(false);
  });

  test("are read from one home and written into another", () => {
    const [from, to] = [homeAt(join(dir, "from")), homeAt(join(dir, "to"))];
    expect(readKeptFiles(from)).toEqual([]);
    mkdirSync(join(from.dir, "off"), { recursive: true });
    mkdirSync(join(from.dir, "sessions", "abc"), { recursive: true });
    writeFileSync(join(from.dir, "off", "abc"), "off 1\n");
    writeFileSync(join(from.dir, "off", ".machine"), "off 1\n");
    writeFileSync(join(from.dir, "sessions", "abc", "workflow.json"), "{}");
    writeFileSync(join(from.dir, "config.json"), "{}");
    const files = readKeptFiles(from);
    expect(files.map(({ path }) => path)).toEqual(["off/abc", "sessions/abc/workflow.json"]);
    writeKeptFiles(to, [...files, { path: "config.json", text: "{}" }]);
    expect(readKeptFiles(to)).toEqual(files);
    expect(homeHas(to.config)).toBe(false);
  });
  const homeHas = (path: string) => Bun.file(path).size > 0;
});

test("one lock a home: a second one is refused until the first is released", () => {
  const path = join(dir, "lock");
  const first = takeLock(path);
  expect(first).toBeDefined();
  expect(takeLock(path)).toBeUndefined();
  first?.release();
  chmodSync(path, 0o644);
  const again = takeLock(path);
  expect(again).toBeDefined();
  again?.release();
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a home that is ours, or not there yet, has no foreign owner", () => {
  expect(foreignOwner(homeAt(join(dir, "gone")))).toBeUndefined();
  expect(foreignOwner(homeAt(dir))).toBeUndefined();
});

test("a folder's project is its repository, no folder has none", () => {
  const projectOf = createProjectOf();
  mkdirSync(join(dir, "repo", ".git"), { recursive: true });
  mkdirSync(join(dir, "repo", "src"));
  expect(projectOf("")).toBe("");
  expect(projectOf(join(dir, "repo", "src"))).toBe(join(dir, "repo"));
  rmSync(join(dir, "repo", ".git"), { recursive: true });
  // Kept while the daemon runs.
  expect(projectOf(join(dir, "repo", "src"))).toBe(join(dir, "repo"));
  expect(createProjectOf()(join(dir, "repo", "src"))).toBe(join(dir, "repo", "src"));
});

describe("trouble with the port", () => {
  const trouble = { kind: "taken", port: 1, at: 100_000 } as const;

  test("is known for a minute, either way of the clock, until it is cleared", () => {
    const home = homeAt(dir);
    expect(readTrouble(home, 100_000)).toBeUndefined();
    noteTrouble(home, trouble);
    expect([40_000, 100_000, 160_000].map((now) => readTrouble(home, now)?.kind)).toEqual([
      "taken",
      "taken",
      "taken",
    ]);
    expect([39_999, 160_001].map((now) => readTrouble(home, now))).toEqual([undefined, undefined]);
    clearTrouble(home);
    expect(readTrouble(home, 100_000)).toBeUndefined();
  });

  test("is forgotten when the settings have changed since, and a damaged note is none", () => {
    const home = homeAt(dir);
    noteTrouble(home, trouble);
    writeFileSync(home.config, "{}");
    utimesSync(home.config, 99, 99);
    expect(readTrouble(home, 100_000)).toEqual(trouble);
    utimesSync(home.config, 101, 101);
    expect(readTrouble(home, 100_000)).toBeUndefined();
    writeFileSync(home.trouble, "{");
    expect(readTrouble(home, 100_000)).toBeUndefined();
  });
});
