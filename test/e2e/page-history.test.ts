/**
 * The page over a history: sessions of the real client, and 120 that were generated over two years. The findings of a
 * developer's first hour, by keyboard wherever a key can do it.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { CALLS_A_SESSION, madeSessions } from "../../bench/scale/made-sessions.ts";
import { learnFrom } from "../../src/memory/learn/learn.ts";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { REDACTION_VERSION } from "../../src/redact/index.ts";
import { wordIndexIn } from "../../src/store/index/lazy-index.ts";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { findBrowser } from "./browser.ts";
import { callTool, say } from "./harness/model.ts";
import { recordStory, type Story } from "./page-story.ts";
import { eventually } from "./pawl.ts";

const LIMIT = 240_000;
const SESSIONS = 120;
const path = findBrowser();

interface Made {
  id: string;
  project: string;
  prompt: string;
}

describe.skipIf(path === undefined)("the page over a history", () => {
  let story: Story;
  let made: Made[];
  const newest = () => made.at(-1) as Made;
  beforeAll(async () => {
    story = await recordStory(path ?? "");
    await story.session("Where are totals rounded?", [
      callTool("Read", { file_path: join(story.shop, "totals.ts") }),
      say("In totals.ts."),
    ]);
    made = await generate(join(story.pawl.home, "pawl.db"), story.shop);
  }, LIMIT);
  afterAll(() => story?.[Symbol.asyncDispose](), LIMIT);

  test(
    "the keyboard alone finds a session by / and by Ctrl-K, moves with j and k, and shows its keys with ?",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      for (const view of ["today", "now", "sessions", "injected", "memory", "cost"]) {
        await opened.show(`#/${view}`);
        await page.reload();
        await page.locator("h1").waitFor();
        await page.keyboard.press("/");
        await page.keyboard.type("totals cents");
        expect([view, await page.locator("input:focus").inputValue()]).toEqual([view, "totals cents"]);
      }
      await page.locator(".hit mark").first().waitFor();
      await tabTo(page, ".hit-session a");
      await page.keyboard.press("Enter");
      await page.locator(".timeline").waitFor();

      await page.keyboard.press("Control+k");
      await page.keyboard.type(newest().prompt.slice(0, 40));
      await page
        .getByRole("option", { name: /Sessions/ })
        .first()
        .waitFor();
      await page.keyboard.press("Enter");
      await page.locator(".timeline, .hits").first().waitFor();

      await page.keyboard.press("s");
      await page.locator(".session-line").first().waitFor();
      await page.keyboard.press("j");
      const row = () =>
        page.evaluate<number>("Number(document.activeElement.closest('[data-row]')?.dataset.row)");
      await page.locator(".session-line:focus").waitFor();
      const from = await row();
      await page.keyboard.press("j");
      expect(await eventually(async () => (await row()) > from)).toBe(true);
      await page.keyboard.press("k");
      expect(await eventually(async () => (await row()) === from)).toBe(true);
      await page.keyboard.press("?");
      await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor({ state: "detached" });
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test(
    "a short id is enough to forget a session, the preview lists what goes, and nothing of it is found any more",
    async () => {
      const [gone] = made as [Made];
      await using opened = await story.open();
      const { page } = opened;
      await opened.show("#/memory?part=forget");
      await tabTo(page, "main select");
      await page.getByLabel("What to forget").selectOption({ label: "One session (id)" });
      await page.getByRole("textbox", { name: "One session (id)" }).focus();
      await page.keyboard.type(gone.id.slice(0, 8));
      await tabTo(page, "main button");
      await page.getByRole("button", { name: "Preview" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText(`Tool calls: ${CALLS_A_SESSION}`).waitFor();
      await page.getByText(gone.prompt.slice(0, 30)).first().waitFor();
      await page.getByRole("button", { name: "Delete permanently" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("Deleted.").waitFor();
      expect((await story.pawl.run(["session", gone.id])).exitCode).not.toBe(0);
      await opened.show(`#/sessions/${gone.id}`);
      await page.locator(".empty").waitFor();
    },
    LIMIT,
  );

  test(
    "a generated session reads as a conversation: card, folded turns, diffs, output, failures alone; no raw names",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show(`#/sessions/${newest().id}`);
      await page.getByText("Summary", { exact: true }).click();
      const card = page.locator(".session-top");
      for (const fact of ["Last request", "Changed", "Ran", "Final answer"])
        await card.locator("dt", { hasText: fact }).first().waitFor();
      await page.getByRole("button", { name: /Failures/ }).focus();
      await page.keyboard.press("Enter");
      await page.locator(".row.failed").first().waitFor();
      expect(await page.locator(".row.call").count()).toBe(0);
      await page.getByRole("button", { name: /^Edits/ }).focus();
      await page.keyboard.press("Enter");
      await page.locator(".entry .row-link", { hasText: "Edit" }).first().focus();
      await page.keyboard.press("Enter");
      await page.locator(".diff-line").first().waitFor();
      await page
        .getByRole("button", { name: /^All|^Everything/ })
        .first()
        .focus();
      await page.keyboard.press("Enter");
      await page.locator(".said.response .markdown").first().waitFor();
      await page.locator(".day-line").first().waitFor();
      const text = await page.locator(".flow").textContent();
      expect(text).not.toMatch(/compact_boundary|compact_summary|pawl:notes|Quoted history|\{"file_path"/);
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test.each([1280, 390])(
    "Live shows the date of everything that is not of today, at %i pixels",
    async (width) => {
      await using opened = await story.open({ viewport: { width, height: 800 } });
      const { page } = opened;
      await opened.show("#/now");
      await page.locator(".now-feed .row-time").first().waitFor();
      await page.locator(".now-feed .virtual").evaluate((box) => {
        box.scrollTop = box.scrollHeight;
      });
      const old = page.locator(".now-feed .row-time").last();
      const seen = await eventually(async () =>
        /[A-Z][a-z]{2} \d{1,2}/.test((await old.textContent()) ?? ""),
      );
      expect([seen, await old.isVisible()]).toEqual([true, true]);
    },
    LIMIT,
  );

  test(
    "days head the sessions; Today, its arrows and a project's day answer what was done; two injections differ",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await page.locator("h1").waitFor();
      await page.keyboard.press("s");
      await page.getByRole("heading", { level: 1, name: "Sessions" }).waitFor();
      const days = page.locator("h2.day-line");
      await days.nth(1).waitFor();
      expect(await days.first().textContent()).toContain(String(new Date().getFullYear()));
      expect(await page.locator(".session-line").first().textContent()).toMatch(/shop|project/);

      await page.keyboard.press("t");
      await page.getByRole("heading", { level: 1, name: /^Today/ }).waitFor();
      await page.locator("main .day-project").first().waitFor();
      await page.getByRole("button", { name: "Previous day with activity" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: /^Today/ }).waitFor({ state: "detached" });
      const project = page.locator("main .day-project").first();
      await project.getByText(newest().prompt.slice(0, 30)).first().waitFor();
      for (const part of ["Asked", "Changed", "Ran"])
        await project.locator("dt", { hasText: part }).first().waitFor();

      await page.keyboard.press("i");
      await page.locator(".session-line").nth(1).waitFor();
      const titles = await page.locator(".session-title").allTextContents();
      expect(new Set(titles).size).toBeGreaterThan(1);
      expect(titles.join("\n")).not.toContain("for reference only");
    },
    LIMIT,
  );

  test(
    "a search groups by session, prompts before calls, says how many there are, and each hit opens its place",
    async () => {
      const word = / the (\w+)/.exec(newest().prompt)?.[1] ?? "";
      await using opened = await story.open();
      const { page } = opened;
      await page.locator("h1").waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type(word);
      await page.locator(".hit mark").first().waitFor();
      const groups = await page
        .locator(".hit-session a")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(new Set(groups).size).toBe(groups.length);
      const status = page.locator("p[role=status]", { hasText: "result" });
      expect(await status.textContent()).toMatch(/\d+ results? in|more than \d+ results/i);
      const kinds = await page.locator(".hit-group").first().locator(".badge").allTextContents();
      const isCall = kinds.map((kind) => kind === "Tool call");
      expect(isCall).toEqual([...isCall].sort((a, b) => Number(a) - Number(b)));
      expect(await page.locator("main").textContent()).not.toMatch(/1 of 1 word|score/);
      await tabTo(page, ".hit > a");
      await page.keyboard.press("Enter");
      await page.locator(".entry.here, .failure, .timeline").first().waitFor();
      await opened.show("#/search?q=Cannot find name");
      const solution = page.locator(".hit", { hasText: "Fix:" }).first();
      await solution.waitFor();
      expect(await solution.locator("a").first().textContent()).toContain("TS2304");
    },
    LIMIT,
  );

  test(
    "a dismissed proposal is undone or stays away; dates and projects stand beside it",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show("#/memory?part=proposals");
      const cards = page.locator(".cards-wide .card");
      await cards.nth(1).waitFor();
      const before = await cards.count();
      // Generated projects have proposals of their own, which may stand first.
      const card = cards.filter({ hasText: "shop" }).first();
      expect(await card.textContent()).toMatch(/^shop · \S.*project:\/\/rules\//);
      await card.getByRole("button", { name: "Dismiss" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("Dismissed.").waitFor();
      expect(await eventually(async () => (await cards.count()) === before - 1)).toBe(true);
      await page.getByRole("button", { name: "Undo" }).focus();
      await page.keyboard.press("Enter");
      expect(await eventually(async () => (await cards.count()) === before)).toBe(true);
      await page.getByRole("button", { name: "Dismiss all" }).click();
      await page.getByText("No proposals.").waitFor();
      await page.getByRole("button", { name: "Close this message" }).click();
      const areGone = async () => {
        const { memories } = await story.pawl.json<{ memories: { status: string }[] }>([
          "memory",
          "list",
          "--status",
          "proposed",
          "--project",
          story.shop,
        ]);
        return memories.length === 0;
      };
      expect(await eventually(areGone)).toBe(true);
    },
    LIMIT,
  );
});

/** Presses Tab until such an element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 80; i++) {
    if ((await page.locator(selector).and(page.locator(":focus")).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** Through the store's own ways: recorded, learned from, indexed. */
async function generate(database: string, shop: string): Promise<Made[]> {
  const store = await openStore({ database });
  const until = Date.now() - 26 * 3_600_000;
  const made: Made[] = [];
  for (const batch of madeSessions({ observations: SESSIONS * CALLS_A_SESSION, projects: 6, until })) {
    await recordsIn(store).record(batch);
    const { id, project } = batch.session;
    await learnFrom(store, id, { at: until, redaction: REDACTION_VERSION });
    await recordsIn(store).endSession(id, batch.responses?.at(-1)?.at ?? until, "other");
    made.push({ id, project, prompt: batch.prompts?.[0]?.text ?? "" });
  }
  for (const [uri, content] of [
    ["project://rules/cents", "Always keep money in integer cents."],
    ["project://rules/deploy", "Deploy only from the release branch."],
  ] as const) {
    const author = {
      origin: "derived",
      author: "pawl",
      redaction: REDACTION_VERSION,
      at: Date.now(),
    } as const;
    await memoriesIn(store).saveMemory({ uri, project: shop, content, ...author });
  }
  while ((await wordIndexIn(store).indexWords()) > 0);
  await store.close();
  return made;
}
