/** The entry of a daemon in the background: `pawl serve` without the other commands. */
import "../platform/lean-zod.ts";
import { reportFailure } from "./failure.ts";

try {
  // Imported late: Zod must not be loaded before lean-zod.
  const { command } = await import("./serve.ts");
  process.exitCode = (await command.run({ values: {}, positionals: [] })) ?? 0;
} catch (error) {
  process.exitCode = reportFailure(error);
}
