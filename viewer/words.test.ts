import { expect, test } from "bun:test";
import { viewSettings } from "../src/hooks/config/settings-view.ts";
import { homeAt } from "../src/platform/paths.ts";
import { VIEWS } from "./src/words/en/views.ts";
import { type Catalogue, loadWords } from "./src/words/index.ts";
import { LANGUAGES, type Language, languageOf } from "./src/words/languages.ts";

const CATALOGUES = await Promise.all(
  LANGUAGES.map(async (name) => [name, await loadWords(name)] as [Language, Catalogue]),
);
const CATALOGUE = CATALOGUES.map(([name, { words }]) => [name, words] as const);
const en = (await loadWords("en")).words;
const others = CATALOGUE.filter(([name]) => name !== "en");

/** Every leaf as `path: text`; functions are called with recognizable values. */
function leaves(value: unknown, path: string[] = []): [string, string][] {
  if (typeof value === "string") return [[path.join("."), value]];
  if (typeof value === "function") return [[path.join("."), String(value(7, 8, true))]];
  return Object.entries(value as object).flatMap(([name, inner]) => leaves(inner, [...path, name]));
}

/** Names that are the same in every language. */
const SAME = new Set(["settings.sources.config.json", "memory.priorityShort", "settings.checks.client"]);

test.each(others)("%s has every sentence, none empty and none left in English", (_name, words) => {
  const english = new Map(leaves(en));
  const own = new Map(leaves(words));
  expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
  const wrong = [...own].filter(
    ([path, text]) => text.trim() === "" || (text === english.get(path) && !SAME.has(path)),
  );
  expect(wrong).toEqual([]);
});

/** Keys and filters are typed the same in every language. */
const TYPED = /^(?:keyMeanings|filterHints|commands)\.\d\.0$|^more$/;

test.each(["session", "day", "find", "injected", "team"] as const)(
  "the words of the view %s are complete in every language, none left in English",
  async (view) => {
    const english = new Map(leaves((await loadWords("en"))[view]));
    expect(english.size).toBeGreaterThan(10);
    for (const [name, catalogue] of CATALOGUES) {
      if (name === "en") continue;
      const own = new Map(leaves(catalogue[view]));
      expect([...own.keys()].sort()).toEqual([...english.keys()].sort());
      expect(
        [...own].filter(
          ([path, text]) => text.trim() === "" || (text === english.get(path) && !TYPED.test(path)),
        ),
      ).toEqual([]);
    }
  },
);

test("numbers that are passed in appear in the text", () => {
  for (const [, words] of CATALOGUE) {
    expect(words.search.found(7, "12")).toContain("7");
    expect(words.rows.tokens("7")).toContain("7");
    expect(words.sessions.counts("7", "8")).toMatch(/7.*8/);
    expect(words.settings.unhealthy(7)).toContain("7");
  }
});

test("every setting has an explanation in every language", () => {
  const paths = viewSettings(homeAt("/nowhere"), {}).map((setting) => setting.path);
  for (const [name, words] of CATALOGUE) {
    expect([name, paths.filter((path) => words.settings.meanings[path] === undefined)]).toEqual([name, []]);
  }
});

test("English distinguishes singular and plural", () => {
  expect([en.search.found(1, "3"), en.search.found(2, "3")]).toEqual([
    "1 result in 3 ms",
    "2 results in 3 ms",
  ]);
});

test.each([
  [["ko-KR"], "ko"],
  [["zh-Hant-TW", "en"], "zh-TW"],
  [["zh-HK"], "zh-TW"],
  [["zh"], "zh-CN"],
  [["de", "en-GB"], "en"],
  [[], "en"],
])("a browser that prefers %p gets %p", (wanted, language) => {
  expect(languageOf(wanted)).toBe(language as ReturnType<typeof languageOf>);
});

test("every view has a name and a sentence in every language, none left in English", () => {
  const english = CATALOGUES.find(([name]) => name === "en")?.[1].views;
  for (const [language, { views }] of CATALOGUES.filter(([name]) => name !== "en")) {
    for (const view of VIEWS) {
      const { name, lead } = views[view];
      expect([language, view, name.trim(), lead.trim()]).not.toContain("");
      expect(name).not.toBe(english?.[view].name ?? "");
      expect(lead).not.toBe(english?.[view].lead ?? "");
    }
  }
});
