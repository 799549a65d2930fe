/** What a daemon in the background is started as: `pawl serve`, without the other commands. */
import "../platform/lean-zod.ts";
import { reportFailure } from "./failure.ts";

// Not awaited here: a file that waits at its top cannot be kept as bytecode (bin/bundle.ts).
void main();

async function main(): Promise<void> {
  try {
    // After the line above, which has to come before anything that imports Zod.
    const { command } = await import("./serve.ts");
    process.exitCode = (await command.run({ values: {}, positionals: [] })) ?? 0;
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}
