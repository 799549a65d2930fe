/** The command line's sentences. Each language is a module of its own, so that a command loads only the one it prints. */
import type { Locale } from "../messages.ts";
import type { CliMessages } from "./messages.ts";

export async function loadCliMessages(locale: Locale): Promise<CliMessages> {
  switch (locale) {
    case "zh-TW":
      return (await import("./zh-tw/index.ts")).zhTW;
    case "zh-CN":
      return (await import("./zh-cn/index.ts")).zhCN;
    case "ko":
      return (await import("./ko/index.ts")).ko;
    case "en":
      return (await import("./en/index.ts")).en;
  }
}
