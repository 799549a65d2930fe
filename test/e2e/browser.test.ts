import { afterEach, beforeEach, expect, type Mock, spyOn, test } from "bun:test";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { createScratch, type Scratch } from "./harness/scratch.ts";

let scratch: Scratch;
let place: string;
let said: Mock<typeof console.error>;
beforeEach(async () => {
  scratch = await createScratch();
  place = join(scratch.root, "chromium");
  said = spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(async () => {
  said.mockRestore();
  await scratch.dispose();
});

const nothing = () => undefined;

test("a browser that is there is used, and nothing is installed", async () => {
  await writeFile(place, "");
  const install = () => expect.unreachable();
  expect(findBrowser({ env: {}, places: [place], install })).toBe(place);
  expect(findBrowser({ env: { PAWL_CHROMIUM: place }, places: [], install })).toBe(place);
});

test("a missing browser is installed where that is possible", async () => {
  const install = () => Bun.spawnSync(["touch", place]);
  expect(findBrowser({ env: { CI: "true" }, places: [place], install: () => void install() })).toBe(place);
  expect(existsSync(place)).toBe(true);
});

test("where none can be installed, one line says so and how to get one", () => {
  expect(findBrowser({ env: {}, places: [place], install: nothing })).toBeUndefined();
  expect(said.mock.calls).toEqual([
    [expect.stringMatching(/^The tests of the page are skipped.*apt-get.*$/)],
  ]);
});

test("in CI a missing browser is an error", () => {
  expect(() => findBrowser({ env: { CI: "true" }, places: [place], install: nothing })).toThrow(
    "no Chromium",
  );
});

test("PAWL_CHROMIUM that names nothing is an error, not another browser", () => {
  expect(() => findBrowser({ env: { PAWL_CHROMIUM: place }, places: [], install: nothing })).toThrow(place);
});
