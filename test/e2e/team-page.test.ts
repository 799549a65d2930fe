/** The team's view of the page: a real browser, real daemons, a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { hasNoPostgres, startPostgres } from "../postgres.ts";
import { findBrowser, launchBrowser } from "./browser.ts";
import { createScratch } from "./harness/client.ts";
import { say } from "./harness/model.ts";
import { openPage } from "./page-story.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";
import { machine, ok, session } from "./team-machine.ts";

const LIMIT = 300_000;
const path = findBrowser();

const contents = async (pawl: Pawl) =>
  (await pawl.json<{ memories: { content: string }[] }>(["memory", "list"])).memories.map(
    ({ content }) => content,
  );
const uri = (name: string) => `project://rules/${name}`;

describe.skipIf(path === undefined || hasNoPostgres())("the team on the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(path ?? "");
  }, LIMIT);
  afterAll(() => browser?.close(), LIMIT);

  test(
    "without a team it is one sentence and three commands",
    async () => {
      await using scratch = await createScratch();
      await using pawl = await createPawl(scratch);
      await pawl.run(["up"]);
      await using opened = await openPage(pawl, browser);
      await opened.show("#/team");
      const main = opened.page.getByRole("main");
      await main.getByText("Not in a team.").waitFor();
      const commands = await main.locator("code").allTextContents();
      expect(commands.map((text) => text.split(" ").slice(0, 3).join(" "))).toEqual([
        "pawl team create",
        "pawl team invite",
        "pawl team join",
      ]);
      expect(await main.getByRole("heading", { level: 2 }).count()).toBe(0);
      await expectClean(opened.page, "#/team");
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test(
    "members, records by author, review, conflicts, handoffs and the state of synchronising are shown and decided there",
    async () => {
      await using server = await startPostgres();
      await using ann = await machine();
      await using mia = await machine("git@git.example:acme/shop.git");
      await ok(ann.pawl, ["team", "create", server.url, "--name", "Ann"]);
      await ok(ann.pawl, ["team", "share", "on"]);
      const { join } = await ann.pawl.json<{ join: string }>(["team", "invite", "Mia"]);
      await ok(mia.pawl, ["team", "join", join]);
      await ok(mia.pawl, ["team", "share", "on"]);
      await ann.pawl.run(["team", "invite", "Tom", "--role", "reader"]);
      await session(ann, "Look at the taxes", [say("They are not rounded.")]);
      await session(mia, "Round the totals", [say("The totals are rounded, the taxes are not.")]);
      // From here on Mia's machine synchronises when she says so.
      await ok(mia.pawl, ["down"]);
      await ok(ann.pawl, ["remember", "Before.", "--uri", uri("both")]);
      await ok(ann.pawl, ["remember", "Quarkstrudel on Fridays.", "--uri", uri("quark")]);
      await ok(ann.pawl, ["solution", "add", "EADDRINUSE: address in use", "Stop the other server."]);
      await ok(ann.pawl, ["team", "sync"]);
      await ok(mia.pawl, ["team", "sync"]);
      // A standing rule of Ann's is a proposal until Mia keeps it.
      await ok(mia.pawl, ["memory", "keep", uri("both")]);
      await ok(mia.pawl, ["memory", "edit", uri("both"), "By Mia."]);
      await ok(ann.pawl, ["memory", "edit", uri("both"), "By Ann."]);
      await ok(ann.pawl, ["team", "sync"]);
      await ok(mia.pawl, ["team", "sync"]);
      await ok(mia.pawl, ["handoff", "--to", "Ann", "--yes"]);
      await ok(ann.pawl, ["team", "review", "on"]);
      await ok(mia.pawl, ["remember", "Reviewed and good.", "--uri", uri("good")]);
      await ok(mia.pawl, ["remember", "Reviewed and bad.", "--uri", uri("bad")]);
      await ok(mia.pawl, ["team", "sync"]);

      await using opened = await openPage(ann.pawl, browser);
      const { page } = opened;
      const part = (name: string) => page.getByRole("region", { name, exact: true });
      await opened.show("#/team");
      await part("Synchronisation").getByRole("button", { name: "Synchronise now" }).click();
      await part("Synchronisation").getByText("remote:git.example/acme/shop").waitFor();

      // Members with their roles.
      const members = part("Members");
      await members.getByText("maintainer").waitFor();
      const cards = await members.getByRole("listitem").allTextContents();
      expect(cards.map((text) => text.replace(/\s+/g, " "))).toEqual([
        expect.stringMatching(/^Ann maintainer you/),
        expect.stringMatching(/^Mia writer.*1 project in common/),
        expect.stringMatching(/^Tom reader.*has not joined/),
      ]);

      // The review queue: one accepted, one refused.
      const review = part("Review");
      const waiting = (text: string) => review.getByRole("listitem").filter({ hasText: text });
      await waiting("Reviewed and good.").getByRole("button", { name: "Accept" }).click();
      await page.getByText("Accepted. All members get it now.").waitFor();
      await waiting("Reviewed and bad.").getByRole("button", { name: "Refuse" }).click();
      await review.getByText("Nothing is waiting for review.").waitFor();
      expect(await eventually(async () => (await contents(ann.pawl)).includes("Reviewed and good."))).toBe(
        true,
      );
      expect(await contents(ann.pawl)).not.toContain("Reviewed and bad.");
      await ok(ann.pawl, ["team", "review", "off"]);

      // Both versions side by side; the other one is chosen.
      const conflicts = part("Conflicts");
      const version = (text: string) => conflicts.locator(".versions-beside > li").filter({ hasText: text });
      await version("By Ann.").waitFor();
      expect(await version("By Ann.").textContent()).toContain("you");
      expect(await version("By Mia.").textContent()).toContain("Mia");
      await version("By Mia.").getByRole("button", { name: "Keep this version" }).click();
      await conflicts.getByText("No record has two versions.").waitFor();
      const decided = async () => {
        await mia.pawl.run(["team", "sync"]);
        const own = await contents(ann.pawl);
        return (
          own.includes("By Mia.") &&
          !own.includes("By Ann.") &&
          !(await contents(mia.pawl)).includes("By Ann.")
        );
      };
      expect(await eventually(decided)).toBe(true);

      // What was handed over, and to whom it is.
      const handed = part("Handed over");
      await handed.getByText("from Mia").waitFor();
      expect(await handed.textContent()).toContain("your next session starts with it");
      await ok(ann.pawl, ["handoff", "--to", "Mia", "--yes"]);
      await handed.getByRole("button", { name: "Take back" }).click();
      await handed.getByText("taken back").waitFor();

      // Records by author.
      const records = part("Shared records");
      await records.getByLabel("Shared by").selectOption("Mia");
      await records.getByText("Reviewed and good.").waitFor();
      await records.getByText("Quarkstrudel").waitFor({ state: "detached" });
      await records.getByRole("link", { name: /Reviewed and good/ }).click();
      await page.getByText("Shared by Mia.").first().waitFor();

      // Taken back and shared again where it is shown: a memory, then a solution.
      const query = `?project=${encodeURIComponent(ann.scratch.project)}`;
      await opened.show(`#/memory/${encodeURIComponent(uri("quark"))}${query}`);
      await page.getByRole("button", { name: "Take back from the team" }).click();
      await page.getByText("Not shared: you withdrew it.").waitFor();
      const miaHas = async () => {
        await mia.pawl.run(["team", "sync"]);
        return (await contents(mia.pawl)).includes("Quarkstrudel on Fridays.");
      };
      expect(await eventually(async () => !(await miaHas()))).toBe(true);
      await page.getByRole("button", { name: "Share with the team" }).click();
      expect(await eventually(miaHas)).toBe(true);

      await opened.show(`#/failures${query}&part=solutions`);
      const solution = page.locator("li.card").filter({ hasText: "EADDRINUSE" });
      await solution.getByRole("button", { name: "Take back from the team" }).click();
      await solution.getByText("Not shared: you withdrew it.").waitFor();

      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const hash of ["#/team", `#/memory/${encodeURIComponent(uri("quark"))}${query}`]) {
          await opened.show(hash);
          await expectClean(page, `${colorScheme} ${hash}`);
        }
      }

      // The server is away: said in plain words, in every language; nothing else breaks.
      await server.stop("immediate");
      await opened.show("#/team");
      await part("Synchronisation").getByRole("button", { name: "Synchronise now" }).click();
      await page.getByText("The team’s server does not answer.").waitFor({ timeout: 60_000 });
      await page.getByText("Nothing is lost").first().waitFor();
      for (const [language, name] of [
        ["ko", "팀"],
        ["zh-CN", "团队"],
        ["zh-TW", "團隊"],
      ] as const) {
        await page.evaluate(`localStorage.setItem("pawl.language", ${JSON.stringify(language)})`);
        await page.reload();
        await page.getByRole("heading", { level: 1, name }).waitFor();
        await page.locator(".team-part").first().waitFor();
        await expectClean(page, language);
      }
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );
});

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FINDINGS = `axe.run().then(({ violations }) => violations
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`;

/** Nothing for axe, and at 390 pixels nothing reaches beyond the screen. */
async function expectClean(page: Page, what: string): Promise<void> {
  await page.evaluate(axe);
  expect([what, await page.evaluate<string[]>(FINDINGS)]).toEqual([what, []]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  expect([what, wide]).toEqual([what, 0]);
  if (size !== null) await page.setViewportSize(size);
}
