/**
 * `pawl hook`: one event from the client to the daemon and the answer back. It runs on every prompt, so it is
 * a separate program that imports almost nothing (`node:fs` alone takes nearly as long as the start of the runtime; code
 * that needs it is in fallback.ts) and speaks HTTP over a bare socket. Whatever happens, it prints JSON and exits 0.
 */
import { parseDaemonInfo } from "../../platform/daemon-info.ts";
import { isOff, processEnv } from "../../platform/env.ts";
import { BODY_LIMIT, OWN_HOME_ARGUMENT } from "../../platform/hook-request.ts";
import { type Home, homeAt, packageDir, pawlHome } from "../../platform/paths.ts";
import type { AskOutcome, DaemonConnection } from "./connection.ts";
import { connectToPort, type FoundDaemon, findDaemon } from "./find-daemon.ts";
import { isMissing, textIfThere, textOf } from "./read-file.ts";
import { type EventToSend, toRequest } from "./request.ts";

/** The total, including the start of a daemon: a person waits for this. Longer only if the user's own hooks need it. */
const PATIENCE_MS = 1500;
/** If the last hook got no answer, this one waits less. */
const SHORT_PATIENCE_MS = 200;
/** Reserved for the daemon's answer to come back in time. */
const WAY_BACK_MS = 100;
/** A daemon that says nothing for so long on its own socket may be stopped. */
const SILENCE_MS = 100;
/** Between two attempts while a daemon starts. */
const RETRY_MS = 15;
const CLIENT = "--client=";
const NOTHING = "{}";
/** S3.7: the answer of `pre-compact` when there is nothing to add. */
const NOTHING_TO_COMPACT = '{"result":""}';

interface Call extends EventToSend {
  home: Home;
  /** The home belongs to another user. */
  isForeign: boolean;
  /** One of the user's own hooks for it is a gate. */
  isGate: boolean;
  /** There was a recent problem with the port. */
  hasTrouble: boolean;
  /** It looks for a daemon until then. */
  deadline: number;
  /** It waits for the answer until then. */
  answerBy: number;
  /** Read while the event is still arriving; used by the first attempt to reach a daemon. */
  ahead?: Promise<FoundDaemon | undefined> | undefined;
  /** The `daemon.json` that pointed to another program: not used again. */
  stranger?: string;
}

interface Options {
  home: string | undefined;
  name: string | undefined;
  client: string | undefined;
  /** How long the user's own hooks may take. */
  waitMs: number;
  /** One of them is a gate: it denies without an answer. */
  gate: boolean;
  /** The launcher has seen that the home is the user's own. */
  isOwnHome: boolean;
}

// Not awaited: a file with top-level await cannot be compiled to bytecode (bin/bundle.ts). And not at once: Bun collects
// garbage, half a millisecond, if something goes on when the file has been run. `beforeExit` comes right after that.
if (import.meta.main) process.once("beforeExit", () => void main());

