import { type Env, processEnv } from "../platform/env.ts";
import { en } from "./en.ts";
import { ko } from "./ko.ts";
import { LOCALES, type Locale, type Messages } from "./messages.ts";
import { zhCN } from "./zh-cn.ts";
import { zhTW } from "./zh-tw.ts";

const CATALOGUE: Record<Locale, Messages> = { en, "zh-TW": zhTW, "zh-CN": zhCN, ko };

export function messagesFor(locale: Locale): Messages {
  return CATALOGUE[locale];
}

/** The session's own `PAWL_LOCALE`, then the setting, then the environment of this process. */
export function chooseMessages(session: Env, setting: Locale | undefined, env: Env = processEnv): Messages {
  const own = toLocale(session.PAWL_LOCALE ?? "");
  return messagesFor(own ?? setting ?? localeFrom(env));
}

/**
 * `PAWL_LOCALE`, then the variables that POSIX uses for messages. Unsupported languages in `PAWL_LOCALE` are
 * ignored.
 */
export function localeFrom(env: Env): Locale {
  const own = env.PAWL_LOCALE;
  const chosen = own === undefined ? undefined : toLocale(own);
  if (chosen !== undefined) return chosen;
  for (const value of [env.LC_ALL, env.LC_MESSAGES, env.LANG]) {
    if (value === undefined || value === "") continue;
    // POSIX: the first variable that is set decides, even if we do not support its language.
    return toLocale(value) ?? "en";
  }
  return "en";
}

/** `zh_TW.UTF-8`, `zh-Hant-HK`, `ko`, `KO_kr` … → one of our locales. */
export function toLocale(name: string): Locale | undefined {
  const parts = name
    .replace(/[.@].*$/, "")
    .toLowerCase()
    .split(/[-_]/);
  const exact = LOCALES.find((locale) => locale.toLowerCase() === parts.join("-"));
  if (exact !== undefined) return exact;
  switch (parts[0]) {
    case "en":
      return "en";
    case "ko":
      return "ko";
    case "zh":
      return ["tw", "hk", "mo", "hant"].some((part) => parts.includes(part)) ? "zh-TW" : "zh-CN";
    default:
      return undefined;
  }
}
