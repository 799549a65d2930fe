/**
 * A thread beside the scripts. They may hold their own thread for ever or fill the memory, so what must be noticed
 * is noticed here: too much memory, and a daemon that is gone.
 */
import { writeSync } from "node:fs";

const EVERY_MS = 50;
const limitBytes = Number(process.env.PAWL_SCRIPT_MEMORY_MB) * 1024 * 1024;
const daemon = Number(process.env.PAWL_SCRIPT_OWNER);

/** By asking for it: Bun does not look `ppid` up again. */
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
