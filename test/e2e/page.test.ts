/** The page in a real browser, with a real daemon and real sessions. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { say } from "./harness/model.ts";
import { takeAll, takePictures } from "./page-pictures.ts";
import { HOSTILE, recordStory, type Story, viewsOf } from "./page-story.ts";
import { eventually } from "./pawl.ts";

const LIMIT = 180_000;
const path = findBrowser();

describe.skipIf(path === undefined)("the page", () => {
  let story: Story;
  beforeAll(async () => {
    story = await recordStory(path ?? "");
  }, LIMIT);
  afterAll(() => story?.[Symbol.asyncDispose](), LIMIT);

  // First: the other tests change what the screenshots show.
  if (process.env.PAWL_PICTURES === "1") {
    test("screenshots for the documents", () => takePictures(story), LIMIT * 2);
  } else if (process.env.PAWL_PICTURES !== undefined) {
    test("every view in both themes and three widths", () => takeAll(story), LIMIT * 4);
  }

  test(
    "every view opens and survives a reload; no other host is contacted",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      for (const hash of viewsOf(story)) {
        await opened.show(hash);
        const heading = await page.locator("h1").textContent();
        expect(heading).not.toBe("");
        expect(await page.getByRole("alert").count()).toBe(0);
        await page.reload();
        await page.locator("h1").waitFor();
        expect(new URL(page.url()).hash).toBe(hash);
      }
      expect([...opened.hosts]).toEqual([new URL(story.pawl.url).host]);
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test(
    "a session is found, its turns and subagents are in order, a record is opened, and the URL keeps it",
    async () => {
      await using opened = await story.open();
      const { page, context } = opened;
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await opened.show("#/sessions");
      await page.getByLabel("Title, project or id").fill("round the totals");
      // The list moves once more when it is filtered: a click before that may miss.
      await page.getByRole("link", { name: /And in the invoice too/ }).waitFor({ state: "detached" });
      await page.getByRole("link", { name: /Round the totals to cents/ }).click();
      await page.getByRole("heading", { level: 1, name: /Round the totals/ }).waitFor();
      const rows = page.locator(".timeline .row");
      await rows.filter({ hasText: "cat check.txt" }).first().waitFor();
      expect(await rows.filter({ hasText: "fixed later" }).count()).toBe(1);
      const chapter = page.getByRole("button", { name: /Subagent general-purpose/ });
      expect(await chapter.getAttribute("aria-expanded")).toBe("false");
      await chapter.click();
      await page.locator(".entry.in-agent .row", { hasText: "grep -rn price" }).waitFor();

      await rows.filter({ hasText: "fixed later" }).click();
      const detail = page.locator(".detail");
      await detail.getByText("No such file or directory").waitFor();
      await page.reload();
      await detail.getByText("No such file or directory").waitFor();
      await detail.getByRole("link", { name: "Show the call that succeeded later" }).click();
      await detail.getByText("totals are right").waitFor();

      await page.getByLabel("More actions").click();
      await page.getByRole("button", { name: "Copy as Markdown" }).click();
      await page.getByText("Copied").waitFor();
      const copied = await page.evaluate<string>("navigator.clipboard.readText()");
      expect(copied).toContain("# Round the totals to cents, everywhere");
      expect(copied).toContain("✗ `Bash: cat check.txt`");
    },
    LIMIT,
  );

  test(
    "an injection is shown as the model read it, with its source; a muted source is not injected again",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show("#/injected");
      await page.getByRole("link", { name: /start of the session.*And in the invoice too/ }).click();
      const panel = page.getByRole("complementary");
      await panel
        .getByText(/totals\.ts/)
        .first()
        .waitFor();
      await panel.getByText("Used later").waitFor();
      const source = panel.locator(".source").filter({ hasText: "session://" });
      await source.getByText("the session before this one").waitFor();
      await source.getByRole("button", { name: "Never inject this again" }).click();
      await source.getByText("muted", { exact: true }).waitFor();
      const id = /session:\/\/(\w{8})/.exec(await source.innerText())?.[1] ?? "no id";
      const muted = await story.session("What do you know", [say("Not much.")]);
      expect(id).not.toBe("no id");
      expect(muted.requests[0]).not.toContain(`Session ${id}`);
      await source.getByRole("button", { name: "Allow it again" }).click();
      await source.getByRole("button", { name: "Never inject this again" }).waitFor();
      const memory = panel.locator(".source").filter({ hasText: "project://money/rounding" });
      await memory.getByRole("button", { name: "Edit" }).click();
      await memory.getByLabel("Content").waitFor();
    },
    LIMIT,
  );

  test(
    "/ and typing search at once, by session; filters are typed, totals are real, and a reload keeps it",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      for (const view of ["today", "sessions", "injected", "memory", "cost"]) {
        await opened.show(`#/${view}`);
        await page.reload();
        await page.locator("h1").waitFor();
        await page.keyboard.press("/");
        await page.keyboard.type("invoice rounding");
        expect([view, await page.getByLabel("Search for").inputValue()]).toEqual([view, "invoice rounding"]);
      }
      await page.locator(".hit mark", { hasText: "invoice" }).first().waitFor();
      await page
        .getByText(/matches 1 of 2 words/)
        .first()
        .waitFor();
      await page.getByLabel("Search for").fill("invoice rounding type:response project:shop since:1d");
      await page.getByRole("link", { name: "The invoice uses the same rounding." }).waitFor();
      await page.getByText(/^[1-9] results? in/).waitFor();
      expect(await page.locator(".hit-session").first().textContent()).toContain("And in the invoice too");
      await page.reload();
      await page.getByRole("link", { name: "The invoice uses the same rounding." }).click();
      await page.locator(".entry.here", { hasText: "The invoice uses the same rounding." }).waitFor();
      await opened.show("#/search?q=zzzznothing");
      await page.getByText("No results.").waitFor();
      await page.getByLabel("Search for").fill("toFixed");
      await page.getByRole("link", { name: /expected 0.3, got/ }).waitFor();
      await page.getByText("Fix:").waitFor();
    },
    LIMIT,
  );

  test(
    "HTML in a prompt, a file's name, its content and a response is shown as text everywhere",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      for (const hash of [
        "#/today",
        "#/now",
        "#/sessions",
        `#/sessions/${story.hostile}?at=prompt-1`,
        "#/search?q=onerror",
        "#/search?q=onerror&type=observation",
      ]) {
        await opened.show(hash);
        await page.getByText("<img src=x onerror=").first().waitFor();
        expect(await page.locator("img:not([src='/icon.svg'])").count()).toBe(0);
      }
      await page.locator(".hit a", { hasText: "Write" }).first().click();
      await page.locator(".detail").getByText("<img src=x onerror=").first().waitFor();
      expect(await page.title()).not.toContain("pwned");
      const policy = (await page.request.get(story.pawl.url)).headers()["content-security-policy"];
      expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test(
    "a live event appears; while paused, a session is not recorded; after resuming, it is",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show("#/now");
      await page.getByText("live ·").waitFor();
      await hook(story, "UserPromptSubmit", { prompt: "Appear at once" });
      await page.locator(".row.prompt", { hasText: "Appear at once" }).waitFor();
      await page.getByRole("list").getByRole("link", { name: "Appear at once" }).first().waitFor();

      const recording = page.getByRole("switch", { name: /Recording|Paused/ });
      await recording.click();
      await page.getByText("Recording is paused on this machine.").waitFor();
      const before = await story.pawl.json<{ sessions: number }>(["status"]);
      await story.session("Leave no trace", [say("None.")]);
      expect((await story.pawl.json<{ sessions: number }>(["status"])).sessions).toBe(before.sessions);
      await page.reload();
      await page.getByRole("button", { name: "Resume recording" }).click();
      await page.getByText("Recording is paused on this machine.").waitFor({ state: "detached" });
      await story.session("Leave a trace", [say("One.")]);
      await page.locator(".row.prompt", { hasText: "Leave a trace" }).waitFor();
      expect(await page.getByText("Leave no trace").count()).toBe(0);
    },
    LIMIT,
  );

  test(
    "a memory is found in the tree, edited, compared with its versions, restored and related",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show("#/memory");
      await page.getByLabel("Words or URI").fill("cents");
      await page.getByRole("link", { name: /rounded to cents/ }).click();
      const panel = page.getByRole("article");
      await panel.getByLabel("Content").fill(`Totals are rounded ${HOSTILE}`);
      await panel.getByLabel("Priority").selectOption("0");
      await panel.getByLabel("Reason for the change").fill("tried out");
      await panel.getByRole("button", { name: "Save" }).click();
      await panel.getByText("Saved.").waitFor();
      const next = await story.session("Hello", [say("Hello.")]);
      // Quoted, so that it cannot be read as markup there either.
      expect(next.requests[0]).toContain("Totals are rounded <img src=x");
      await page.reload();
      await panel.getByText("Version 1").click();
      await panel.locator(".diff .removed").getByText("rounded to cents only when").waitFor();
      await panel.locator(".diff .added").getByText("<img src=x").waitFor();
      expect(await page.locator("img:not([src='/icon.svg'])").count()).toBe(0);
      await panel.getByRole("button", { name: "Restore this version" }).click();
      await panel.getByText("Version 3").waitFor();
      const content = panel.getByLabel("Content");
      const isRestored = async () => (await content.inputValue()).includes("rounded to cents only when");
      expect(await eventually(isRestored)).toBe(true);

      await panel.getByText("Add a relation").first().click();
      await panel.getByLabel("URI of the other memory").fill("project://testing/command");
      await panel.getByRole("button", { name: "Add a relation" }).click();
      await panel.getByRole("link", { name: "project://testing/command" }).waitFor();
      expect(await panel.getByRole("img", { name: /2 relations/ }).count()).toBe(1);
      await panel.getByLabel("URI of the other memory").fill("project://no/such");
      await panel.getByRole("button", { name: "Add a relation" }).click();
      await panel.getByRole("alert").waitFor();
      // A check is of one project: the selector shows which.
      await opened.show("#/memory?part=check");
      const project = page.locator("search").getByRole("combobox", { name: "Project" });
      expect(await eventually(async () => (await project.inputValue()) !== "")).toBe(true);
      expect(await project.getByText("All projects").count()).toBe(0);
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test(
    "a proposal is confirmed, a memory is added and forgotten with a preview, a solution is shown and deleted",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show("#/memory?part=proposals");
      await page.getByText("always take the totals from totals.ts", { exact: true }).waitFor();
      await page.getByLabel("Content").fill("Always take totals from totals.ts.");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByText("No proposals.").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Undone.").waitFor();

      await opened.show(`#/memory?part=new&project=${encodeURIComponent(story.shop)}`);
      await page.getByLabel("Content").fill("Forget me: quixotic zebra");
      await page.getByLabel("URI").fill("project://notes/zebra");
      await page.getByRole("button", { name: "Save memory", exact: true }).click();
      await page.getByRole("heading", { name: "project://notes/zebra" }).waitFor();
      await opened.show("#/memory?part=forget");
      await page
        .getByRole("textbox", { name: "Everything that contains these words" })
        .fill("quixotic zebra");
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText("Memories: 1").waitFor();
      await page.getByRole("button", { name: "Delete permanently" }).click();
      await page.getByText("Deleted.").waitFor();
      const { results } = await story.pawl.json<{ results: object[] }>(["search", "quixotic zebra"]);
      expect(results).toEqual([]);

      await opened.show("#/failures?part=solutions");
      await page.getByText("worked 3 times").waitFor();
      await page.getByText("Round with toFixed(2)").waitFor();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByText("No solutions yet.").waitFor();
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Round with toFixed(2)").waitFor();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByText("No solutions yet.").waitFor();
      // Leaving the page before the message is gone deletes it all the same.
      await page.goto("about:blank");
      const areGone = async () =>
        (await story.pawl.json<{ solutions: object[] }>(["solution", "list"])).solutions.length === 0;
      expect(await eventually(areGone)).toBe(true);
    },
    LIMIT,
  );

  test(
    "hooks show their trust and statistics, and one is tested on a recorded event",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show("#/hooks");
      const gate = page.getByRole("listitem").filter({ hasText: "Nobody pushes by force" });
      await gate.getByText("not trusted", { exact: true }).waitFor();
      const note = page.getByRole("listitem").filter({ hasText: "Note every new file" });
      await note.getByText(/ran [1-9]\d* times? since/).waitFor();
      await note.getByText("Test on a recorded event").click();
      const tryOn = (title: RegExp) =>
        note.getByRole("listitem").filter({ hasText: title }).getByRole("button", { name: "Run" }).click();
      await tryOn(/Bash: ls invoice\.ts/);
      await note.getByText("Does not match this event.").waitFor();
      await tryOn(/Write .*invoice\.ts/);
      await note.getByText("Matched and ran.").waitFor();
      await note.getByText(/A new file: .*invoice\.ts/).waitFor();
    },
    LIMIT,
  );

  test(
    "a setting is validated while typing, saved, and shows its source; doctor answers",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show("#/settings");
      const field = page.getByLabel("context.tokens");
      await field.fill("-5");
      await page.getByText("Expected a number of at least 0").waitFor();
      expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
      await field.fill("600");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Reset to default (800)" }).waitFor();
      expect(await readFile(join(story.pawl.home, "config.json"), "utf8")).toContain('"tokens": 600');
      await page.reload();
      expect(await field.inputValue()).toBe("600");
      await opened.show("#/settings?part=doctor");
      await page.getByText("Installed hooks").waitFor();
      expect(await page.locator(".checks li").count()).toBeGreaterThan(5);
    },
    LIMIT,
  );

  test(
    "when the daemon is stopped and started, the open page shows it and recovers",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show("#/now");
      await page.getByText("live ·").waitFor();
      await story.pawl.run(["down"]);
      await page.getByText("Pawl is not running.").waitFor();
      await story.session("Back again", [say("Yes.")]);
      await page.getByText("live ·").waitFor();
      await page.locator(".row.prompt", { hasText: "Back again" }).waitFor();
      expect(await page.getByText("Pawl is not running.").count()).toBe(0);
    },
    LIMIT,
  );

  test(
    "it can be used by keyboard alone, and in another language",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show("#/sessions");
      await page.reload();
      await page.locator(".session-line").first().waitFor();
      await page.keyboard.press("Tab");
      expect(await page.evaluate<string>("document.activeElement.className")).toBe("skip");
      await page.getByRole("region", { name: "Sessions" }).focus();
      await page.keyboard.press("ArrowDown");
      await page.locator(".session-line:focus").waitFor();
      await page.keyboard.press("ArrowDown");
      const second = page.locator('[data-row="2"] .session-line:focus');
      await second.waitFor();
      await page.keyboard.press("Enter");
      await page.locator(".timeline").waitFor();
      await page.getByText("More", { exact: true }).click();
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByLabel("Language").selectOption("ko");
      await page.getByRole("heading", { level: 1, name: "설정" }).waitFor();
      expect(await page.evaluate<string>("document.documentElement.lang")).toBe("ko");
      await page.reload();
      await page.getByRole("heading", { level: 1, name: "설정" }).waitFor();
    },
    LIMIT,
  );

  test(
    "at phone width every view fits without horizontal scrolling",
    async () => {
      await using opened = await story.open({
        viewport: { width: 375, height: 740 },
        hasTouch: true,
        isMobile: true,
      });
      const { page } = opened;
      for (const hash of viewsOf(story)) {
        await opened.show(hash);
        const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
        expect([hash, wide]).toEqual([hash, 0]);
      }
    },
    LIMIT,
  );

  test("a visitor without a link sees only the sign-in hint", async () => {
    const context = await story.browser.newContext();
    const page = await context.newPage();
    await page.goto(story.pawl.url);
    await page.getByText("pawl up").waitFor();
    expect((await page.request.get(`${story.pawl.url}/api/page/now`)).status()).toBe(401);
    await context.close();
  });
});

async function hook(story: Story, event: string, more: object): Promise<void> {
  const input = { hook_event_name: event, session_id: crypto.randomUUID(), cwd: story.shop, ...more };
  const ran = await story.pawl.run(["hook"], { stdin: JSON.stringify(input) });
  expect(await eventually(() => ran.exitCode === 0)).toBe(true);
}
