/**
 * Errors from below the command line, by code, with `{name}` for each parameter. English is what the error itself says.
 * Apart from the command line's sentences, because the daemon reports why it could not start and needs only these.
 */
import type { Locale } from "../messages.ts";

export type Thrown = Readonly<Record<string, { message: string; hint?: string }>>;

export function thrownFor(locale: Locale): Thrown {
  switch (locale) {
    case "zh-TW":
      return require("./zh-tw.json");
    case "zh-CN":
      return require("./zh-cn.json");
    case "ko":
      return require("./ko.json");
    case "en":
      return {};
  }
}
