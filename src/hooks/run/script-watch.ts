/**
 * A thread next to the scripts. They may block their own thread forever or fill the memory, so this thread watches for too
 * much memory and a dead daemon.
 */
import { writeSync } from "node:fs";

const EVERY_MS = 50;
const limitBytes = Number(process.env.PAWL_SCRIPT_MEMORY_MB) * 1024 * 1024;
const daemon = Number(process.env.PAWL_SCRIPT_OWNER);

/** Queries the process, because Bun does not update `ppid`. */
function isDaemonGone(): boolean {
  try {
    process.kill(daemon, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function end(why: string): void {
  try {
    writeSync(2, `${why}\n`);
  } finally {
    // Runs even if the other end of the pipe is closed. `exit` would only end this thread.
    process.kill(process.pid, "SIGKILL");
  }
}

setInterval(() => {
  const used = process.memoryUsage.rss();
  if (used > limitBytes) end(`The script process used ${Math.round(used / 1024 / 1024)} MB and was ended.`);
  if (isDaemonGone()) end("The daemon is gone.");
}, EVERY_MS);
