/** What people ask of the page, each in at most two clicks. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { findBrowser } from "./browser.ts";
import { recordStory, type Story } from "./page-story.ts";

const LIMIT = 240_000;
const path = findBrowser();

describe.skipIf(path === undefined)("flows of the page", () => {
  let story: Story;
  beforeAll(async () => {
    story = await recordStory(path ?? "");
    await recordYesterday(join(story.pawl.home, "pawl.db"), story.shop);
  }, LIMIT);
  afterAll(() => story?.[Symbol.asyncDispose](), LIMIT);

  test(
    "yesterday in a project is one click away from the landing view",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await page.getByRole("heading", { level: 1, name: /^Today/ }).waitFor();
      await page.getByText("Round the totals to cents, everywhere").first().waitFor();
      await page.getByRole("button", { name: "Previous day with activity" }).click();
      await page.getByRole("heading", { level: 1, name: /^Yesterday/ }).waitFor();
      const project = page.getByRole("region", { name: "shop" });
      await project.getByRole("link", { name: "Ship the invoice" }).first().waitFor();
      await project.getByText("invoice.ts").first().waitFor();
      await project.getByText("1a2b3c4").waitFor();
      await project.getByText("not fixed").waitFor();
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test(
    "why something was injected is one click from Today; gain and cost of the week are two from anywhere",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show("#/today");
      const injected = page.locator(".day-parts > div", { hasText: "Injected by Pawl" }).first();
      await injected.getByRole("link").first().click();
      const panel = page.getByRole("complementary");
      await panel
        .getByText(/^Selected as/)
        .first()
        .waitFor();

      await page.getByRole("link", { name: "Was it used?" }).click();
      await page.getByText(/items? and .* tokens? in the newest week: /).waitFor({ timeout: 120_000 });
      await page.getByRole("columnheader", { name: "Control" }).first().waitFor();
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test(
    "the next session's context is shown beside its settings and follows them; a memory is edited and deleted there, with undo",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show(`#/injected?part=next&project=${encodeURIComponent(story.shop)}`);
      const preview = page.getByRole("region", { name: "Next session" });
      const memory = preview.locator(".source", { hasText: "project://money/rounding" });
      await memory.getByRole("button", { name: "Edit" }).click();
      await memory.getByLabel("Content").fill("Totals are rounded to cents by totals.ts alone.");
      await memory.getByRole("button", { name: "Save" }).click();
      await preview.getByText("by totals.ts alone").first().waitFor();
      await memory.getByRole("button", { name: "Delete" }).click();
      await page.getByText("Memory deleted.").waitFor();
      await memory.waitFor({ state: "detached" });
      const field = page.getByLabel("context.coreTokens");
      await field.fill("0");
      await page.locator(".setting", { has: field }).getByRole("button", { name: "Save" }).click();
      await preview.locator(".uri", { hasText: "project://testing/command" }).waitFor({ state: "detached" });
      await page.locator(".setting", { has: field }).getByRole("button", { name: /Reset/ }).click();
      await preview.locator(".uri", { hasText: "project://testing/command" }).waitFor();
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test(
    "a file's history and a folder's most changed files are found; the palette reaches a session; ? shows the keys",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show(`#/files?project=${encodeURIComponent(story.shop)}`);
      await page.getByRole("link", { name: "totals.ts" }).first().click();
      await page.getByText("Round the totals to cents, everywhere").first().waitFor();
      expect(await page.locator(".changes a").count()).toBeGreaterThan(0);

      await page.keyboard.press("Control+k");
      await page.keyboard.type("invoice too");
      await page
        .getByRole("option", { name: /And in the invoice too/ })
        .first()
        .waitFor();
      await page.getByRole("option", { name: /Sessions.*And in the invoice too/ }).click();
      await page.getByRole("heading", { level: 1, name: /And in the invoice too/ }).waitFor();
      await page.keyboard.press("?");
      await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor({ state: "detached" });
      await page.keyboard.press("s");
      await page.getByRole("heading", { level: 1, name: "Sessions" }).waitFor();
      await page.locator("[data-row] .session-line").first().waitFor();
      await page.keyboard.press("j");
      await page.locator("[data-row] .session-line:focus").waitFor();
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );
});

/** A session of yesterday: an edit, a commit, a failure that stayed. */
async function recordYesterday(database: string, project: string): Promise<void> {
  const store = await openStore({ database });
  const id = "00000000-1111-4111-8111-000000000000";
  const at = new Date(Date.now() - 86_400_000).setHours(12, 0, 0, 0);
  const entry = (kind: string, i: number) => ({
    key: `${id}/${kind}/${i}`,
    sessionId: id,
    at: at + i * 1000,
    redaction: 1,
  });
  const call = (i: number, toolName: string, input: object, more: object = {}) => ({
    ...entry("tool", i),
    toolName,
    ok: true,
    input: JSON.stringify(input),
    response: "",
    files: [],
    ...more,
  });
  const file = join(project, "invoice.ts");
  await recordsIn(store).record({
    session: { id, project, cwd: project, at, transcriptPath: "/t", branch: "invoices" },
    prompts: [{ ...entry("prompt", 0), text: "Ship the invoice" }],
    observations: [
      call(1, "Edit", { file_path: file, old_string: "a", new_string: "b\nc" }, { files: [file] }),
      call(2, "Bash", { command: "git commit -am 'Ship it'" }, { response: "[invoices 1a2b3c4] Ship it" }),
      call(3, "Bash", { command: "npm publish" }, { ok: false, response: "npm error 403 Forbidden" }),
    ],
    responses: [{ ...entry("response", 4), text: "Committed; publishing was refused." }],
  });
  await recordsIn(store).endSession(id, at + 10_000, "other");
  await store.close();
}
