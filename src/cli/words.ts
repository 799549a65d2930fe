/** The command line's messages in the user's language. Only that language is loaded. */
import { chooseLocale, toLocale } from "../locale/choose.ts";
import type { CliMessages } from "../locale/cli/index.ts";
import { loadCliMessages } from "../locale/cli/index.ts";
import type { Locale } from "../locale/messages.ts";
import { processEnv } from "../platform/env.ts";
import { readIfThere } from "../platform/files.ts";
import { pawlHome } from "../platform/paths.ts";

export const locale: Locale = await spokenLocale();

export const words: CliMessages = await loadCliMessages(locale);

/** Scripts read `--json`, so everything in it is English. */
async function spokenLocale(): Promise<Locale> {
  const args = process.argv.slice(2);
  const end = args.indexOf("--");
  if ((end === -1 ? args : args.slice(0, end)).includes("--json")) return "en";
  return chooseLocale(processEnv, await localeSetting());
}

/** Only this one field: the full settings need Zod, which would slow down commands that do not use it. */
async function localeSetting(): Promise<Locale | undefined> {
  try {
    const text = readIfThere(pawlHome().config);
    if (text === undefined) return undefined;
    const { parse } = await import("jsonc-parser");
    const config: unknown = parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true });
    const { locale } = Object(config) as { locale?: unknown };
    return typeof locale === "string" ? toLocale(locale) : undefined;
  } catch {
    // An unreadable file is reported by the command that needs it, in the language of the environment.
    return undefined;
  }
}
