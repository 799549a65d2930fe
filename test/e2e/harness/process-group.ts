/**
 * Ends a detached child and everything it started. Pids are passed in: nothing is looked up by name. The client
 * gives each shell command its own session, so its process group is not enough: the tree is read before anything
 * is killed, while children still have their parent.
 */
export function endTree(pid: number): void {
  if (process.platform === "win32") {
    Bun.spawnSync(["taskkill", "/pid", String(pid), "/t", "/f"]);
    return;
  }
  const descendants = descendantsOf(pid);
  kill(-pid);
  for (const descendant of descendants) kill(descendant);
}

/** Whether a process (or, for a negative number, any process of a group) is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (cause) {
    // ESRCH: it ended in the meantime.
    if ((cause as { code?: string }).code !== "ESRCH") throw cause;
  }
}

function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>();
  const table = Bun.spawnSync(["ps", "-A", "-o", "pid=,ppid="]).stdout.toString();
  for (const line of table.split("\n")) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (pid === undefined || parent === undefined) continue;
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  const open = [root];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    const next = children.get(pid) ?? [];
    found.push(...next);
    open.push(...next);
  }
  return found;
}
