/** Explains why a daemon could not start in the background. `pawl up` prints it. */
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { chooseLocale } from "../locale/choose.ts";
import { thrownFor } from "../locale/thrown/index.ts";
import { processEnv } from "../platform/env.ts";
import { pawlHome } from "../platform/paths.ts";
import { errorSentence } from "./error-sentence.ts";

/** Prints one sentence with the next step. Returns the exit code. */
export async function reportDaemonFailure(error: unknown): Promise<number> {
  // Without the environment, because a wrong variable may be the reason for the failed start.
  const { settings } = readUserSettings(pawlHome(), {});
  const thrown = thrownFor(chooseLocale(processEnv, settings.locale));
  process.stderr.write(`pawl: ${errorSentence(error, thrown)}\n`);
  if (processEnv.PAWL_DEBUG !== undefined && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 1;
}
