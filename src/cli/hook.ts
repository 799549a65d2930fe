/**
 * `pawl hook`: one event from Claude Code to the daemon and the answer back. It runs on every prompt, so it is
 * an entry of its own that imports next to nothing (`node:fs` alone would take nearly as long as the runtime's start;
 * what needs it is in hook-fallback.ts) and speaks HTTP over a bare socket. Whatever happens, it prints JSON and
 * exits 0.
 */
import { parseDaemonInfo } from "../platform/daemon-info.ts";
import { isOff, processEnv } from "../platform/env.ts";
import {
  BODY_LIMIT,
  HOOK_ENV_HEADER,
  HOOK_NAME_HEADER,
  HOOK_WAIT_HEADER,
  SESSION_ENV,
} from "../platform/hook-request.ts";
import { type Home, homeAt, pawlHome } from "../platform/paths.ts";

/** In all, daemon start included: a person waits for this. Longer only where the user's own hooks need it. */
const PATIENCE_MS = 1500;
/** The daemon's answer has to come back within our own time. */
const WAY_BACK_MS = 100;
/** Between two tries while a daemon starts. */
const RETRY_MS = 15;
const NOTHING = "{}";
/** S3.7: what `pre-compact` answers when there is nothing to say. */
const NOTHING_TO_COMPACT = '{"result":""}';

interface Call {
  home: Home;
  name: string | undefined;
  body: Uint8Array;
  /** Until then it looks for a daemon. */
  deadline: number;
  /** Until then it waits for one's answer. */
  answerBy: number;
}

interface Options {
  home: string | undefined;
  name: string | undefined;
  /** How long the user's own hooks may take. */
  waitMs: number;
  /** One of them is a gate: without an answer it says no. */
  gate: boolean;
}

if (import.meta.main) {
  const startedAt = Date.now();
  const options = parseArguments(process.argv.slice(2));
  const deadline = startedAt + PATIENCE_MS;
  const answerBy = startedAt + Math.max(PATIENCE_MS, options.waitMs);
  const home = options.home === undefined ? pawlHome() : homeAt(options.home);
  const nothing = options.name === "pre-compact" ? NOTHING_TO_COMPACT : NOTHING;
  try {
    const body = await readStdin(home);
    const call = { home, name: options.name, body, deadline, answerBy };
    await finish((await answer(call)) ?? (options.gate ? await refusal(call) : nothing));
  } catch (error) {
    await note(home, "the hook failed", error);
    await finish(nothing);
  }
}

function parseArguments(args: string[]): Options {
  const at = args.indexOf("--home");
  const home = at === -1 ? undefined : args[at + 1];
  const name = args.find((arg, i) => !arg.startsWith("-") && (at === -1 || i !== at + 1));
  const wait = args.find((arg) => arg.startsWith("--wait="));
  const waitMs = Number(wait?.slice("--wait=".length) ?? 0);
  return { home, name, waitMs: Number.isFinite(waitMs) ? waitMs : 0, gate: args.includes("--gate") };
}

async function readStdin(home: Home): Promise<Uint8Array> {
  try {
    return await Bun.stdin.bytes();
  } catch (error) {
    // No standard input at all (a terminal that was closed): an empty event, which the daemon refuses.
    await note(home, "cannot read standard input", error);
    return new Uint8Array();
  }
}

/** Undefined where no daemon gave one. */
async function answer(call: Call): Promise<string | undefined> {
  // A `claude` that Pawl itself started must not feed Pawl, nor its HTTP events: it is left out like one that is off.
  if (processEnv.PAWL_GUARD !== undefined || isOff(processEnv)) {
    const { leaveOut } = await import("./hook-fallback.ts");
    leaveOut(call.home, call.body);
    return NOTHING;
  }
  if (call.body.length > BODY_LIMIT) {
    await note(call.home, `an event of ${call.body.length} bytes is over the limit of ${BODY_LIMIT}`);
    return undefined;
  }
  let started = false;
  while (Date.now() < call.deadline) {
    const reply = await ask(call);
    if (reply.kind === "answered") return reply.body;
    if (reply.kind === "refused") {
      await note(call.home, `the daemon refused an event (${reply.status})`);
      return undefined;
    }
    if (reply.kind === "silent") break;
    if (!started) {
      // A daemon that runs knows that Pawl is paused; only without one does the hook have to look.
      const { isMachineOff } = await import("../platform/off.ts");
      if (isMachineOff(call.home.off)) return NOTHING;
      const { startDaemon } = await import("../platform/daemon-process.ts");
      startDaemon(call.home);
      started = true;
    }
    await Bun.sleep(RETRY_MS);
  }
  // It records nothing: `context`, the other hook of the pair, keeps the event.
  if (call.name === "user-message") return NOTHING;
  const { spool } = await import("./hook-fallback.ts");
  spool(call.home, call.body);
  return undefined;
}

