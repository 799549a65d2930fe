/** Which events the client's settings do not send, though a hook of the user waits for them. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HookNeeds } from "../clients/settings/entries.ts";
import { OWN_ARGUMENT } from "../platform/own-hook.ts";
import { settingsFilesOf, unsentEvents } from "./hook-needs.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-unsent-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const needs = (fields: Record<string, { seconds: number; gate: boolean }>) =>
  new Map(Object.entries(fields)) as unknown as HookNeeds;
const own = (more: object = {}, args: string[] = []) => ({
  type: "command",
  command: ["[ -x /x ] && exec /x", OWN_ARGUMENT, ...args, "y; exit 0"].join(" "),
  ...more,
});
const write = (name: string, settings: unknown) => {
  const file = join(dir, name);
  writeFileSync(file, typeof settings === "string" ? settings : JSON.stringify(settings));
  return file;
};
const sending = (event: string, ...hooks: object[]) => ({ hooks: { [event]: [{ hooks }] } });

test("the client's settings are the user's, the project's and the project's local ones", () => {
  expect(settingsFilesOf("/c", "/p")).toEqual([
    join("/c", "settings.json"),
    join("/p", ".claude", "settings.json"),
    join("/p", ".claude", "settings.local.json"),
  ]);
});

test("an event is sent when its hook waits long enough, and as a gate where one is needed", () => {
  const unsent = (need: { seconds: number; gate: boolean }, ...hooks: object[]) =>
    unsentEvents(needs({ PreToolUse: need }), [write("a.json", sending("PreToolUse", ...hooks))]);
  expect(unsent({ seconds: 10, gate: false }, own({ timeout: 10 }))).toEqual([]);
  expect(unsent({ seconds: 10, gate: false }, own({ timeout: 9 }))).toEqual(["PreToolUse"]);
  expect(unsent({ seconds: 10, gate: false }, own({ timeout: "10" }))).toEqual(["PreToolUse"]);
  expect(unsent({ seconds: 0, gate: false }, own())).toEqual([]);
  expect(unsent({ seconds: 0, gate: true }, own())).toEqual(["PreToolUse"]);
  expect(unsent({ seconds: 0, gate: true }, own({}, ["--gate"]))).toEqual([]);
  expect(unsent({ seconds: 0, gate: false }, own({}, ["--gate"]))).toEqual([]);
  // As version 0.2 wrote it.
  const old = { type: "command", command: "/bin/sh", args: ["-c", "x", OWN_ARGUMENT, "--gate"] };
  expect(unsent({ seconds: 0, gate: true }, old)).toEqual([]);
  // The longest of several counts, whatever their order.
  expect(unsent({ seconds: 5, gate: true }, own({ timeout: 6 }), own({ timeout: 1 }, ["--gate"]))).toEqual(
    [],
  );
  expect(unsent({ seconds: 5, gate: true }, own({ timeout: 1 }, ["--gate"]), own({ timeout: 6 }))).toEqual(
    [],
  );
});

test("an event that no file names is not sent; other programs' hooks do not count", () => {
  const two = needs({ Stop: { seconds: 0, gate: false }, PreToolUse: { seconds: 0, gate: false } });
  const file = write("a.json", {
    hooks: { Stop: [{ hooks: [own()] }], PreToolUse: [{ hooks: [{ type: "command", command: "theirs" }] }] },
  });
  expect(unsentEvents(two, [file])).toEqual(["PreToolUse"]);
  const more = write("b.json", sending("PreToolUse", own()));
  expect(unsentEvents(two, [file, join(dir, "missing.json"), more])).toEqual([]);
});

test("where no file has an entry of Pawl's, somebody else sends the events", () => {
  const need = needs({ Stop: { seconds: 0, gate: false } });
  const odd = ["{ half", "null", "7", '{"hooks":7}', '{"hooks":{"Stop":[null,7,{"hooks":null}]}}'];
  const files = odd.map((text, n) => write(`${n}.json`, text));
  expect(unsentEvents(need, files)).toEqual([]);
  expect(unsentEvents(need, [write("a.json", sending("Stop", { type: "command", command: "x" }))])).toEqual(
    [],
  );
});
