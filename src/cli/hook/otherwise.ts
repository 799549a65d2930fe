/**
 * What `pawl hook` does when no daemon answered at once: it looks whether it may ask at all, starts a daemon, asks again,
 * and keeps the event if nobody answers.
 */

import { textOf } from "../../platform/connection.ts";
import { parseDaemonInfo } from "../../platform/daemon-info.ts";
import { isOff, processEnv } from "../../platform/env.ts";
import { BODY_LIMIT } from "../../platform/hook-request.ts";
import { type Home, homeAt, packageDir } from "../../platform/paths.ts";
import { leftMs, mayBeOthers, NOTHING, type ProgramCall, SILENCE_MS, waitFor } from "./call.ts";
import {
  type Asked,
  type AskOutcome,
  askOver,
  connectToPort,
  type FoundDaemon,
  findDaemon,
} from "./find-daemon.ts";
import { belongsToOthers, textIfThere } from "./read-file.ts";
import { toRequest } from "./request.ts";

/** If the last hook got no answer, this one waits less. */
const SHORT_PATIENCE_MS = 200;
/** Between two attempts while a daemon starts. */
const RETRY_MS = 15;

interface Attempt extends ProgramCall {
  home: Home;
  asked?: Asked | undefined;
  /** There was a recent problem with the port. */
  hasTrouble: boolean;
  /** The `daemon.json` that pointed to another program: not used again. */
  stranger?: string;
}

/** What is printed. */
export async function answerOtherwise(call: ProgramCall, asked?: Asked): Promise<string> {
  if (call.inputError !== undefined) await note(call, "cannot read standard input", call.inputError);
  const hasTrouble = asked === undefined && (await textIfThere(call.home.trouble)) !== undefined;
  return (
    (await answer({ ...call, home: homeAt(call.home.dir), asked, hasTrouble })) ??
    (call.isGate ? await refusal(call) : call.nothing)
  );
}

