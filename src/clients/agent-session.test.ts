/** Who started a program, as the variables, names and parents of real processes show it. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromPowerShell, fromPs } from "../platform/processes.ts";
import { agentSession, wasStartedBy, wasStartedInSession } from "./agent-session.ts";

const isLinux = process.platform === "linux";
const dir = mkdtempSync(join(tmpdir(), "pawl-session-"));
const project = join(dir, "project");
mkdirSync(project);
const started: number[] = [];
afterAll(() => {
  for (const pid of started)
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended.
    }
  rmSync(dir, { recursive: true });
});

/** The shell under another program's name. The system calls a process as its file is called. */
function program(name: string, of = "/bin/sh"): string {
  const folder = mkdtempSync(join(dir, "bin-"));
  symlinkSync(of, join(folder, name));
  return join(folder, name);
}

interface Left {
  env?: Record<string, string>;
  cwd?: string;
}

/**
 * A program of this name that nobody waits for: its parent has ended, so nothing above it is the test's. It has a child,
 * which stands for `pawl`; the child's process id.
 */
async function leftBehind(name: string, { env = {}, cwd = dir }: Left = {}): Promise<number> {
  const inner = "sleep 600 & echo $$ $!; wait";
  const child = Bun.spawn(["/bin/sh", "-c", `"$0" -c '${inner}' </dev/null 2>/dev/null &`, program(name)], {
    env: { PATH: "/usr/bin:/bin", ...env },
    cwd,
    stdout: "pipe",
    stderr: "ignore",
  });
  const { value } = await child.stdout.getReader().read();
  const [own = 0, below = 0] = Buffer.from(value ?? [])
    .toString()
    .split(" ")
    .map(Number);
  started.push(own, below);
  await child.exited;
  return below;
}

/** A shell with these variables that starts another one with its own; both wait until the test is over. */
async function startShells(outer: Record<string, string>, inner: Record<string, string> = {}) {
  const own = Object.entries(inner).map(([name, value]) => `${name}=${value}`);
  const child = Bun.spawn(["/bin/sh", "-c", `env -i ${own.join(" ")} /bin/sh -c 'echo $$; read x'; :`], {
    env: outer,
    stdin: "pipe",
    stdout: "pipe",
  });
  const { value } = await child.stdout.getReader().read();
  return {
    outer: child.pid,
    inner: Number(Buffer.from(value ?? []).toString()),
    async [Symbol.asyncDispose]() {
      await child.stdin.end();
      await child.exited;
    },
  };
}

const MARKS: [string, string][] = [
  ["CLAUDECODE", "claude-code"],
  ["CLAUDE_CODE_SESSION_ID", "claude-code"],
  ["CODEX_THREAD_ID", "codex"],
  ["CODEX_SESSION_ID", "codex"],
  ["CODEX_CI", "codex"],
  ["COPILOT_CLI", "copilot-cli"],
  ["COPILOT_AGENT_SESSION_ID", "copilot-cli"],
  ["GEMINI_CLI", "gemini-cli"],
  ["GEMINI_SESSION_ID", "gemini-cli"],
  ["OPENCODE", "opencode"],
  ["OPENCODE_PID", "opencode"],
];

describe("the own variables", () => {
  test.each(MARKS)("%s is a mark of %s", (mark, client) => {
    expect(agentSession({ env: { [mark]: "1" }, pid: 1 }) as string).toBe(client);
    expect(agentSession({ env: { [mark]: "" }, pid: 1 })).toBeUndefined();
  });

  test("that a person may have set, or that another client sets as an alias, say nothing", () => {
    const env = {
      HOME: "/home/dev",
      CLAUDE_PROJECT_DIR: "/p",
      CLAUDE_CONFIG_DIR: "/c",
      CODEX_HOME: "/c",
      GEMINI_API_KEY: "k",
      OPENCODE_CONFIG: "/o",
      COPILOT_HOME: "/h",
    };
    expect(agentSession({ env, pid: 1 })).toBeUndefined();
  });
});