async function main(): Promise<void> {
  const at = Date.now();
  const options = parseArguments(process.argv.slice(2));
  const deadline = at + PATIENCE_MS;
  const answerBy = at + Math.max(PATIENCE_MS, options.waitMs);
  const home = options.home === undefined ? pawlHome() : homeAt(options.home);
  const isClaudeCode = options.client === undefined;
  const nothing = isClaudeCode && options.name === "pre-compact" ? NOTHING_TO_COMPACT : NOTHING;
  try {
    // In parallel: there are five of them, each a fraction of a millisecond.
    const ahead = findDaemon(home);
    const [body, isForeign, hasTrouble] = await Promise.all([
      readStdin(home),
      options.isOwnHome ? false : belongsToOthers(home),
      isThere(home.trouble),
    ]);
    const call: Call = {
      home,
      name: options.name,
      client: options.client,
      isGate: options.gate,
      body,
      at,
      deadline,
      answerBy,
      ahead,
      isForeign,
      hasTrouble,
    };
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
  const client = args.find((arg) => arg.startsWith(CLIENT))?.slice(CLIENT.length);
  return {
    home,
    name,
    client,
    waitMs: Number.isFinite(waitMs) ? waitMs : 0,
    gate: args.includes("--gate"),
    isOwnHome: args.includes(OWN_HOME_ARGUMENT),
  };
}

async function readStdin(home: Home): Promise<Uint8Array> {
  try {
    // Not `bytes()`, which is slower.
    return new Uint8Array(await Bun.stdin.arrayBuffer());
  } catch (error) {
    // No standard input (a closed terminal): an empty event, which the daemon refuses.
    await note(home, "cannot read standard input", error);
    return new Uint8Array();
  }
}

/** Undefined if no daemon answered. */
async function answer(call: Call): Promise<string | undefined> {
  // Another user's folder: trust neither its token nor its spool.
  if (call.isForeign) return NOTHING;
  const off = await offFor(call);
  if (off !== undefined) {
    const { markSessionOff } = await import("./fallback.ts");
    markSessionOff(call.home, call.body, off === "own" ? "gates" : undefined);
    call.isGatesOnly = off === "own" && call.isGate;
    if (!call.isGatesOnly) return NOTHING;
  }
  if (call.body.length > BODY_LIMIT) {
    await note(call.home, `an event of ${call.body.length} bytes is over the limit of ${BODY_LIMIT}`);
    return undefined;
  }
  const trouble = call.hasTrouble ? await knownTrouble(call) : undefined;
  if (trouble === "silent") {
    call.deadline = Math.min(call.deadline, Date.now() + SHORT_PATIENCE_MS);
    call.answerBy = call.deadline;
  }
  const answered = trouble === "taken" ? undefined : await tryDaemon(call);
  if (answered !== undefined) {
    if (trouble !== undefined) (await import("../../platform/trouble.ts")).clearTrouble(call.home);
    return answered === "" ? undefined : answered;
  }
  if (call.isGatesOnly === true) return undefined;
  // It records nothing: `context`, the other hook of the pair, records the event.
  if (call.name === "user-message") return NOTHING;
  const { spool } = await import("./fallback.ts");
  spool(call.home, call.body, call.at, call.client);
  return undefined;
}

/** As `Off` of the pipeline. A `claude` that Pawl or a hook started must not feed Pawl, and is free of gates as they are. */
async function offFor(call: Call): Promise<"everything" | "own" | undefined> {
  if (isOff(processEnv) && (await isPersonsOff())) return "everything";
  if (processEnv.PAWL_GUARD === undefined) return undefined;
  const { wasStartedBy } = await import("../../platform/inside-session.ts");
  const info = parseDaemonInfo((await textIfThere(call.home.daemon)) ?? "");
  return info !== undefined && wasStartedBy(info.pid) ? "everything" : "own";
}

/** `PAWL_OFF` is the person's: a client that a session has started cannot leave its gates behind with it. */
async function isPersonsOff(): Promise<boolean> {
  const { wasStartedInSession } = await import("../../platform/inside-session.ts");
  return !wasStartedInSession(Number(processEnv.CLAUDE_PID));
}

/** Undefined if no daemon is available in time; empty if the daemon will never accept this event. */
async function tryDaemon(call: Call): Promise<string | undefined> {
  // After an upgrade the old daemon would run until it is idle; replace it when a session starts.
  if (textOf(call.body).includes('"SessionStart"')) await replaceOlder(call);
  let started = false;
  while (Date.now() < call.deadline) {
    const reply = await ask(call);
    if (reply.kind === "answered") return reply.body;
    if (reply.kind === "refused") {
      await note(call.home, `the daemon refused an event (${reply.status})`);
      return "";
    }
    if (reply.kind === "silent") {
      const { noteTrouble } = await import("../../platform/trouble.ts");
      noteTrouble(call.home, { kind: "silent", port: reply.port, at: Date.now() });
      return undefined;
    }
    if (!started) {
      // A running daemon knows that Pawl is paused; only without one must the hook check.
      const { isMachineOff } = await import("../../platform/off.ts");
      if (isMachineOff(call.home.off) && !call.isGate) return NOTHING;
      const { startDaemon } = await import("../../platform/daemon-process.ts");
      startDaemon(call.home);
      started = true;
    } else if ((await knownTrouble(call)) === "taken") {
      // The daemon that was just started found the port taken: another one would fail too.
      return undefined;
    }
    await Bun.sleep(RETRY_MS);
  }
  return undefined;
}

async function replaceOlder(call: Call): Promise<void> {
  call.ahead ??= findDaemon(call.home);
  const found = await call.ahead;
  const daemon = found?.daemon;
  const manifest = daemon === undefined ? undefined : await textIfThere(`${packageDir}/package.json`);
  const version = /"version": *"([^"]+)"/.exec(manifest ?? "")?.[1];
  if (daemon === undefined || version === undefined || daemon.version === version) return;
  const { replaceDaemon } = await import("./fallback.ts");
  // It would wait for an open connection before it stops.
  (await found?.direct)?.end();
  await replaceDaemon(daemon, version, call.deadline);
  call.ahead = undefined;
}

