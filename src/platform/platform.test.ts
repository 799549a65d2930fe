import { describe, expect, test } from "bun:test";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openCounters, readCounts } from "./counters.ts";
import { boundOutput, openOutput } from "./daemon-process.ts";
import { isOff } from "./env.ts";
import { writeWhole } from "./files.ts";
import { BURST, openLog, WINDOW_MS } from "./log.ts";
import { isMachineOff, isSessionOff, markOff, markOn, offSpans, setMachineOff } from "./off.ts";
import { openTokens } from "./own-home.ts";
import { claudeConfigDir, defaultPort, homeAt, pawlHome, userHome } from "./paths.ts";
import { addToSpool, drainSpool, spooledFiles } from "./spool.ts";

function inFolder<T>(use: (dir: string) => T): T {
  const dir = mkdtempSync(join(tmpdir(), "pawl-platform-"));
  const clean = () => rmSync(dir, { recursive: true, force: true });
  const result = use(dir);
  if (result instanceof Promise) return result.finally(clean) as T;
  clean();
  return result;
}

describe("S0.10 the environment is optional", () => {
  test("homes default to folders in the user's home", () => {
    expect(pawlHome({ HOME: "/home/dev", USERPROFILE: "/home/dev" }).dir).toBe(join("/home/dev", ".pawl"));
    expect(claudeConfigDir({ HOME: "/home/dev", USERPROFILE: "/home/dev" })).toBe(
      join("/home/dev", ".claude"),
    );
    expect(pawlHome({ PAWL_HOME: "/elsewhere" }).dir).toBe("/elsewhere");
    for (const odd of ["/a/../b", "/a//b/", "a", "./a", "/a/.", "/.."]) {
      expect(pawlHome({ PAWL_HOME: odd }).dir).toBe(resolve(odd));
    }
    expect(pawlHome({ PAWL_HOME: "", HOME: "/home/dev", USERPROFILE: "/home/dev" }).dir).toBe(
      join("/home/dev", ".pawl"),
    );
  });

  test("PAWL_OFF is on only for values that mean yes", () => {
    expect([undefined, "", "0", "1", "yes"].map((value) => isOff({ PAWL_OFF: value }))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });
});

test("the home is the one that this system's variable names", () => {
  const isWindows = process.platform === "win32";
  expect(userHome({ HOME: "/posix", USERPROFILE: "/windows" })).toBe(isWindows ? "/windows" : "/posix");
});

test("users of one machine get different, stable ports", () => {
  // Installed hooks contain the address: another number would leave them without a daemon.
  expect([0, 1000, 901].map((uid) => defaultPort({ uid, username: "x" }))).toEqual([47_100, 47_200, 47_101]);
  expect(defaultPort({ uid: -1, username: "anna.schmidt" })).toBe(47_853);
  const ports = [1000, 1001, 1002, 501].map((uid) => defaultPort({ uid, username: "x" }));
  expect(new Set(ports).size).toBe(4);
  expect(defaultPort({ uid: -1, username: "ann" })).toBe(defaultPort({ uid: -1, username: "ann" }));
  expect(defaultPort({ uid: -1, username: "ann" })).not.toBe(defaultPort({ uid: -1, username: "bob" }));
});

test("the log rotates by size, keeps three files and is private", () =>
  inFolder((dir) => {
    const path = join(dir, "logs", "pawl.log");
    const log = openLog({
      path,
      now: () => 0,
      redact: (text) => text.replace("hunter2", "***"),
      maxBytes: 400,
    });
    for (let i = 0; i < 40; i++) log.info(`line ${i} hunter2`);
    log.error("last", { error: new Error("broken") });
    expect(readFileSync(path, "utf8")).toContain('"message":"broken"');
    expect([1, 2, 3, 4].map((n) => existsSync(`${path}.${n}`))).toEqual([true, true, true, false]);
    expect(readFileSync(`${path}.1`, "utf8")).not.toContain("hunter2");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(path).size).toBeLessThanOrEqual(800);
  }));

test("of a flood of one message the log keeps the first entries and their number, and other messages", () =>
  inFolder((dir) => {
    const path = join(dir, "logs", "pawl.log");
    let at = 0;
    const log = openLog({ path, now: () => at, redact: (text) => text });
    const lines = () =>
      readFileSync(path, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { message: string; repeated?: number });
    for (let i = 0; i < 10_000; i++) log.warn("the same", { i });
    log.info("another");
    expect(lines()).toHaveLength(BURST + 1);
    expect(lines().at(-1)?.message).toBe("another");
    at = WINDOW_MS;
    log.info("later");
    expect(lines().at(-2)).toMatchObject({ message: "the same", level: "warn", repeated: 10_000 - BURST });
    for (let i = 0; i < BURST + 3; i++) log.warn("the same");
    log.flush();
    expect(lines().at(-1)).toMatchObject({ message: "the same", repeated: 3 });
  }));

