import { computed } from "@preact/signals";
import { language } from "../state/prefs.ts";
import type { Catalogue } from "./catalogue.ts";
import { en } from "./en/index.ts";
import type { Language } from "./languages.ts";

/** English comes with the page; the others are loaded when they are chosen. */
const LOADERS: Record<Exclude<Language, "en">, () => Promise<Catalogue>> = {
  "zh-TW": async () => (await import("./zh-tw/index.ts")).zhTW,
  "zh-CN": async () => (await import("./zh-cn/index.ts")).zhCN,
  ko: async () => (await import("./ko/index.ts")).ko,
};

const loaded: Partial<Record<Language, Catalogue>> = { en };

/** The sentences of a language; it becomes the shown one when `language` changes. */
export async function loadWords(one: Language): Promise<Catalogue> {
  if (one === "en") return en;
  loaded[one] ??= await LOADERS[one]();
  return loaded[one];
}

const catalogue = computed(() => loaded[language.value] ?? en);

export const words = computed(() => catalogue.value.words);

export const sessionWords = () => catalogue.value.session;
export const dayWords = () => catalogue.value.day;
export const findWords = () => catalogue.value.find;
export const teamWords = () => catalogue.value.team;
export const injectedWords = () => catalogue.value.injected;