describe.if(isLinux)("a process above", () => {
  test("says it by its variables, over a process that has lost them", async () => {
    await using shells = await startShells({ A: "x=y", GEMINI_CLI: "1" });
    expect(agentSession({ env: {}, pid: shells.inner })).toBe("gemini-cli");
    expect(agentSession({ env: {}, pid: shells.outer })).toBe("gemini-cli");
    expect([wasStartedInSession(shells.inner), wasStartedInSession(shells.outer)]).toEqual([false, true]);
  });

  test("with an empty variable, or another one's, says nothing", async () => {
    await using shells = await startShells({ CLAUDECODE: "", X: "CLAUDECODE=1" }, { XCLAUDECODE: "1" });
    expect([wasStartedInSession(shells.inner), wasStartedInSession(shells.outer)]).toEqual([false, false]);
  });

  test("that has ended, or that is none, says nothing", async () => {
    await using marked = await startShells({ CLAUDECODE: "1" });
    for (const pid of [0, 1, -1, 1.5, Number.NaN, 2 ** 22 + 1]) expect(wasStartedInSession(pid)).toBe(false);
    expect(wasStartedInSession(marked.outer + 0.5)).toBe(false);
    expect(agentSession({ env: {}, pid: 2 ** 22 + 1 })).toBeUndefined();
  });

  test.each([
    ["claude", "claude-code"],
    ["codex", "codex"],
    ["copilot", "copilot-cli"],
    ["gemini", "gemini-cli"],
    ["opencode", "opencode"],
  ])("called %s says it by its name", async (name, client) => {
    expect(agentSession({ env: {}, pid: await leftBehind(name) }) as string).toBe(client);
  });

  test.each(["claude-backup", "codexify", "mygemini", "vim"])("called %s is nobody's", async (name) => {
    expect(agentSession({ env: {}, pid: await leftBehind(name), project: "/" })).toBeUndefined();
  });
});

/** What the system shows of a client: the same program, working in a folder. */
const working = (folder: string) => leftBehind("codex", { cwd: folder });

describe.if(isLinux)("while a client works in the project", () => {
  const other = join(dir, "other");
  mkdirSync(other);
  const here = working(project);

  test.each(["sh", "script", "nohup", "cron", "screen"])("what %s has left behind is its", async (name) => {
    await here;
    const pid = await leftBehind(name);
    expect(agentSession({ env: {}, pid, project })).toBe("codex");
    // Of another project, it is not.
    expect(agentSession({ env: {}, pid, project: other })).toBeUndefined();
  });

  test.each(["sshd", "sshd-session", "login", "kitty", "konsole", "code"])(
    "a person over %s is a person",
    async (name) => {
      await here;
      const env = { SSH_CONNECTION: "10.0.0.7 50000 10.0.0.2 22" };
      expect(agentSession({ env: {}, pid: await leftBehind(name, { env }), project })).toBeUndefined();
    },
  );

  test("ssh to the same machine is one command more of the session", async () => {
    await here;
    // sshd gives its shell the variable; the shell is what stands below it.
    const env = { SSH_CONNECTION: "127.0.0.1 50000 127.0.0.1 22" };
    expect(agentSession({ env: {}, pid: await leftBehind("sshd", { env }), project })).toBe("codex");
  });
});

test.if(isLinux)("cron, with no client at work in the project, is a person's", async () => {
  const quiet = join(dir, "quiet");
  mkdirSync(quiet);
  expect(agentSession({ env: {}, pid: await leftBehind("cron"), project: quiet })).toBeUndefined();
});

