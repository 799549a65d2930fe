import { computed } from "@preact/signals";
import { DAY_WORDS } from "./day-words.ts";
import { en } from "./en.ts";
import { FIND_WORDS } from "./find-words.ts";
import { inLanguage } from "./in-language.ts";
import { INJECTED_WORDS } from "./injected-words.ts";
import { ko } from "./ko.ts";
import type { Language } from "./languages.ts";
import { SESSION_WORDS } from "./session-words.ts";
import type { Words } from "./words.ts";
import { zhCN } from "./zh-cn.ts";
import { zhTW } from "./zh-tw.ts";

export const CATALOGUE: Record<Language, Words> = { en, "zh-TW": zhTW, "zh-CN": zhCN, ko };

export const words = computed(() => inLanguage(CATALOGUE));

export const sessionWords = () => inLanguage(SESSION_WORDS);
export const dayWords = () => inLanguage(DAY_WORDS);
export const findWords = () => inLanguage(FIND_WORDS);
export const injectedWords = () => inLanguage(INJECTED_WORDS);
