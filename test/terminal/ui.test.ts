/** `pawl ui` in a real terminal: recent sessions, search as you type, preview, resume. */

import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { homeAt } from "../../src/platform/paths.ts";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { prompt, response, seen } from "../contract/fixtures.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl } from "../e2e/pawl.ts";
import { runInTerminal } from "../e2e/terminal.ts";

const BIN = resolve(import.meta.dir, "..", "..", "bin", "pawl");
const [DOWN, UP, PAGE_DOWN, PAGE_UP] = ["\u001b[B", "\u001b[A", "\u001b[6~", "\u001b[5~"];
const DAY = 86_400_000;

async function opened(more = 0, ...query: string[]) {
  const scratch = await createScratch();
  const pawl = await createPawl(scratch);
  const store = await openStore(homeAt(pawl.home));
  const at = new Date(2026, 0, 15, 12).getTime();
  const record = (id: string, time: number, asked: string, answered: string) =>
    recordsIn(store).record({
      session: seen(id, time, { project: scratch.project, cwd: scratch.project, transcriptPath: "/t" }),
      prompts: [prompt(id, time, asked)],
      responses: [response(id, time + 1000, answered)],
    });
  await record("aaaa1111-0000", at, "Round the totals", "They are rounded to whole cents now.");
  await record("bbbb2222-0000", at + 60_000, "Add the tax", "The tax is added at the end.");
  for (let i = 0; i < more; i++) await record(`more-${i}`, at + (i + 2) * 60_000, `Ask ${i}`, `Answer ${i}.`);
  if (more > 0)
    await recordsIn(store).record({
      session: seen("long", at + DAY, { project: scratch.project, cwd: scratch.project }),
      prompts: Array.from({ length: 90 }, (_, i) => prompt("long", at + DAY + i, `Said ${i}.`)),
    });
  await store.close();
  const bin = join(scratch.root, "bin");
  mkdirSync(bin);
  // Stands for the client: says how it was called.
  writeFileSync(join(bin, "claude"), '#!/bin/sh\necho "client: $* in $(pwd)"\n');
  chmodSync(join(bin, "claude"), 0o755);
  const env = { ...pawl.env, PATH: `${bin}:${pawl.env.PATH}` };
  const ui = runInTerminal([BIN, "ui", ...query], { cwd: scratch.project, env });
  return {
    scratch,
    ui,
    async [Symbol.asyncDispose]() {
      await ui[Symbol.asyncDispose]();
      await pawl[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

test("the newest session is shown first with its preview; an arrow goes to the next one; Esc leaves", async () => {
  await using all = await opened();
  const { ui } = all;
  await ui.waitFor("The tax is added at the end.");
  expect(ui.output().indexOf("Add the tax")).toBeLessThan(ui.output().indexOf("Round the totals"));
  ui.press(DOWN);
  await ui.waitFor("They are rounded to whole cents now.");
  ui.press("\u001b");
  expect(await ui.exited).toBe(0);
}, 120_000);

test("typing searches at once, Tab reads the preview, and Enter continues the session in its client and folder", async () => {
  await using all = await opened();
  const { ui, scratch } = all;
  await ui.waitFor("Add the tax");
  ui.press("rounded");
  await ui.waitFor("They are rounded to whole cents now.");
  ui.press("\t");
  await ui.waitFor("Tab back");
  ui.press("\t");
  await ui.waitFor("Tab preview");
  ui.press("\r");
  await ui.waitFor(`client: --resume aaaa1111-0000 in ${scratch.project}`);
  expect(await ui.exited).toBe(0);
}, 120_000);

test("Ctrl-S limits the list to this project and back; ? shows the keys", async () => {
  await using all = await opened();
  const { ui } = all;
  await ui.waitFor("all projects");
  ui.press("\u0013");
  await ui.waitFor("Sessions · in ");
  ui.press("?");
  await ui.waitFor("this project or all projects");
  ui.press("\u0015");
  ui.press("\u0013");
  await ui.waitFor("Sessions · all projects");
  ui.press("\u0003");
  expect(await ui.exited).toBe(0);
}, 120_000);

test("a search without a result says so, and Enter does nothing there", async () => {
  await using all = await opened();
  const { ui } = all;
  await ui.waitFor("Add the tax");
  ui.press("zzzzqqqq");
  await ui.waitFor("No results.");
  ui.press("\r");
  ui.press("\u0015");
  await ui.waitFor("Round the totals");
  ui.press("\u0003");
  expect(await ui.exited).toBe(0);
}, 120_000);

test("a page is the height of the screen, and the ends of the list are its ends", async () => {
  await using all = await opened(60);
  const { ui } = all;
  // The newest has a long past; the sixty below it are numbered from the newest on.
  await ui.waitFor("Said 5.");
  const goes = async (keys: string, to: string) => {
    ui.press(keys);
    await ui.waitFor(to);
  };
  await goes(DOWN, "Answer 59.");
  await goes(DOWN, "Answer 58.");
  await goes(UP, "Answer 59.");
  await goes(PAGE_DOWN, "Answer 17.");
  await goes(PAGE_DOWN, "They are rounded to whole cents now.");
  await goes(UP, "The tax is added at the end.");
  await goes("\u0002", "Answer 41.");
  await goes("\u0006", "The tax is added at the end.");
  await goes(PAGE_UP, "Answer 41.");
  await goes(PAGE_UP, "Said 5.");
  ui.press("\u0003");
  expect(await ui.exited).toBe(0);
}, 120_000);

test("while a preview is read, the same keys scroll it; a session without a transcript is not continued", async () => {
  await using all = await opened(60);
  const { ui } = all;
  await ui.waitFor("Said 5.");
  expect(ui.output()).not.toContain("Said 88.");
  ui.press("\t");
  await ui.waitFor("Tab back");
  ui.press(PAGE_DOWN);
  await ui.waitFor("Said 80.");
  ui.press(PAGE_DOWN);
  await ui.waitFor("Said 88.");
  ui.press(PAGE_UP);
  await ui.waitFor("Said 10.");
  ui.press(PAGE_UP);
  await ui.waitFor("Said 2.");
  ui.press("\r");
  await ui.waitFor("cannot resume it");
  expect(await ui.exited).toBe(1);
}, 120_000);

test("words behind the command are searched at once", async () => {
  await using all = await opened(0, "rounded", "cents");
  const { ui } = all;
  await ui.waitFor("They are rounded to whole cents now.");
  ui.press("\u001b");
  expect(await ui.exited).toBe(0);
}, 120_000);

test("without a terminal it says what to use instead", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  const { exitCode, stderr } = await pawl.run(["ui"]);
  expect([exitCode, stderr.includes("pawl sessions")]).toEqual([1, true]);
}, 60_000);
