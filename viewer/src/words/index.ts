import { computed } from "@preact/signals";
import { toWords, type Words } from "../../../src/locale/template.ts";
import { language } from "../state/prefs.ts";
import { en } from "./en/index.ts";
import type { View } from "./en/views.ts";
import type { Language } from "./languages.ts";

export type Catalogue = Words<typeof en>;

/** English is part of the page; the other languages are loaded when selected. */
const TRANSLATIONS = {
  "zh-TW": () => import("./zh-tw.json"),
  "zh-CN": () => import("./zh-cn.json"),
  ko: () => import("./ko.json"),
};

const english = toWords(en);
const loaded: Partial<Record<Language, Catalogue>> = { en: english };

/** The sentences of a language; it becomes the shown one when `language` changes. */
export async function loadWords(one: Language): Promise<Catalogue> {
  if (one === "en") return english;
  loaded[one] ??= toWords(en, (await TRANSLATIONS[one]()).default);
  return loaded[one];
}

const catalogue = computed(() => loaded[language.value] ?? english);

export const words = computed(() => catalogue.value.words);

export const sessionWords = () => catalogue.value.session;
export const dayWords = () => catalogue.value.day;
export const findWords = () => catalogue.value.find;
export const teamWords = () => catalogue.value.team;
export const injectedWords = () => catalogue.value.injected;

/** The view's name in the menu and as its title. */
export const nameOf = (view: View): string => catalogue.value.views[view].name;

/** The sentence under its title. */
export const leadOf = (view: View): string => catalogue.value.views[view].lead;