/** A gate that nobody can be asked about stays shut. Only here is the hook runtime loaded. */
async function refusal(call: Call): Promise<string> {
  const { refuse } = await import("./gate.ts");
  return refuse(call.home, Buffer.from(call.body).toString("utf8"));
}

type Outcome =
  | { kind: "answered"; body: string }
  /** It will never take this one. */
  | { kind: "refused"; status: number }
  /** Nobody there, or somebody else. */
  | { kind: "absent" }
  /** There, but not in time. */
  | { kind: "silent" };

async function ask(call: Call): Promise<Outcome> {
  const [info, token] = await Promise.all([textIfThere(call.home.daemon), textIfThere(call.home.token)]);
  const daemon = info === undefined ? undefined : parseDaemonInfo(info);
  if (daemon === undefined || token === undefined) return { kind: "absent" };

  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const received: Uint8Array[] = [];
  const head = Buffer.from(requestHead(call, daemon.port, token.trim()));
  // One buffer: what the kernel does not take at once is sent on `drain`.
  let rest: Uint8Array = Buffer.concat([head, call.body]);
  const send = (socket: Bun.Socket) => {
    rest = rest.subarray(socket.write(rest));
  };
  const timer = setTimeout(() => resolve({ kind: "silent" }), Math.max(1, call.answerBy - Date.now()));
  Bun.connect({
    hostname: "127.0.0.1",
    port: daemon.port,
    socket: {
      open: send,
      drain: send,
      data: (_socket, chunk) => {
        received.push(new Uint8Array(chunk));
        // The daemon closes only milliseconds after its answer: the answer's own length says when it is whole.
        const answer = Buffer.concat(received);
        if (isWhole(answer)) resolve(toOutcome(answer));
      },
      close: () => resolve(toOutcome(Buffer.concat(received))),
      error: () => resolve({ kind: "absent" }),
      connectError: () => resolve({ kind: "absent" }),
    },
  }).catch(() => resolve({ kind: "absent" }));
  return promise.finally(() => clearTimeout(timer));
}

async function textIfThere(path: string): Promise<string | undefined> {
  try {
    return await Bun.file(path).text();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

function requestHead(call: Call, port: number, token: string): string {
  const env = Object.fromEntries(
    SESSION_ENV.flatMap((name) => (processEnv[name] ? [[name, processEnv[name]]] : [])),
  );
  const lines = [
    "POST /hook HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${call.body.length}`,
    "Connection: close",
    `${HOOK_ENV_HEADER}: ${encodeURIComponent(JSON.stringify(env))}`,
    `${HOOK_WAIT_HEADER}: ${Math.max(1, call.answerBy - Date.now() - WAY_BACK_MS)}`,
  ];
  if (call.name !== undefined) lines.push(`${HOOK_NAME_HEADER}: ${encodeURIComponent(call.name)}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function isWhole(answer: Buffer): boolean {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd === -1) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(answer.toString("latin1", 0, headEnd))?.[1];
  return length !== undefined && answer.length >= headEnd + 4 + Number(length);
}

function toOutcome(answer: Buffer): Outcome {
  const headEnd = answer.indexOf("\r\n\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.toString("latin1", 0, 20))?.[1] ?? 0);
  if (status === 200 && headEnd !== -1)
    return { kind: "answered", body: answer.toString("utf8", headEnd + 4) };
  // 400 and 413 are about this event; anything else is not our daemon, or one that is going down.
  if (status === 400 || status === 413) return { kind: "refused", status };
  return { kind: "absent" };
}

async function note(home: Home, message: string, error?: unknown): Promise<void> {
  const { noteInLog } = await import("./hook-fallback.ts");
  noteInLog(home, message, error);
}

async function finish(output: string): Promise<never> {
  try {
    // Waits for a client that is slow to read.
    await Bun.write(Bun.stdout, output);
  } catch {
    // It is gone: nobody is left to tell.
  }
  process.exit(0);
}