const hasTmux = isLinux && Bun.which("tmux") !== null && Bun.which("script") !== null;
describe.if(hasTmux)("in tmux", () => {
  /** A server of its own; `pane` is the process id of a program in it. */
  async function tmux(env: Record<string, string>) {
    const socket = join(mkdtempSync(join(dir, "tmux-")), "s");
    const clean = { PATH: process.env.PATH ?? "", HOME: dir, TERM: "xterm", ...env };
    const call = (...args: string[]) =>
      Bun.spawnSync(["tmux", "-S", socket, ...args], { env: clean, cwd: dir })
        .stdout.toString()
        .trim();
    call("-f", "/dev/null", "new-session", "-d", "-s", "work", "sleep 600");
    const pane = Number(call("list-panes", "-F", "#{pane_pid}"));
    return { socket, call, pane, [Symbol.dispose]: () => void call("kill-server") };
  }

  /** Somebody looks at the server: `under` is the program that gave them a terminal. */
  async function attach(socket: string, under: string): Promise<void> {
    const line = `script -qfc "tmux -S ${socket} attach" /dev/null`;
    const child = Bun.spawn(
      ["/bin/sh", "-c", `"$0" -c '${line}; :' </dev/null >/dev/null 2>&1 & echo $!`, program(under)],
      {
        env: { PATH: process.env.PATH ?? "", HOME: dir, TERM: "xterm" },
        stdout: "pipe",
      },
    );
    started.push(Number(await child.stdout.text()));
    for (let tries = 0; tries < 200; tries++) {
      const list = Bun.spawnSync(["tmux", "-S", socket, "list-clients"]).stdout.toString();
      if (list.trim() !== "") return;
      await Bun.sleep(25);
    }
    throw new Error("nobody attached");
  }

  const busy = join(dir, "busy");
  mkdirSync(busy);
  const here = working(busy);

  test("a person who has attached from their terminal is a person", async () => {
    await here;
    using server = await tmux({});
    await attach(server.socket, "sshd");
    expect(agentSession({ env: {}, pid: server.pane, project: busy })).toBeUndefined();
  });

  test("a server that nobody looks at, or that a left-behind program looks at, is the session's", async () => {
    await here;
    using server = await tmux({});
    expect(agentSession({ env: {}, pid: server.pane, project: busy })).toBe("codex");
    await attach(server.socket, "sh");
    expect(agentSession({ env: {}, pid: server.pane, project: busy })).toBe("codex");
    // Without a client at work it may do what it likes.
    expect(agentSession({ env: {}, pid: server.pane, project })).not.toBe("claude-code");
  });

  test("a server that was started in a session keeps the session's variables, whoever looks at it", async () => {
    using server = await tmux({ CLAUDECODE: "1" });
    await attach(server.socket, "sshd");
    expect(agentSession({ env: {}, pid: server.pane })).toBe("claude-code");
  });
});

describe.if(isLinux)("a process was started by another", () => {
  test("that is its parent, or the parent's parent, or itself the caller's", async () => {
    await using shells = await startShells({});
    expect(wasStartedBy(shells.outer, shells.inner)).toBe(true);
    expect(wasStartedBy(process.pid, shells.inner)).toBe(true);
    expect(wasStartedBy(process.pid, shells.outer)).toBe(true);
    expect(wasStartedBy(shells.inner, shells.inner)).toBe(true);
    expect(wasStartedBy(process.ppid)).toBe(true);
  });

  test("not by its child, by one that is none, or by the first of all", async () => {
    await using shells = await startShells({});
    expect(wasStartedBy(shells.inner, shells.outer)).toBe(false);
    expect(wasStartedBy(2 ** 22 + 1, shells.inner)).toBe(false);
    for (const pid of [1, 0, -5]) expect(wasStartedBy(pid, pid)).toBe(false);
    expect(wasStartedBy(1, shells.inner)).toBe(false);
  });
});

describe("lists of processes of other systems", () => {
  test("of macOS: words, then variables", () => {
    const text = `    1     0 /sbin/launchd
  501   499 /usr/local/bin/node --x /opt/lib/node_modules/@openai/codex/bin/codex.js exec HOME=/Users/a CODEX_CI=1
`;
    expect(fromPs(text)).toEqual([
      { pid: 1, parent: 0, name: "launchd", command: ["/sbin/launchd"], env: {} },
      {
        pid: 501,
        parent: 499,
        name: "node",
        command: ["/usr/local/bin/node", "--x", "/opt/lib/node_modules/@openai/codex/bin/codex.js", "exec"],
        env: { HOME: "/Users/a", CODEX_CI: "1" },
      },
    ]);
  });

  test("of Windows: words in quotes, or only a name", () => {
    const text = JSON.stringify([
      { ProcessId: 4, ParentProcessId: 0, Name: "System", CommandLine: null },
      {
        ProcessId: 9,
        ParentProcessId: 4,
        Name: "claude.exe",
        CommandLine: '"C:\\Program Files\\claude.exe" -p x',
      },
    ]);
    expect(fromPowerShell(text).map(({ pid, command }) => [pid, command])).toEqual([
      [4, ["System"]],
      [9, ["C:\\Program Files\\claude.exe", "-p", "x"]],
    ]);
  });
});
