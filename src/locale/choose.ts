/** Which language to speak. Apart from the languages themselves, so that a program can choose before it loads one. */
import { type Env, processEnv } from "../platform/env.ts";
import type { Locale } from "./messages.ts";

/**
 * Chooses the session's own `PAWL_LOCALE`, then the setting, then the session's own environment. This process's environment
 * counts only for a session without data, because the daemon may have been started in another language.
 */
export function chooseLocale(session: Env, setting: Locale | undefined, env: Env = processEnv): Locale {
  const own = toLocale(session.PAWL_LOCALE ?? "") ?? setting;
  if (own !== undefined) return own;
  const isKnown = [session.LC_ALL, session.LC_MESSAGES, session.LANG].some((value) => (value ?? "") !== "");
  return localeFrom(isKnown ? session : env);
}

/** `PAWL_LOCALE`, then the POSIX variables for messages. Names of unknown languages are skipped. */
export function localeFrom(env: Env): Locale {
  const own = env.PAWL_LOCALE;
  const chosen = own === undefined ? undefined : toLocale(own);
  if (chosen !== undefined) return chosen;
  for (const value of [env.LC_ALL, env.LC_MESSAGES, env.LANG]) {
    if (value === undefined || value === "") continue;
    // As in POSIX, the first variable that is set decides, even if Pawl does not support its language.
    return toLocale(value) ?? "en";
  }
  return "en";
}

/** `zh_TW.UTF-8`, `zh-Hant-HK`, `ko`, `KO_kr` … → a language of Pawl. */
export function toLocale(name: string): Locale | undefined {
  const parts = name
    .replace(/[.@].*$/, "")
    .toLowerCase()
    .split(/[-_]/);
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
