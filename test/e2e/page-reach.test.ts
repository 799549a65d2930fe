/** Who can use the page: screen readers, both themes, four languages, a phone. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { LANGUAGES } from "../../viewer/src/words/languages.ts";
import { findBrowser } from "./browser.ts";
import { recordStory, type Story, viewsOf } from "./page-story.ts";

const LIMIT = 300_000;
const path = findBrowser();

describe.skipIf(path === undefined)("the page for everyone", () => {
  let story: Story;
  beforeAll(async () => {
    story = await recordStory(path ?? "");
  }, LIMIT);
  afterAll(() => story?.[Symbol.asyncDispose](), LIMIT);

  test.each(LANGUAGES)(
    "in %s axe finds nothing on any view, in the light and in the dark theme",
    async (language) => {
      await using opened = await story.open();
      const { page } = opened;
      await page.evaluate(`localStorage.setItem("pawl.language", ${JSON.stringify(language)})`);
      await page.reload();
      const found: string[] = [];
      for (const hash of viewsOf(story)) {
        await opened.show(hash);
        // The page's own policy forbids adding a script; evaluate works from outside.
        await page.evaluate(axe);
        for (const theme of ["light", "dark"]) {
          await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`);
          found.push(...(await page.evaluate<string[]>(FINDINGS)).map((each) => `${hash} ${theme} ${each}`));
        }
      }
      expect(found).toEqual([]);
      expect(await page.evaluate<string>("document.documentElement.lang")).toBe(language);
      expect(opened.complaints).toEqual([]);
    },
    LIMIT,
  );

  test.each(LANGUAGES)(
    "in %s at 390 pixels no text of any view is cut off or beyond the screen",
    async (language) => {
      await using opened = await story.open({ viewport: { width: 390, height: 800 } });
      const { page } = opened;
      await page.evaluate(`localStorage.setItem("pawl.language", ${JSON.stringify(language)})`);
      await page.reload();
      const cut: string[] = [];
      for (const hash of viewsOf(story)) {
        await opened.show(hash);
        await page.evaluate("for (const menu of document.querySelectorAll('main .menu')) menu.open = true");
        cut.push(...(await page.evaluate<string[]>(CUT)).map((text) => `${hash} ${text}`));
      }
      expect(cut).toEqual([]);
    },
    LIMIT,
  );
});

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** `rule: element` of everything that axe finds, whatever its impact. */
const FINDINGS = `axe.run().then(({ violations }) => violations
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`;

/**
 * Text that ends beyond the screen, or beyond a box that hides the rest. What scrolls sideways by itself (code, tables, the menu)
 * may; and a line that quotes a record is a beginning that opens: it may end with an ellipsis.
 */
const CUT = `[...document.querySelectorAll("main *, header *, dialog *")].filter((element) => {
  if (![...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue.trim() !== "")) return false;
  if (element.closest(".visually-hidden, .skip, pre, .diff-box, .table-scroll, .side nav, svg") !== null) return false;
  const { left, right, width, height } = element.getBoundingClientRect();
  if (width <= 1 || height <= 1) return false;
  if (right > innerWidth + 1 || left < -1) return getComputedStyle(element).textOverflow !== "ellipsis";
  const style = getComputedStyle(element);
  const hides = style.overflowX !== "visible" && style.overflowX !== "auto" && style.overflowX !== "scroll";
  return hides && element.scrollWidth > element.clientWidth + 1 && element.closest(${JSON.stringify(".row-title, .chapter-title, option, select, input")}) === null;
}).map((element) => element.tagName + "." + element.className + ": " + element.textContent.slice(0, 60))`;
