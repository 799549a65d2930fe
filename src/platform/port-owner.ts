/** Which program listens on a local port, as far as the operating system shows it. */

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { findProgram } from "./env.ts";

interface PortOwner {
  pid: number;
  name: string;
}

/** Undefined if it is unknown: another user's process, or an unsupported system. */
export function portOwner(port: number, platform: string = process.platform): PortOwner | undefined {
  return platform === "linux" ? ownerFromProc(port) : ownerFromLsof(port);
}

const LISTENING = "0A";

function ownerFromProc(port: number): PortOwner | undefined {
  const inodes = new Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) => listeners(table, port)));
  if (inodes.size === 0) return undefined;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (holds(pid, inodes)) return { pid: Number(pid), name: quietly(() => nameOf(pid)) ?? "unknown" };
  }
  return undefined;
}

function listeners(table: string, port: number): string[] {
  const rows = (quietly(() => readFileSync(table, "utf8")) ?? "").split("\n").slice(1);
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((cells) => cells[1]?.endsWith(wanted) === true && cells[3] === LISTENING)
    .map((cells) => `socket:[${cells[9]}]`);
}

function holds(pid: string, inodes: ReadonlySet<string>): boolean {
  const files = quietly(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return files.some((file) => inodes.has(quietly(() => readlinkSync(`/proc/${pid}/fd/${file}`)) ?? ""));
}

function nameOf(pid: string): string {
  const [program = ""] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  return program.split("/").at(-1) ?? program;
}

/** Processes come and go, and many belong to other users. */
function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function ownerFromLsof(port: number): PortOwner | undefined {
  const lsof = findProgram("lsof");
  if (lsof === null) return undefined;
  const run = Bun.spawnSync([lsof, "-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpc"]);
  const text = run.stdout.toString();
  const pid = /^p(\d+)$/m.exec(text)?.[1];
  return pid === undefined ? undefined : { pid: Number(pid), name: /^c(.+)$/m.exec(text)?.[1] ?? "unknown" };
}
