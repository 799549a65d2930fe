import { type Env, processEnv } from "../platform/env.ts";
import { chooseLocale } from "./choose.ts";
import { en } from "./en.ts";
import type { Locale, Messages } from "./messages.ts";
import { type Sentences, toWords } from "./template.ts";

const loaded: Partial<Record<Locale, Messages>> = {};

export function messagesFor(locale: Locale): Messages {
  loaded[locale] ??= { locale, ...toWords(en, translationFor(locale)) };
  return loaded[locale];
}

/** A language is read when a session first needs it. The paths are literal so that bundles include the files. */
function translationFor(locale: Locale): Sentences | undefined {
  switch (locale) {
    case "zh-TW":
      return require("./zh-tw.json");
    case "zh-CN":
      return require("./zh-cn.json");
    case "ko":
      return require("./ko.json");
    case "en":
      return undefined;
  }
}

export function chooseMessages(session: Env, setting: Locale | undefined, env: Env = processEnv): Messages {
  return messagesFor(chooseLocale(session, setting, env));
}

export { localeFrom } from "./choose.ts";
