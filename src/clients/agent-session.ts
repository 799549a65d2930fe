/**
 * Does this process run in a coding agent's session? Then a model may have started it, and what is the person's to decide
 * is not its to do. Imported by `pawl hook`: keep it small.
 */
import { basename } from "node:path";
import { type Env, processEnv } from "../platform/env.ts";
import {
  allProcesses,
  ancestorsOf,
  type ProcessInfo,
  processFolder,
  processVariables,
} from "../platform/processes.ts";
import { projectRoot } from "../platform/project.ts";
import { CLIENT_NAMES, CLIENTS, type ClientName } from "./table.ts";

interface Caller {
  env?: Env;
  /** Who started this process. */
  pid?: number;
  /** The project that the process will change. Without it, an orphaned process cannot be judged. */
  project?: string | undefined;
}

/**
 * Finds the client in whose session this process runs. The signs are the client's variables in this process, the variables
 * and programs of the parent processes and, if no parent has a terminal (an orphan, or a cron job), whether a client is
 * working in the project now.
 */
export function agentSession({
  env = processEnv,
  pid = process.ppid,
  project,
}: Caller = {}): ClientName | undefined {
  const above = ancestorsOf(pid);
  for (const found of [markedBy(env), ...above.map(agentAt)]) if (found !== undefined) return found;
  if (project === undefined || isAtTerminal(above)) return undefined;
  return agentIn(project);
}

/** Was the client with this process id itself started by a session? Its hooks are always marked, so only it can tell. */
export function wasStartedInSession(clientPid: number): boolean {
  return Number.isInteger(clientPid) && clientPid > 1 && markedBy(processVariables(clientPid)) !== undefined;
}

/**
 * Was this process started, by whatever way, by that one? `PAWL_GUARD` is for the clients that Pawl and its hooks start;
 * a model that sets it for its own must not leave its gates behind.
 */
export function wasStartedBy(pid: number, by = process.ppid): boolean {
  return pid > 1 && ancestorsOf(by).some((each) => each.pid === pid);
}

function agentAt(info: ProcessInfo): ClientName | undefined {
  return markedBy(info.env) ?? agentProgram(info);
}

function markedBy(env: Env): ClientName | undefined {
  return CLIENT_NAMES.find((name) => CLIENTS[name].agent.marks.some((mark) => (env[mark] ?? "") !== ""));
}

function agentProgram({ name, command }: ProcessInfo): ClientName | undefined {
  const [program = name, ...args] = command;
  const own = bareName(program);
  const script = /^(node|nodejs|bun|deno)$/.test(own) ? args.find((arg) => !arg.startsWith("-")) : undefined;
  const names = [own, bareName(name), ...(script === undefined ? [] : [bareName(script)])];
  const path = script?.replaceAll("\\", "/") ?? "";
  return CLIENT_NAMES.find((client) => {
    const { programs, package: npm } = CLIENTS[client].agent;
    return programs.some((known) => names.includes(known)) || path.includes(`/node_modules/${npm}/`);
  });
}

const bareName = (path: string): string =>
  basename(path.replaceAll("\\", "/"))
    .toLowerCase()
    .replace(/\.(exe|[cm]?js)$/, "");

/** Terminal programs. A missing name costs its users only this: no trust while a client works in the project. */
const TERMINALS = new Set(
  [
    ["sshd", "sshd-session", "login", "mosh-server", "explorer", "windowsterminal"],
    ["terminal", "iterm2", "ghostty", "kitty", "alacritty", "wezterm", "wezterm-gui", "foot", "rio", "st"],
    ["gnome-terminal-", "gnome-terminal-server", "kgx", "ptyxis", "ptyxis-agent", "konsole", "yakuake"],
    ["xterm", "urxvt", "rxvt", "xfce4-terminal", "mate-terminal", "lxterminal", "qterminal", "terminator"],
    ["tilix", "tilda", "guake", "terminology", "hyper", "warp", "warp-terminal", "tabby", "contour"],
    ["code", "code-insiders", "codium", "cursor", "windsurf", "zed", "zed-editor", "emacs"],
  ].flat(),
);

function isAtTerminal(above: readonly ProcessInfo[]): boolean {
  return above.some((each, at) => {
    if (TERMINALS.has(bareName(each.name))) return !isFromHere(above.slice(0, at + 1));
    return /^tmux(: server)?$/.test(each.name) && isPersonAttached(each.pid, above[at - 1]?.env.TMUX);
  });
}

/** `ssh localhost` is just another command, not another person. */
function isFromHere(below: readonly ProcessInfo[]): boolean {
  return below.some(({ env }) => {
    const [from, , to] = (env.SSH_CONNECTION ?? "").split(" ");
    return from !== undefined && from !== "" && from === to;
  });
}

/**
 * A tmux server has left the terminal that started it, so the terminals attached to it count. True if a person's terminal is
 * attached. The server's own executable is called, because the caller's PATH may lead elsewhere.
 */
function isPersonAttached(server: number, tmux = ""): boolean {
  const socket = tmux.split(",")[0] ?? "";
  if (socket === "") return false;
  const program = process.platform === "linux" ? `/proc/${server}/exe` : "tmux";
  const command = [program, "-S", socket, "list-clients", "-F", "#{pid} #{client_pid}"];
  const said = Bun.spawnSync(command, { stderr: "ignore", timeout: 2000 });
  return said.stdout
    .toString()
    .split("\n")
    .map((line) => line.split(" ").map(Number))
    .some(([owner, client = 0]) => owner === server && isPersons(ancestorsOf(client)));
}

/** Nested tmux is not supported: the inner client's server would need the same check. */
function isPersons(above: readonly ProcessInfo[]): boolean {
  return (
    above.every((each) => agentAt(each) === undefined) &&
    above.some(({ name }) => TERMINALS.has(bareName(name)))
  );
}

function agentIn(project: string): ClientName | undefined {
  const root = projectRoot(project);
  for (const info of allProcesses()) {
    const agent = agentProgram(info);
    const folder = agent === undefined ? undefined : processFolder(info.pid);
    if (folder !== undefined && projectRoot(folder) === root) return agent;
  }
  return undefined;
}