/** Undefined if no daemon answered. */
async function answer(call: Attempt): Promise<string | undefined> {
  // Another user's folder: trust neither its token nor its spool.
  if (!call.isOwnHome && (await belongsToOthers(call.home.dir))) return NOTHING;
  const off = await offFor(call);
  if (off !== undefined) {
    const { markSessionOff } = await import("./fallback.ts");
    markSessionOff(call.home, call.body, off === "own" ? "gates" : undefined);
    call.isGatesOnly = off === "own" && call.isGate;
    if (!call.isGatesOnly) return NOTHING;
  }
  if (isOthers(call)) {
    call.isGatesOnly = call.isGate;
    if (!call.isGatesOnly) return NOTHING;
  }
  if (call.body.length > BODY_LIMIT) {
    await note(call, `an event of ${call.body.length} bytes is over the limit of ${BODY_LIMIT}`);
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
  const { spoolEvent } = await import("../../pipeline/spool-event.ts");
  spoolEvent(call.home, call.body, call.at, call.client);
  return undefined;
}

/**
 * Another client that reads Claude Code's settings: its sessions are not Claude Code's, so they are not recorded as such. The
 * gates hold for it too. Claude Code tells its hooks its session.
 */
function isOthers(call: ProgramCall): boolean {
  if (!mayBeOthers(call)) return false;
  const own = processEnv.CLAUDE_CODE_SESSION_ID;
  try {
    const event = JSON.parse(textOf(call.body)) as { session_id?: unknown } | null;
    return own === undefined || (event?.session_id ?? own) !== own;
  } catch {
    return true;
  }
}

/** As `Off` of the pipeline. A `claude` that Pawl or a hook started must not feed Pawl, and is free of gates as they are. */
async function offFor(call: ProgramCall): Promise<"everything" | "own" | undefined> {
  if (isOff(processEnv) && (await isPersonsOff())) return "everything";
  if (processEnv.PAWL_GUARD === undefined) return undefined;
  const { wasStartedBy } = await import("../../clients/agent-session.ts");
  const info = parseDaemonInfo((await textIfThere(call.home.daemon)) ?? "");
  return info !== undefined && wasStartedBy(info.pid) ? "everything" : "own";
}

/** `PAWL_OFF` is the person's: a client that a session has started cannot leave its gates behind with it. */
async function isPersonsOff(): Promise<boolean> {
  const { wasStartedInSession } = await import("../../clients/agent-session.ts");
  return !wasStartedInSession(Number(processEnv.CLAUDE_PID));
}

/** Undefined if no daemon is available in time; empty if the daemon will never accept this event. */
async function tryDaemon(call: Attempt): Promise<string | undefined> {
  // After an upgrade the old daemon would run until it is idle; replace it when a session starts.
  if (call.asked === undefined && textOf(call.body).includes('"SessionStart"')) await replaceOlder(call);
  let started = false;
  while (Date.now() < call.deadline) {
    const reply = await ask(call);
    if (reply.kind === "answered") return reply.body;
    if (reply.kind === "refused") {
      await note(call, `the daemon refused an event (${reply.status})`);
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

async function replaceOlder(call: Attempt): Promise<void> {
  const daemon = parseDaemonInfo((await textIfThere(call.home.daemon)) ?? "");
  const manifest = daemon === undefined ? undefined : await textIfThere(`${packageDir}/package.json`);
  const version = /"version": *"([^"]+)"/.exec(manifest ?? "")?.[1];
  if (daemon === undefined || version === undefined || daemon.version === version) return;
  const { replaceDaemon } = await import("./fallback.ts");
  await replaceDaemon(daemon, version, call.deadline);
}

/** A gate that cannot be evaluated denies. Only here is the hook runtime loaded. */
async function refusal(call: ProgramCall): Promise<string> {
  const { refuseWithoutDaemon } = await import("../../hooks/gates-without-daemon.ts");
  const { parseJson, toClientName } = await import("../../clients/index.ts");
  const event = parseJson(textOf(call.body));
  return JSON.stringify(await refuseWithoutDaemon(homeAt(call.home.dir), event, toClientName(call.client)));
}

/** The last problem with the port, noted by a hook or by a daemon that could not start. */
async function knownTrouble(call: Attempt): Promise<"taken" | "silent" | undefined> {
  if ((await textIfThere(call.home.trouble)) === undefined) return undefined;
  const { readTrouble } = await import("../../platform/trouble.ts");
  return readTrouble(call.home, call.at)?.kind;
}

async function ask(call: Attempt): Promise<AskOutcome> {
  const { asked } = call;
  call.asked = undefined;
  const found = asked?.found ?? (await findDaemon(call.home));
  if (found === undefined || found.info === call.stranger) return { kind: "absent" };
  // After a problem the keeper is asked: it ends a daemon that hangs.
  const direct = call.hasTrouble ? undefined : await found.direct;
  if (direct !== undefined) {
    const outcome = await patiently(
      asked?.outcome ?? askOver(direct, toRequest(call, found, waitFor(call))),
      {
        call,
        found,
        lookAfterMs: asked === undefined ? SILENCE_MS : 0,
      },
    );
    if (outcome.kind !== "absent") return outcome;
  }
  const line = await connectToPort(found.daemon);
  return line === undefined
    ? { kind: "absent" }
    : patiently(askOver(line, toRequest(call, found, waitFor(call))), { call, found });
}

/** `lookAfterMs`: only for the daemon's own socket, where no keeper notices that it is stopped. */
async function patiently(
  outcome: Promise<AskOutcome>,
  { call, found, lookAfterMs }: { call: Attempt; found: FoundDaemon; lookAfterMs?: number },
): Promise<AskOutcome> {
  const { pid, port } = found.daemon;
  const { promise, resolve } = Promise.withResolvers<AskOutcome>();
  const timers = [setTimeout(() => resolve({ kind: "silent", port }), leftMs(call))];
  if (lookAfterMs !== undefined) {
    const look = async () => {
      const { isStopped } = await import("../../platform/daemon-process.ts");
      if (isStopped(pid)) resolve({ kind: "absent" });
    };
    timers.push(setTimeout(() => void look(), lookAfterMs));
  }
  outcome.then(resolve);
  const first = await promise;
  for (const timer of timers) clearTimeout(timer);
  if (first.kind === "stranger") call.stranger = found.info;
  return first;
}

export async function note({ home }: ProgramCall, message: string, error?: unknown): Promise<void> {
  try {
    const { noteInLog } = await import("./fallback.ts");
    noteInLog(homeAt(home.dir), message, error);
  } catch {
    // The package was deleted a moment ago. Exit code 0 matters more than the log.
  }
}
