/**
 * The usual way through `pawl hook`, in one piece: the launcher has looked around, and a daemon answers at once. It takes no
 * step that waits for nothing: no promise, no second look at a file, and what the answer needs is opened while the daemon
 * works. Whatever is not usual goes to `otherwise`, with the event read.
 */
import { parseDaemonInfo } from "../../platform/daemon-info.ts";
import { packageFolder } from "../../platform/runtime.ts";
import { isPlain, type ProgramCall, SILENCE_MS, waitFor } from "./call.ts";
import { type AskOutcome, type OpenConnection, open } from "./connection.ts";
import type { Asked, FoundDaemon } from "./find-daemon.ts";
import { textNow, textOf } from "./read-file.ts";
import { toRequest } from "./request.ts";
import { openOutput, readInput } from "./streams.ts";

interface Ways {
  finish(output: string): void;
  /** `asked`: a daemon that has not answered yet, or not well. */
  otherwise(asked?: Asked): void;
  failed(error: unknown): void;
}

export function isQuick({ isOwnHome, isCalm }: ProgramCall): boolean {
  return isOwnHome && isCalm && process.platform !== "win32";
}

export function answerQuickly(call: ProgramCall, { finish, otherwise, failed }: Ways): void {
  /** Null as long as that is not known. */
  let connection: OpenConnection | undefined | null = null;
  let isRead = false;
  let found: Omit<FoundDaemon, "direct"> | undefined;
  /** The first one; before the event was sent: that the connection is gone again. */
  let outcome: AskOutcome | undefined;
  let isAsked = false;
  /** Set when the answer is waited for elsewhere. */
  let late: ((outcome: AskOutcome) => void) | undefined;

  open({ unix: call.home.socket }, opened, answered);
  // While the event is still arriving.
  found = foundNow(call);
  readInput(
    call.hasSockets,
    (body) => {
      call.body = body;
      read();
    },
    (error) => {
      call.inputError = error;
      read();
    },
  );

  function opened(now: OpenConnection | undefined): void {
    if (connection !== null) return;
    connection = now;
    if (isRead) askOnce();
  }

  function read(): void {
    isRead = true;
    if (connection !== null) askOnce();
  }

  function askOnce(): void {
    try {
      ask();
    } catch (error) {
      failed(error);
    }
  }

  function ask(): void {
    if (found === undefined || !connection || !isPlain(call) || !isOurVersion(call, found.daemon.version)) {
      // A daemon that is replaced would wait for an open connection before it stops.
      if (connection) connection.end();
      otherwise();
      return;
    }
    isAsked = true;
    if (outcome !== undefined) {
      leave(found, connection);
      return;
    }
    connection.send(toRequest(call, found, waitFor(call)));
    setTimeout(leave, SILENCE_MS, found, connection);
    call.output = openOutput(call.hasSockets);
  }

  function answered(now: AskOutcome): void {
    if (outcome !== undefined) return;
    outcome = now;
    if (!isAsked) return;
    if (late !== undefined) late(now);
    else if (now.kind === "answered") finish(now.body);
    else if (found !== undefined && connection) leave(found, connection);
  }

  function leave(daemon: Omit<FoundDaemon, "direct">, { end }: OpenConnection): void {
    // The timer of an answer that is being written.
    if (late !== undefined || outcome?.kind === "answered") return;
    const { promise, resolve } = Promise.withResolvers<AskOutcome>();
    late = resolve;
    if (outcome !== undefined) resolve(outcome);
    otherwise({
      found: { ...daemon, direct: Promise.resolve({ ask: () => promise, end }) },
      outcome: promise,
    });
  }
}

/** Undefined where anything is missing. */
function foundNow({ home }: ProgramCall): Omit<FoundDaemon, "direct"> | undefined {
  try {
    const info = textNow(home.daemon);
    const daemon = info === undefined ? undefined : parseDaemonInfo(info);
    const token = textNow(home.hookToken);
    if (info === undefined || daemon === undefined || token === undefined) return undefined;
    return { info, daemon, token: token.trim() };
  } catch {
    return undefined;
  }
}

/** After an upgrade the old daemon would run until it is idle; it is replaced when a session starts. */
function isOurVersion({ body }: ProgramCall, version: string): boolean {
  if (!textOf(body).includes('"SessionStart"')) return true;
  try {
    return textNow(`${packageFolder()}/package.json`)?.includes(`"version": "${version}"`) === true;
  } catch {
    return false;
  }
}
