/** What is wrong with the translations: `npm run generate` refuses while there is anything, and a test names it. */
import { output } from "../src/locale/cli/en/output.ts";
import { PARTS } from "../src/locale/cli/index.ts";
import cliKo from "../src/locale/cli/ko.json";
import cliZhCn from "../src/locale/cli/zh-cn.json";
import cliZhTw from "../src/locale/cli/zh-tw.json";
import { en } from "../src/locale/en.ts";
import ko from "../src/locale/ko.json";
import { placeholders, type Sentences } from "../src/locale/template.ts";
import zhCn from "../src/locale/zh-cn.json";
import zhTw from "../src/locale/zh-tw.json";
import { en as page } from "../viewer/src/words/en/index.ts";
import pageKo from "../viewer/src/words/ko.json";
import pageZhCn from "../viewer/src/words/zh-cn.json";
import pageZhTw from "../viewer/src/words/zh-tw.json";

const parts = Object.entries(PARTS).map(([name, load]) => [name, load()] as const);

const CATALOGUES: readonly { folder: string; english: Sentences; languages: Record<string, Sentences> }[] = [
  { folder: "src/locale", english: en, languages: { "zh-tw": zhTw, "zh-cn": zhCn, ko } },
  {
    folder: "src/locale/cli",
    english: { ...output, ...Object.fromEntries(parts) },
    languages: { "zh-tw": cliZhTw, "zh-cn": cliZhCn, ko: cliKo },
  },
  {
    folder: "viewer/src/words",
    english: page,
    languages: { "zh-tw": pageZhTw, "zh-cn": pageZhCn, ko: pageKo },
  },
];

/** One line for each fault, with file and key. */
export function translationFaults(): string[] {
  return CATALOGUES.flatMap(({ folder, english, languages }) =>
    Object.entries(languages).flatMap(([name, translation]) =>
      compareTranslation(english, translation).map((fault) => `${folder}/${name}.json: ${fault}`),
    ),
  );
}

/** Missing and unknown keys, empty sentences, and placeholders that differ from English. */
export function compareTranslation(
  english: Sentences,
  translation: Sentences | undefined,
  key = "",
): string[] {
  if (translation === undefined) return [`missing key ${key}`];
  if (typeof english === "string" || typeof translation === "string") {
    if (typeof english !== typeof translation)
      return [`${key} is text in one language and a group in the other`];
    return compareText(String(english), String(translation)).map((fault) => `${key} ${fault}`);
  }
  const [known, given] = [english, translation] as [Record<string, Sentences>, Record<string, Sentences>];
  const path = (name: string) => (key === "" ? name : `${key}.${name}`);
  return [
    ...Object.keys(given).flatMap((name) =>
      Object.hasOwn(known, name) ? [] : [`unknown key ${path(name)}`],
    ),
    ...Object.entries(known).flatMap(([name, inner]) =>
      compareTranslation(inner, Object.hasOwn(given, name) ? given[name] : undefined, path(name)),
    ),
  ];
}

function compareText(english: string, translation: string): string[] {
  if (translation.trim() === "") return ["is empty"];
  const [wanted, found] = [placeholders(english), placeholders(translation)];
  const faults = [
    ...wanted.filter((name) => !found.includes(name)).map((name) => `lacks {${name}}`),
    ...found.filter((name) => !wanted.includes(name)).map((name) => `has an unknown {${name}}`),
  ];
  // Plural forms are English only, and a brace that is no placeholder would be printed.
  if (/[{}]/.test(translation.replace(/\{\w+\}/g, ""))) faults.push("has a brace that is no {name}");
  return faults;
}
