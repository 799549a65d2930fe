/** The processes of this machine: parent, arguments, variables and folder. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import type { Env } from "./env.ts";

export interface ProcessInfo {
  pid: number;
  parent: number;
  /** The system's name for it: the program, or a name it gave itself ("tmux: server"). */
  name: string;
  command: readonly string[];
  env: Env;
}

/** More than a shell in a shell in a terminal; deeper nesting is a mistake. */
const MAX_ANCESTORS = 64;
/** PowerShell takes seconds to start on a cold machine. */
const LIST_MS = 10_000;

/** This process, its parent, and so on, except the very first process. Empty if the system does not tell. */
export function ancestorsOf(pid: number): ProcessInfo[] {
  const look = process.platform === "linux" ? readProcess : listedProcess();
  const found: ProcessInfo[] = [];
  for (let each = pid; each > 1 && found.length < MAX_ANCESTORS; ) {
    const info = look(each);
    if (info === undefined || found.some((known) => known.pid === each)) break;
    found.push(info);
    each = info.parent;
  }
  return found;
}

export function processVariables(pid: number): Env {
  return ancestorsOf(pid)[0]?.env ?? {};
}

export function allProcesses(): ProcessInfo[] {
  if (process.platform !== "linux") return listProcesses();
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => readProcess(Number(pid)) ?? []);
}

/** Its working folder; undefined if the system does not tell. */
export function processFolder(pid: number): string | undefined {
  try {
    if (process.platform === "linux") return readlinkSync(`/proc/${pid}/cwd`);
    if (process.platform === "win32") return undefined;
    const said = outputOf(["lsof", "-a", "-d", "cwd", "-p", String(pid), "-Fn"]);
    return /^n(.+)$/m.exec(said)?.[1];
  } catch {
    // Another user's process, or an ended one.
    return undefined;
  }
}

function readProcess(pid: number): ProcessInfo | undefined {
  try {
    // The name is in parentheses and may contain anything, so the fields are counted after it.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const end = stat.lastIndexOf(")");
    return {
      pid,
      parent: Number(stat.slice(end + 2).split(" ")[1]),
      name: stat.slice(stat.indexOf("(") + 1, end),
      command: zeroSeparated(`/proc/${pid}/cmdline`),
      env: toEnv(zeroSeparated(`/proc/${pid}/environ`)),
    };
  } catch {
    return undefined;
  }
}

/** For another user's process, only some files are readable. */
function zeroSeparated(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\0").filter(Boolean);
  } catch {
    return [];
  }
}

function toEnv(lines: readonly string[]): Env {
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

function listedProcess(): (pid: number) => ProcessInfo | undefined {
  const all = new Map(listProcesses().map((info) => [info.pid, info]));
  return (pid) => all.get(pid);
}

function listProcesses(): ProcessInfo[] {
  try {
    return process.platform === "win32"
      ? fromPowerShell(outputOf(["powershell", "-NoProfile", "-Command", POWERSHELL]))
      : fromPs(outputOf(["ps", "-A", "-E", "-ww", "-o", "pid=,ppid=,command="]));
  } catch {
    return [];
  }
}

const POWERSHELL =
  "Get-CimInstance Win32_Process | Select-Object ProcessId,ParentProcessId,Name,CommandLine | ConvertTo-Json -Compress";

/** macOS: the command's arguments, followed by the variables of the user's own processes. */
export function fromPs(text: string): ProcessInfo[] {
  return text.split("\n").flatMap((line) => {
    const [, pid, parent, rest = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined) return [];
    const words = rest.split(" ");
    const isVariable = (word: string) => /^[A-Za-z_]\w*=/.test(word);
    const command = words.filter((word) => !isVariable(word));
    const env = toEnv(words.filter(isVariable));
    return [{ pid: Number(pid), parent: Number(parent), name: basename(command[0] ?? ""), command, env }];
  });
}

/** Windows does not show the variables of processes. */
export function fromPowerShell(text: string): ProcessInfo[] {
  const rows = JSON.parse(text) as {
    ProcessId: number;
    ParentProcessId: number;
    Name: string;
    CommandLine: string | null;
  }[];
  return rows.map(({ ProcessId: pid, ParentProcessId: parent, Name: name, CommandLine: line }) => {
    const words = [...(line ?? name).matchAll(/"([^"]*)"|(\S+)/g)];
    return { pid, parent, name, command: words.map(([, quoted, plain]) => quoted ?? plain ?? ""), env: {} };
  });
}

function outputOf(command: string[]): string {
  return Bun.spawnSync(command, { stderr: "ignore", timeout: LIST_MS }).stdout.toString();
}
