/** `pawl uninstall` as a separate program. Pawl's home contains a copy that works without the checkout. */
import "../platform/lean-zod.ts";
import { parseArgs } from "node:util";
import type { CommandInput } from "./command.ts";
import { reportFailure } from "./failure.ts";

try {
  // Imported late: Zod must not be loaded before lean-zod.
  const { CommandInput } = await import("./command.ts");
  const { command } = await import("./uninstall.ts");
  const { values } = parseArgs({ args: process.argv.slice(2), options: command.options });
  process.exitCode = (await command.run(new CommandInput(values as CommandInput["values"]))) ?? 0;
} catch (error) {
  process.exitCode = reportFailure(error);
}
