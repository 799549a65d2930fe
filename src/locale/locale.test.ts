import { describe, expect, test } from "bun:test";
import { chooseLocale, toLocale } from "./choose.ts";
import { localeFrom, messagesFor } from "./index.ts";
import { LOCALES, type Messages } from "./messages.ts";

const ARGUMENTS = ["α1", "β2", "γ3", "δ4"] as const;

/** Every sentence by its dotted path; functions are called with marked arguments. */
function sentences(messages: Messages): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === "string") found.set(path, value);
    else if (typeof value === "function") found.set(path, String(value(...ARGUMENTS)));
    else for (const [key, inner] of Object.entries(value as object)) walk(inner, `${path}.${key}`);
  };
  walk(messages, "");
  found.delete(".locale");
  return found;
}

const english = sentences(messagesFor("en"));
const withoutArguments = (text: string): string => text.replace(/[αβγδ]\d/g, "");

/** Nothing to translate: only the arguments and their punctuation. */
const isOnlyPunctuation = (text: string): boolean => !/\p{L}/u.test(withoutArguments(text));

/** Names that are the same in every language. */
const KEPT = new Set([".recovery.agent"]);

test("there is a catalogue for each of the four documented languages", () => {
  expect(LOCALES.map((locale) => messagesFor(locale).locale)).toEqual([...LOCALES]);
});

describe.each(["zh-TW", "zh-CN", "ko"] as const)("%s", (locale) => {
  const translated = sentences(messagesFor(locale));

  test("has exactly the keys of English, none empty", () => {
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
    expect([...translated].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test("leaves no sentence in English", () => {
    const same = [...translated].filter(
      ([path, text]) => text === english.get(path) && !KEPT.has(path) && !isOnlyPunctuation(text),
    );
    expect(same).toEqual([]);
  });

  test("is written in its own script", () => {
    const script = locale === "ko" ? /\p{Script=Hangul}/u : /\p{Script=Han}/u;
    // Context and session headings are names that the original zh-TW documents leave in English.
    const foreign = [...translated].filter(
      ([path, text]) => !script.test(text) && !KEPT.has(path) && !NAMES.has(path),
    );
    expect(foreign).toEqual([]);
  });

  test("uses every argument", () => {
    const lost = [...english].filter(([path, text]) =>
      ARGUMENTS.some((argument) => text.includes(argument) && !translated.get(path)?.includes(argument)),
    );
    expect(lost).toEqual([]);
  });
});

/** "Feature" and "Session" stay English in the original zh-TW lines. */
const NAMES = new Set([".recovery.feature", ".context.session"]);

test("no sentence names the original product", () => {
  for (const locale of LOCALES) {
    for (const text of sentences(messagesFor(locale)).values()) expect(text).not.toMatch(/overtone|\/ot:/i);
  }
});

test("S0.10 the language comes from PAWL_LOCALE, then LC_ALL, LC_MESSAGES, LANG, else English", () => {
  expect(localeFrom({})).toBe("en");
  expect(localeFrom({ LANG: "ko_KR.UTF-8" })).toBe("ko");
  expect(localeFrom({ LANG: "ko_KR.UTF-8", LC_MESSAGES: "zh_CN.UTF-8" })).toBe("zh-CN");
  expect(localeFrom({ LANG: "ko_KR.UTF-8", LC_MESSAGES: "zh_CN", LC_ALL: "zh_TW" })).toBe("zh-TW");
  expect(localeFrom({ LANG: "ko_KR", LC_ALL: "C" })).toBe("en");
  expect(localeFrom({ LANG: "ko_KR", LC_ALL: "" })).toBe("ko");
  expect(localeFrom({ LC_ALL: "ko_KR", PAWL_LOCALE: "zh-TW" })).toBe("zh-TW");
  expect(localeFrom({ LC_ALL: "ko_KR", PAWL_LOCALE: "klingon" })).toBe("ko");
});

test("locale names are parsed in the forms that operating systems use", () => {
  expect(toLocale("zh-Hant-HK")).toBe("zh-TW");
  expect(toLocale("zh_Hans_CN.UTF-8")).toBe("zh-CN");
  expect(toLocale("ZH-tw")).toBe("zh-TW");
  expect(toLocale("en_GB@euro")).toBe("en");
  expect(toLocale("POSIX")).toBeUndefined();
  expect(toLocale("")).toBeUndefined();
});

test("a session's own choice comes first, then the setting, then its language, and the daemon's own only where nothing is known", () => {
  const daemon = { LANG: "ko_KR.UTF-8", PAWL_LOCALE: "zh-TW" };
  expect(chooseLocale({ PAWL_LOCALE: "ko", LANG: "zh_CN" }, "en", daemon)).toBe("ko");
  expect(chooseLocale({ LANG: "zh_CN" }, "en", daemon)).toBe("en");
  expect(chooseLocale({ PAWL_LOCALE: "klingon" }, "zh-CN", daemon)).toBe("zh-CN");
  for (const name of ["LC_ALL", "LC_MESSAGES", "LANG"])
    expect(chooseLocale({ [name]: "zh_CN.UTF-8" }, undefined, daemon)).toBe("zh-CN");
  expect(chooseLocale({ LANG: "C" }, undefined, daemon)).toBe("en");
  expect(chooseLocale({ LANG: "" }, undefined, daemon)).toBe("zh-TW");
  expect(chooseLocale({}, undefined, { LANG: "ko" })).toBe("ko");
});

test("Chinese without a region is the simplified one, and with a region of the traditional one that", () => {
  for (const name of ["zh", "zh_SG", "zh-Hans"]) expect([name, toLocale(name)]).toEqual([name, "zh-CN"]);
  for (const name of ["zh_HK", "zh_MO", "zh-Hant"]) expect([name, toLocale(name)]).toEqual([name, "zh-TW"]);
});
