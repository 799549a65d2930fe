/** What a daemon in the background is started as: `pawl serve`, without the other commands. */
import "../platform/lean-zod.ts";
import { reportFailure } from "./failure.ts";

try {
  // Only now: Zod must not be there before the line above.
  const { command } = await import("./serve.ts");
  process.exitCode = (await command.run({ values: {}, positionals: [] })) ?? 0;
} catch (error) {
  process.exitCode = reportFailure(error);
}
