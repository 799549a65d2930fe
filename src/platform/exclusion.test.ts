import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExclusion } from "./exclusion.ts";

let project: string;
beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "pawl-exclude-")));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

/** The file of the setting: it has to be there, and what stands in it is what `patterns` says. */
const exclusion = (...patterns: string[]) => {
  const config = join(project, "config.json");
  writeFileSync(config, "{}");
  return createExclusion({ config, patterns: () => patterns, userHome: "/home/me" });
};

test("a folder of the setting takes everything below it along, and nothing beside it", () => {
  const { folder } = exclusion("~/private/", "/srv/clients/*");
  expect(folder("/home/me/private", "")).toBe(true);
  expect(folder("/home/me/private/a/b", "")).toBe(true);
  expect(folder("/home/me/privately", "")).toBe(false);
  expect(folder("/srv/clients", "")).toBe(false);
  expect(folder("/srv/clients/acme/src", "")).toBe(true);
  // Walked away from the project that is left out.
  expect(folder("/elsewhere", "/home/me/private")).toBe(true);
  // A session without a folder is in none that is left out.
  expect([folder("", ""), exclusion("*").folder("", ""), exclusion("*").folder("a", "")]).toEqual([
    false,
    false,
    true,
  ]);
});

test("the setting is read again when its file has changed, and not otherwise", () => {
  const config = join(project, "config.json");
  let read = 0;
  const patterns = () => [read++ === 0 ? "/first" : "/second"];
  const { folder } = createExclusion({ config, patterns, userHome: "/home/me" });
  expect(folder("/first", "")).toBe(false);
  expect(read).toBe(0);
  writeFileSync(config, "{}");
  expect([folder("/first", ""), folder("/first/a", ""), read]).toEqual([true, true, 1]);
  writeFileSync(config, "{ }");
  expect([folder("/first", ""), folder("/second", ""), read]).toEqual([false, true, 2]);
  rmSync(config);
  expect(folder("/second", "")).toBe(false);
});

test("a name that no file can have is no error", () => {
  expect(exclusion("~/private").folder("/a\0b", "/a\0b")).toBe(false);
});