/** A gate that cannot be evaluated denies. Only here is the hook runtime loaded. */
async function refusal(call: Call): Promise<string> {
  const { refuse } = await import("./gate.ts");
  return refuse(call.home, textOf(call.body), call.client);
}

async function belongsToOthers(home: Home): Promise<boolean> {
  const mine = process.geteuid?.();
  if (mine === undefined) return false;
  try {
    // Follows links: what counts is where the files are.
    return (await Bun.file(home.dir).stat()).uid !== mine;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The last problem with the port, noted by a hook or by a daemon that could not start. */
async function knownTrouble(call: Call): Promise<"taken" | "silent" | undefined> {
  if ((await textIfThere(call.home.trouble)) === undefined) return undefined;
  const { readTrouble } = await import("../../platform/trouble.ts");
  return readTrouble(call.home, call.at)?.kind;
}

async function ask(call: Call): Promise<AskOutcome> {
  const found = await (call.ahead ?? findDaemon(call.home));
  call.ahead = undefined;
  if (found === undefined || found.info === call.stranger) return { kind: "absent" };
  // After a problem the keeper is asked: it ends a daemon that hangs.
  const direct = call.hasTrouble ? undefined : await found.direct;
  if (direct !== undefined) {
    const outcome = await askOver(direct, call, found, { isDirect: true });
    if (outcome.kind !== "absent") return outcome;
  }
  const line = await connectToPort(found.daemon);
  return line === undefined ? { kind: "absent" } : askOver(line, call, found, { isDirect: false });
}

async function askOver(
  line: DaemonConnection,
  call: Call,
  { info, daemon: { pid, port }, token }: FoundDaemon,
  { isDirect }: { isDirect: boolean },
): Promise<AskOutcome> {
  const { promise, resolve } = Promise.withResolvers<AskOutcome>();
  const leftMs = Math.max(1, call.answerBy - Date.now());
  const timers = [setTimeout(() => resolve({ kind: "silent", port }), leftMs)];
  if (isDirect) {
    const look = async () => {
      const { isStopped } = await import("../../platform/stopped.ts");
      if (isStopped(pid)) resolve({ kind: "absent" });
    };
    timers.push(setTimeout(() => void look(), SILENCE_MS));
  }
  line.ask(toRequest(call, { port, token, waitMs: leftMs - WAY_BACK_MS })).then(resolve);
  const outcome = await promise;
  for (const timer of timers) clearTimeout(timer);
  if (outcome.kind === "stranger") call.stranger = info;
  return outcome;
}

async function isThere(path: string): Promise<boolean> {
  return (await textIfThere(path)) !== undefined;
}

async function note(home: Home, message: string, error?: unknown): Promise<void> {
  try {
    const { noteInLog } = await import("./fallback.ts");
    noteInLog(home, message, error);
  } catch {
    // The package was deleted a moment ago. Exit code 0 matters more than the log.
  }
}

async function finish(output: string): Promise<never> {
  try {
    // Waits for a slow reader.
    await Bun.write(Bun.stdout, output);
  } catch {
    // The client has ended: nobody reads the answer.
  }
  process.exit(0);
}
