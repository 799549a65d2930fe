/** One session on the page: read, folded, filtered, searched, continued and forgotten. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { historyIn } from "../../src/history/sql/index.ts";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { findBrowser } from "./browser.ts";
import { callTool, say } from "./harness/model.ts";
import { recordStory, type Story } from "./page-story.ts";
import { eventually } from "./pawl.ts";

const LIMIT = 180_000;
const LONG = "00000000-2000-4000-8000-000000000000";
const TURNS = 2000;
const path = findBrowser();

const ANSWER = [
  "## What changed",
  "",
  "- **Totals** are rounded in `totals.ts`",
  "- see [the docs](https://example.invalid/docs), not [this](javascript:alert(1))",
  "",
  "```ts",
  'const cents = "toFixed(2)"; // rounded',
  "```",
  "",
  "| file | lines |",
  "| --- | --- |",
  "| totals.ts | 1 |",
].join("\n");

describe.skipIf(path === undefined)("a session on the page", () => {
  let story: Story;
  let markdown = "";
  beforeAll(async () => {
    story = await recordStory(path ?? "");
    const asked = "Explain the totals to me";
    const spoken = [callTool("Bash", { command: "ls totals.ts", description: "Look" }), say(ANSWER)];
    markdown = (await story.session(asked, spoken)).id;
    await recordLong(join(story.pawl.home, "pawl.db"), story.shop);
  }, LIMIT);
  afterAll(() => story?.[Symbol.asyncDispose](), LIMIT);

  test(
    "the card says what was asked, changed, run and failed; an edit is a diff and a command shows its output",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show(`#/sessions/${story.first.slice(0, 8)}`);
      const card = page.locator(".summary-card");
      // Prompts and answers come first: the summary opens on request.
      expect(await page.locator(".said").first().isVisible()).toBe(true);
      await page.getByText("Summary", { exact: true }).click();
      await card.getByText("totals.ts").first().waitFor();
      expect(await card.getByText("cat check.txt").first().isVisible()).toBe(true);
      await card.getByText("fixed", { exact: true }).waitFor();

      await page.getByRole("button", { name: /^Edits/ }).click();
      await page.locator(".row", { hasText: "totals.ts" }).last().click();
      await page.locator(".diff-line.removed", { hasText: "sum + price, 0);" }).waitFor();
      await page.locator(".diff-line.added", { hasText: "toFixed(2)" }).waitFor();
      expect(await page.locator(".diff-line .t-keyword").count()).toBeGreaterThan(0);
      const link = page.locator(".detail").getByRole("link", { name: /Open in editor/ });
      expect(await link.getAttribute("href")).toBe(`vscode://file${story.shop}/totals.ts:1`);

      await page.getByRole("button", { name: /^Failures/ }).click();
      await page.locator(".row.failed").click();
      await page.locator(".detail .output", { hasText: "No such file or directory" }).waitFor();
      await page.locator(".detail").getByText("exit code 1").waitFor();
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test(
    "an answer is Markdown made of elements; a link that runs a script stays text",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show(`#/sessions/${markdown}`);
      const answer = page.locator(".said.response").last();
      await answer.getByRole("heading", { name: "What changed" }).waitFor();
      await answer.locator("li strong", { hasText: "Totals" }).waitFor();
      await answer.locator("pre .t-string", { hasText: "toFixed(2)" }).waitFor();
      await answer.getByRole("cell", { name: "totals.ts" }).waitFor();
      const links = await answer
        .getByRole("link")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      expect(links.filter((href) => href?.startsWith("#") === false)).toEqual([
        "https://example.invalid/docs",
      ]);
      expect(await answer.textContent()).toContain("javascript:alert(1)");
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test(
    "turns fold, find jumps into a folded turn and marks the words, j and k move, and the URL keeps the entry",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show(`#/sessions/${LONG}`);
      const fold = page.getByRole("button", { name: /^8 tool calls/ }).first();
      await fold.waitFor();
      expect(await fold.getAttribute("aria-expanded")).toBe("false");
      await page.getByLabel("Find in session").fill("needle in turn 700");
      await page.getByText("1 of 1").waitFor();
      const found = page.locator(".entry.here, .entry", { hasText: "needle in turn 700" });
      await found.first().waitFor();
      const isMarked = () => page.evaluate<boolean>("(CSS.highlights.get('found')?.size ?? 0) > 0");
      expect(await eventually(isMarked)).toBe(true);

      await page.getByLabel("Find in session").fill("");
      await found.locator(".row-link").first().focus();
      const here = () =>
        page.evaluate<number>("Number(document.activeElement.closest('[data-row]').dataset.row)");
      const from = await here();
      await page.keyboard.press("j");
      await page.locator(`[data-row="${from + 1}"] :focus`).waitFor();
      await page.keyboard.press("k");
      await page.locator(`[data-row="${from}"] :focus`).waitFor();
      await page.keyboard.press("Enter");
      await page.locator(".detail").first().waitFor({ state: "detached" });
      await page.keyboard.press("Enter");
      await page.locator(".detail").first().waitFor();
      expect(page.url()).toContain("at=observation-");
      await page.reload();
      await page.locator(".entry.here .detail").waitFor();
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test(
    "20,000 entries scroll from end to end with a bounded number of elements, and what is read stays in place",
    async () => {
      await using opened = await story.open();
      const { page } = opened;
      await opened.show(`#/sessions/${LONG}`);
      await page.getByRole("button", { name: "Unfold all turns" }).click();
      await page.locator(".entry .row-link").first().waitFor();
      const most = await page.evaluate<number>(`new Promise((done) => {
        const box = document.querySelector(".flow");
        let most = 0;
        let step = 0;
        const next = () => {
          most = Math.max(most, document.querySelectorAll("*").length);
          if (step++ === 60) return done(most);
          box.scrollTop = (box.scrollHeight * step) / 60;
          requestAnimationFrame(() => requestAnimationFrame(next));
        };
        next();
      })`);
      expect(most).toBeLessThan(2500);
      await page.getByRole("region", { name: "Timeline" }).focus();
      await page.keyboard.press("End");
      await page.locator(".said.response", { hasText: `Answer ${TURNS}` }).waitFor();

      // Folding everything else leaves what is read on the screen.
      await opened.show(`#/sessions/${LONG}?at=${await promptOf(story, 500)}`);
      const prompt = page.locator(".said.prompt", { hasText: "Turn 500" });
      await prompt.waitFor();
      await page.getByRole("button", { name: "Fold all turns", exact: true }).click();
      await page
        .getByRole("button", { name: /^8 tool calls/, expanded: false })
        .first()
        .waitFor();
      const screen = await page.locator(".flow").boundingBox();
      const place = await prompt.boundingBox();
      expect(place?.y).toBeGreaterThanOrEqual(screen?.y ?? 0);
      expect(place?.y).toBeLessThan((screen?.y ?? 0) + (screen?.height ?? 0));
    },
    LIMIT,
  );

  test(
    "a session is continued, muted and forgotten from its own page",
    async () => {
      const { id } = await story.session("Remember the quokka", [say("The quokka is noted.")]);
      await using opened = await story.open();
      const { page, context } = opened;
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await opened.show(`#/sessions/${id}`);
      await page.getByRole("button", { name: "Copy resume command" }).click();
      await page.getByText("Copied").waitFor();
      expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(
        `cd '${story.shop}' && claude --resume ${id}`,
      );
      await page.getByLabel("More actions").click();
      await page.getByRole("button", { name: "Do not use for recall" }).click();
      await page.locator("h1").getByText("muted").waitFor();
      const next = await story.session("What about the marsupial", [say("Nothing.")]);
      expect(next.requests[0]).not.toContain("Remember the quokka");

      await page.getByRole("button", { name: "Never record this project" }).click();
      await page.getByText("This project is no longer recorded.").waitFor();
      const unseen = await story.session("Leave out the wombat", [say("Gone.")]);
      expect((await story.pawl.run(["session", unseen.id])).exitCode).not.toBe(0);
      await page.getByRole("button", { name: "Record this project again" }).click();
      await page.getByRole("button", { name: "Never record this project" }).waitFor();

      await page.getByRole("button", { name: "Forget this session" }).click();
      await page.getByText("Prompts: 1").waitFor();
      await page.getByRole("button", { name: "Delete permanently" }).click();
      await page.getByRole("heading", { level: 1, name: "Sessions" }).waitFor();
      const { results } = await story.pawl.json<{ results: object[] }>(["search", "quokka"]);
      expect(results).toEqual([]);
    },
    LIMIT,
  );
});

async function promptOf(story: Story, turn: number): Promise<string> {
  const store = await openStore({ database: join(story.pawl.home, "pawl.db") });
  const { ids, kinds, turns } = await historyIn(store).sessionOutline(LONG);
  await store.close();
  return `prompt-${ids.find((_, i) => kinds[i] === "p" && turns[i] === turn)}`;
}

/** Two thousand turns of ten entries each; the daemon reads what another process has written. */
async function recordLong(database: string, project: string): Promise<void> {
  const store = await openStore({ database });
  const began = Date.now() - 86_400_000;
  const at = (turn: number, step: number) => began + turn * 60_000 + step * 1000;
  const entry = (kind: string, turn: number, step: number) => ({
    key: `${LONG}/${kind}/${turn}-${step}`,
    sessionId: LONG,
    at: at(turn, step),
    redaction: 1,
  });
  const turns = Array.from({ length: TURNS }, (_, i) => i + 1);
  await recordsIn(store).record({
    session: { id: LONG, project, cwd: project, at: began, transcriptPath: "/t" },
    prompts: turns.map((turn) => ({ ...entry("prompt", turn, 0), text: `Turn ${turn}\nand a second line` })),
    observations: turns.flatMap((turn) =>
      Array.from({ length: 8 }, (_, i) => ({
        ...entry("tool", turn, i + 1),
        toolName: "Bash",
        ok: true,
        input: JSON.stringify({ command: i === 3 ? `echo needle in turn ${turn}` : `npm run step-${i}` }),
        response: `output of ${turn}.${i}`,
        files: [],
      })),
    ),
    responses: turns.map((turn) => ({
      ...entry("response", turn, 20),
      text: `Answer ${turn}\n\n${"Some words about it. ".repeat(1 + (turn % 40))}`,
    })),
  });
  await store.close();
}
