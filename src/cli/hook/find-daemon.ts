/**
 * Finds the daemon through the files of its home, and reads its answer. Its own socket is the fast way. If that does not
 * answer, the public port is tried: the keeper holds it, and notices a daemon that has died or hangs.
 */
import { type Connection, connect, headerIn, textOf } from "../../platform/connection.ts";
import { type DaemonInfo, parseDaemonInfo } from "../../platform/daemon-info.ts";
import { OWN_ANSWER_HEADER } from "../../platform/hook-request.ts";
import { leftMs, type ProgramCall, WAY_BACK_MS } from "./call.ts";
import { textIfThere } from "./read-file.ts";
import { toRequest } from "./request.ts";

/** A daemon that does not answer on its own socket within this time may be stopped. */
export const SILENCE_MS = 100;

interface FoundDaemon {
  /** The text of `daemon.json`. */
  info: string;
  daemon: DaemonInfo;
  /** The token with fewer rights: if another program has the port, it gets nothing more. */
  token: string;
}

type AskOutcome =
  | { kind: "answered"; body: string }
  /** The daemon will never accept this event. */
  | { kind: "refused"; status: number }
  /** No daemon, or one that is shutting down. */
  | { kind: "absent" }
  /** Another program, or another user's daemon. */
  | { kind: "stranger" }
  /** Connected, but no answer in time. */
  | { kind: "silent"; port: number };

export async function ask(call: ProgramCall): Promise<AskOutcome> {
  const found = await findDaemon(call);
  if (found === undefined || found.info === call.stranger) return { kind: "absent" };
  // After a problem, ask the keeper: it ends a daemon that hangs.
  const isDirect = !call.hasTrouble && process.platform !== "win32";
  const direct = isDirect ? await connect({ unix: call.home.socket }).catch(noLine) : undefined;
  if (direct !== undefined) {
    const outcome = await askOver(direct, call, found, true);
    if (outcome.kind !== "absent") return outcome;
  }
  // If its process has ended, another program may have the port.
  const { isAlive } = await import("../../platform/daemon-process.ts");
  const line = isAlive(found.daemon.pid)
    ? await connect({ port: found.daemon.port }).catch(noLine)
    : undefined;
  return line === undefined ? { kind: "absent" } : askOver(line, call, found, false);
}

const noLine = () => undefined;

/** Undefined if the home names none. */
async function findDaemon({ home }: ProgramCall): Promise<FoundDaemon | undefined> {
  const info = await textIfThere(home.daemon);
  const daemon = info === undefined ? undefined : parseDaemonInfo(info);
  const token = await textIfThere(home.hookToken);
  if (info === undefined || daemon === undefined || token === undefined) return undefined;
  // A daemon that is starting or stopping does not hold the port, so another program may.
  return daemon.state === undefined ? { info, daemon, token: token.trim() } : undefined;
}

/** `isDirect`: the daemon's own socket, where no keeper detects that it is suspended. */
async function askOver(
  connection: Connection,
  call: ProgramCall,
  found: FoundDaemon,
  isDirect: boolean,
): Promise<AskOutcome> {
  const { pid, port } = found.daemon;
  const { promise, resolve } = Promise.withResolvers<AskOutcome>();
  const look = async () => {
    const { isStopped } = await import("../../platform/daemon-process.ts");
    if (isDirect && isStopped(pid)) resolve({ kind: "absent" });
  };
  const timers = [
    setTimeout(() => resolve({ kind: "silent", port }), leftMs(call)),
    setTimeout(() => void look(), SILENCE_MS),
  ];
  connection.ask(toRequest(call, found, leftMs(call) - WAY_BACK_MS)).then(
    (answer) => resolve(outcomeOf(answer)),
    // It closed the connection: it is shutting down, or was killed.
    () => resolve({ kind: "absent" }),
  );
  const outcome = await promise;
  for (const timer of timers) clearTimeout(timer);
  if (outcome.kind === "stranger") call.stranger = found.info;
  return outcome;
}

function outcomeOf({ status, head, body }: Awaited<ReturnType<Connection["ask"]>>): AskOutcome {
  // 401: a Pawl that does not accept our token belongs to another user.
  if (headerIn(head, OWN_ANSWER_HEADER) === undefined || status === 401) return { kind: "stranger" };
  if (status === 200) return { kind: "answered", body: textOf(body) };
  // 400 and 413 concern this event; any other status means that the daemon is shutting down.
  return status === 400 || status === 413 ? { kind: "refused", status } : { kind: "absent" };
}
