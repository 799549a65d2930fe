/**
 * `pawl hook`: one event from Claude Code to the daemon and the answer back. It runs on every prompt, so it is
 * an entry of its own that imports next to nothing and speaks HTTP over a bare socket (the first `fetch` of a
 * process costs as much as the whole rest). Whatever happens, it prints JSON and exits 0.
 */
import { appendFileSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { isAlive, readDaemonInfo, startDaemon } from "../platform/daemon-process.ts";
import { isOff, processEnv } from "../platform/env.ts";
import { makePrivateDir, readIfThere } from "../platform/files.ts";
import { foreignOwner } from "../platform/home-owner.ts";
import {
  BODY_LIMIT,
  HOOK_AT_HEADER,
  HOOK_ENV_HEADER,
  HOOK_NAME_HEADER,
  SESSION_ENV,
  SPOOL_MARK,
} from "../platform/hook-request.ts";
import { markOff } from "../platform/off.ts";
import { type Home, homeAt, pawlHome } from "../platform/paths.ts";
import { clearTrouble, noteTrouble, readTrouble } from "../platform/trouble.ts";

/** In all, daemon start included: a person waits for this. */
const PATIENCE_MS = 1500;
/** Where the last one got no answer, this one does not wait as long. */
const SHORT_PATIENCE_MS = 200;
/** Between two tries while a daemon starts. */
const RETRY_MS = 15;
const NOTHING = "{}";

interface Call {
  home: Home;
  name: string | undefined;
  body: Uint8Array;
  /** When it was called. Sent along, so that an event that has to be told twice is the same one. */
  at: number;
  deadline: number;
}

if (import.meta.main) {
  const startedAt = Date.now();
  let home = pawlHome();
  try {
    const options = parseArguments(process.argv.slice(2));
    if (options.home !== undefined) home = homeAt(options.home);
    const deadline = startedAt + PATIENCE_MS;
    finish(await answer({ home, name: options.name, body: readStdin(), at: startedAt, deadline }));
  } catch (error) {
    note(home, "the hook failed", error);
    finish(NOTHING);
  }
}

function parseArguments(args: string[]): { home: string | undefined; name: string | undefined } {
  const at = args.indexOf("--home");
  const home = at === -1 ? undefined : args[at + 1];
  const name = args.find((arg, i) => !arg.startsWith("-") && (at === -1 || i !== at + 1));
  return { home, name };
}

function readStdin(): Uint8Array {
  try {
    return readFileSync(0);
  } catch (error) {
    // No standard input at all (a terminal that was closed): an empty event, which the daemon refuses.
    note(pawlHome(), "cannot read standard input", error);
    return new Uint8Array();
  }
}

async function answer(call: Call): Promise<string> {
  // A `claude` that Pawl itself started must not feed Pawl.
  if (processEnv.PAWL_GUARD !== undefined) return NOTHING;
  // Somebody else's folder: neither its token is to be trusted nor its spool.
  if (foreignOwner(call.home) !== undefined) return NOTHING;
  if (isOff(processEnv)) {
    leaveOut(call);
    return NOTHING;
  }
  if (call.body.length > BODY_LIMIT) {
    note(call.home, `an event of ${call.body.length} bytes is over the limit of ${BODY_LIMIT}`);
    return NOTHING;
  }
  const trouble = readTrouble(call.home, call.at);
  if (trouble?.kind === "silent") call.deadline = Math.min(call.deadline, Date.now() + SHORT_PATIENCE_MS);
  if (trouble?.kind !== "taken") {
    const answered = await tryDaemon(call);
    if (answered !== undefined) {
      if (trouble !== undefined) clearTrouble(call.home);
      return answered;
    }
  }
  await spool(call);
  return NOTHING;
}

/** Undefined when no daemon can be had in time. */
async function tryDaemon(call: Call): Promise<string | undefined> {
  await replaceOlder(call);
  let started = false;
  while (Date.now() < call.deadline) {
    const reply = await ask(call);
    if (reply.kind === "answered") return reply.body;
    if (reply.kind === "refused") {
      note(call.home, `the daemon refused an event (${reply.status})`);
      return NOTHING;
    }
    if (reply.kind === "silent") {
      noteTrouble(call.home, { kind: "silent", port: reply.port, at: Date.now() });
      return undefined;
    }
    if (!started) startDaemon(call.home);
    // The one that was just started has found the port taken: no other will fare better.
    else if (readTrouble(call.home, call.at)?.kind === "taken") return undefined;
    started = true;
    await Bun.sleep(RETRY_MS);
  }
  return undefined;
}

/** After an upgrade the old program would go on until it is idle; a session's start is the time to change it. */
async function replaceOlder(call: Call): Promise<void> {
  if (!Buffer.from(call.body).includes('"SessionStart"')) return;
  const old = readDaemonInfo(call.home);
  if (old === undefined || !isAlive(old.pid)) return;
  const { version } = await import("../platform/version.ts");
  if (old.version === version) return;
  const { isNewer } = await import("../platform/newer.ts");
  if (!isNewer(version, old.version)) return;
  const health = await fetch(`http://127.0.0.1:${old.port}/api/health`, {
    signal: AbortSignal.timeout(SHORT_PATIENCE_MS),
  }).then(
    (answer) => answer.json() as Promise<{ name?: string; pid?: number }>,
    () => undefined,
  );
  // The number may be another process's by now.
  if (health?.name !== "pawl" || health.pid !== old.pid) return;
  process.kill(old.pid, "SIGTERM");
  while (Date.now() < call.deadline && isAlive(old.pid)) await Bun.sleep(RETRY_MS);
}

type Outcome =
  | { kind: "answered"; body: string }
  /** It will never take this one. */
  | { kind: "refused"; status: number }
  /** Nobody there, or somebody else. */
  | { kind: "absent" }
  /** There, but not in time. */
  | { kind: "silent"; port: number };

function ask(call: Call): Promise<Outcome> {
  const daemon = readDaemonInfo(call.home);
  // The lesser token: should a stranger have the port, that is all that it gets.
  const token = readIfThere(call.home.hookToken)?.trim();
  if (daemon === undefined || token === undefined || !isAlive(daemon.pid)) {
    return Promise.resolve({ kind: "absent" });
  }

  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const received: Uint8Array[] = [];
  const head = Buffer.from(requestHead(call, daemon.port, token));
  // One buffer: what the kernel does not take at once is sent on `drain`.
  let rest: Uint8Array = Buffer.concat([head, call.body]);
  const send = (socket: Bun.Socket) => {
    rest = rest.subarray(socket.write(rest));
  };
  const timer = setTimeout(
    () => resolve({ kind: "silent", port: daemon.port }),
    Math.max(1, call.deadline - Date.now()),
  );
  Bun.connect({
    hostname: "127.0.0.1",
    port: daemon.port,
    socket: {
      open: send,
      drain: send,
      data: (_socket, chunk) => {
        received.push(new Uint8Array(chunk));
      },
      close: () => resolve(toOutcome(Buffer.concat(received).toString("utf8"))),
      error: () => resolve({ kind: "absent" }),
      connectError: () => resolve({ kind: "absent" }),
    },
  }).catch(() => resolve({ kind: "absent" }));
  return promise.finally(() => clearTimeout(timer));
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
    `${HOOK_AT_HEADER}: ${call.at}`,
    `${HOOK_ENV_HEADER}: ${encodeURIComponent(JSON.stringify(env))}`,
  ];
  if (call.name !== undefined) lines.push(`${HOOK_NAME_HEADER}: ${encodeURIComponent(call.name)}`);
  return `${lines.join("\r\n")}\r\n\r\n`;
}

