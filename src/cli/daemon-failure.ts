/** Why a daemon in the background could not start, for whoever started it: `pawl up` prints it. */
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { chooseLocale } from "../locale/choose.ts";
import type { CliThrown } from "../locale/cli/messages.ts";
import type { Locale } from "../locale/messages.ts";
import { processEnv } from "../platform/env.ts";
import { pawlHome } from "../platform/paths.ts";
import { errorSentence } from "./error-sentence.ts";

/** Prints one sentence and what to do. Returns the exit code. */
export async function reportDaemonFailure(error: unknown): Promise<number> {
  // Without the environment: a wrong variable may be what the daemon could not start with.
  const { settings } = readUserSettings(pawlHome(), {});
  const thrown = await loadThrown(chooseLocale(processEnv, settings.locale));
  process.stderr.write(`pawl: ${errorSentence(error, thrown)}\n`);
  if (processEnv.PAWL_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 1;
}

/** Of the catalogue only what is thrown: the daemon carries all that it may need in its one file. */
async function loadThrown(locale: Locale): Promise<CliThrown> {
  switch (locale) {
    case "zh-TW":
      return (await import("../locale/cli/zh-tw/thrown.ts")).thrown;
    case "zh-CN":
      return (await import("../locale/cli/zh-cn/thrown.ts")).thrown;
    case "ko":
      return (await import("../locale/cli/ko/thrown.ts")).thrown;
    case "en":
      return {};
  }
}
