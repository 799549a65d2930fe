/** Is a process stopped (SIGSTOP)? Then it will not answer, however long one waits; a busy one will. */
import { readIfThere } from "./files.ts";

export function isStopped(pid: number): boolean {
  if (process.platform === "linux") {
    const stat = readIfThere(`/proc/${pid}/stat`) ?? "";
    // The state follows the name, which stands in brackets and may contain any sign.
    return /^[Tt]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  }
  if (process.platform === "win32") return false;
  const { stdout } = Bun.spawnSync(["/bin/ps", "-o", "stat=", "-p", String(pid)]);
  return stdout.toString().trim().startsWith("T");
}
