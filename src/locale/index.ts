import { type Env, processEnv } from "../platform/env.ts";
import { chooseLocale } from "./choose.ts";
import { en } from "./en.ts";
import { ko } from "./ko.ts";
import type { Locale, Messages } from "./messages.ts";
import { zhCN } from "./zh-cn.ts";
import { zhTW } from "./zh-tw.ts";

const CATALOGUE: Record<Locale, Messages> = { en, "zh-TW": zhTW, "zh-CN": zhCN, ko };

export function messagesFor(locale: Locale): Messages {
  return CATALOGUE[locale];
}

export function chooseMessages(session: Env, setting: Locale | undefined, env: Env = processEnv): Messages {
  return messagesFor(chooseLocale(session, setting, env));
}

export { localeFrom, toLocale } from "./choose.ts";