test("an entry of any length and a flood of different messages stay within the log's limit", () =>
  inFolder((dir) => {
    const path = join(dir, "logs", "pawl.log");
    const log = openLog({ path, now: () => 0, redact: (text) => text, maxBytes: 20_000 });
    log.error("long", { text: "x".repeat(5_000_000) });
    expect(readFileSync(path, "utf8")).toContain('"message":"long","cut":50000');
    for (let i = 0; i < 5000; i++) log.error(`message ${i} é`, { error: new Error("y".repeat(i)) });
    for (const name of [path, `${path}.1`, `${path}.2`, `${path}.3`])
      expect(statSync(name).size).toBeLessThanOrEqual(20_000);
    expect(existsSync(`${path}.4`)).toBe(false);
  }));

test("the file of printed lines is emptied when it is too long, and goes on from its start", () =>
  inFolder((dir) => {
    const path = join(dir, "out");
    const file = openOutput(path);
    writeSync(file, "x".repeat(100));
    boundOutput(path, 100);
    expect(statSync(path).size).toBe(100);
    writeSync(file, "y");
    boundOutput(path, 100);
    writeSync(file, "next");
    closeSync(file);
    expect(readFileSync(path, "utf8")).toBe("next");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    boundOutput(join(dir, "missing"));
    truncateSync(path, 1024 * 1024);
    boundOutput(path);
    expect(statSync(path).size).toBe(1024 * 1024);
    truncateSync(path, 1024 * 1024 + 1);
    boundOutput(path);
    expect(statSync(path).size).toBe(0);
  }));

test("tokens are created once, are private, and an empty one is replaced", () =>
  inFolder((dir) => {
    const home = homeAt(join(dir, "home"));
    const first = openTokens(home);
    expect(openTokens(home)).toEqual(first);
    expect(first.api).toMatch(/^[0-9a-f]{64}$/);
    expect(first.api).not.toBe(first.hook);
    expect(statSync(home.token).mode & 0o777).toBe(0o600);
    writeFileSync(home.token, "");
    expect(openTokens(home).api).toMatch(/^[0-9a-f]{64}$/);
  }));

test("the spool returns events in time order and keeps an event that could not be processed", () =>
  inFolder(async (dir) => {
    for (const at of [300, 100, 200]) addToSpool(dir, at, String(at));
    const seen: string[] = [];
    const failing = drainSpool(dir, async ({ body }) => {
      if (body === "200") throw new Error("not now");
      seen.push(body);
    });
    expect(failing).rejects.toThrow("not now");
    await failing.catch(() => undefined);
    expect(spooledFiles(dir)).toHaveLength(2);
    await drainSpool(dir, async ({ body, at }) => {
      seen.push(`${body}@${at}`);
    });
    expect(seen).toEqual(["100", "200@200", "300@300"]);
  }));

test("a session is off between its marks, and an invalid id names no file", () =>
  inFolder((dir) => {
    markOff(dir, "abc", 10);
    expect(isSessionOff(dir, "abc")).toBe(true);
    markOn(dir, "abc", 20);
    expect(isSessionOff(dir, "abc")).toBe(false);
    markOff(dir, "abc", 30);
    expect(offSpans(dir, "abc")).toEqual([
      { from: 10, to: 20 },
      { from: 30, to: Number.POSITIVE_INFINITY },
    ]);
    markOff(dir, "../../escape", 1);
    expect(isSessionOff(dir, "../../escape")).toBe(false);
  }));

test("the pause switch turns every session off between its marks, and switching twice changes nothing", () =>
  inFolder((dir) => {
    expect(isMachineOff(dir)).toBe(false);
    setMachineOff(dir, true, 10);
    setMachineOff(dir, true, 15);
    expect(isMachineOff(dir)).toBe(true);
    markOff(dir, "abc", 5);
    markOn(dir, "abc", 8);
    setMachineOff(dir, false, 20);
    expect(isMachineOff(dir)).toBe(false);
    expect(offSpans(dir, "abc")).toEqual([
      { from: 5, to: 8 },
      { from: 10, to: 20 },
    ]);
    expect(offSpans(dir, "another")).toEqual([{ from: 10, to: 20 }]);
    expect(isSessionOff(dir, ".machine")).toBe(false);
  }));

test("counters survive a restart and a damaged file", () =>
  inFolder((dir) => {
    const path = join(dir, "counters.json");
    const counters = openCounters(path);
    counters.count("wrong_token");
    counters.count("wrong_token");
    counters.flush();
    expect(openCounters(path).all()).toEqual({ wrong_token: 2 });
    writeFileSync(path, "{ half");
    expect(readCounts(path)).toEqual({});
  }));

test("a file is written atomically, and no temporary file is left", () =>
  inFolder((dir) => {
    writeWhole(join(dir, "a"), "text");
    expect(() => writeWhole(join(dir, "missing", "a"), "text")).toThrow();
    expect([...new Bun.Glob("**").scanSync({ cwd: dir, dot: true })]).toEqual(["a"]);
  }));
