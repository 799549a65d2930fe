/** The entry of a background daemon: `pawl serve` without the other commands and their messages. */
import "../platform/lean-zod.ts";

try {
  // Imported late: Zod must not be loaded before lean-zod.
  const { runDaemon } = await import("./run-daemon.ts");
  await runDaemon();
} catch (error) {
  const { reportDaemonFailure } = await import("./daemon-failure.ts");
  process.exitCode = await reportDaemonFailure(error);
}