function toOutcome(response: string): Outcome {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
  const bodyAt = response.indexOf("\r\n\r\n");
  if (status === 200 && bodyAt !== -1) return { kind: "answered", body: response.slice(bodyAt + 4) };
  // 400 and 413 are about this event; anything else is not our daemon, or one that is going down.
  if (status === 400 || status === 413) return { kind: "refused", status };
  return { kind: "absent" };
}

/** The slow path: only here are the redaction rules loaded. */
async function spool(call: Call): Promise<void> {
  const { addToSpool } = await import("../platform/spool.ts");
  const { redactJson } = await import("../memory/redact/index.ts");
  const { promptMark } = await import("../memory/keys.ts");
  const { promptText } = await import("../memory/prompt.ts");
  const event = JSON.parse(Buffer.from(call.body).toString("utf8")) as Record<string, unknown>;
  // The same fallbacks as the daemon's: later it cannot look them up.
  event.session_id ??= processEnv.CLAUDE_SESSION_ID;
  event.cwd ??= processEnv.CLAUDE_PROJECT_ROOT;
  const spooled = redactJson(event);
  const asked = typeof event.prompt === "string" ? promptText(event.prompt) : undefined;
  if (asked !== undefined) spooled[SPOOL_MARK] = promptMark(asked);
  addToSpool(call.home.spool, call.at, JSON.stringify(spooled));
}

/** `PAWL_OFF`: the first event of the session marks it, so that its HTTP events are left out too. */
function leaveOut(call: Call): void {
  const event: unknown = JSON.parse(Buffer.from(call.body).toString("utf8"));
  if (typeof event !== "object" || event === null) return;
  const { hook_event_name: name, session_id: session } = event as Record<string, unknown>;
  if (typeof session === "string" && (name === "SessionStart" || name === "UserPromptSubmit")) {
    markOff(call.home.off, session, Date.now());
  }
}

/** A line for the log and for `pawl doctor`; never the event's own text. */
function note(home: Home, message: string, error?: unknown): void {
  try {
    makePrivateDir(dirname(home.log));
    const reason = error instanceof Error ? error.name : undefined;
    const entry = { at: new Date().toISOString(), level: "error", message: `pawl hook: ${message}`, reason };
    appendFileSync(home.log, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  } catch {
    // A home that cannot be written: the session goes on all the same.
  }
}

function finish(output: string): never {
  let rest = Buffer.from(output);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      // A full pipe: the client is slow to read. Anything else: it is gone.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") break;
    }
  }
  process.exit(0);
}
