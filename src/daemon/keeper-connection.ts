/** The daemon's connection to the keeper. It stays open while both run, so each notices at once when the other ends. */
import type { DaemonAddress } from "../platform/daemon-info.ts";
import { KEEPER_HEADER, OWN_ANSWER_HEADER } from "../platform/hook-request.ts";
import { PROOF_HEADER, proveAnswer, proveRequest } from "../platform/keeper-process.ts";

export interface Attachment {
  pid: number;
  version: string;
  /** Ends it on purpose: `onLost` is not called. */
  release(): void;
}

interface AttachOptions {
  port: number;
  address: DaemonAddress;
  version: string;
  token: string;
  onLost(): void;
}

/** `absent`: no process listens. `foreign`: another program, or the keeper of another home. */
export async function attach(options: AttachOptions): Promise<Attachment | "absent" | "foreign"> {
  const { port, address, version, token, onLost } = options;
  const body = JSON.stringify({ pid: process.pid, version, address });
  const proof = proveRequest(token, ATTACH, body);
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), ANSWER_MS);
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${ATTACH}`, {
      method: "POST",
      headers: { ...proof, "Content-Type": "application/json" },
      body,
      signal: giveUp.signal,
      redirect: "manual",
      // The answer has no end as long as both live.
      timeout: false,
    } as BunFetchRequestInit);
    const pid = Number(answer.headers.get(KEEPER_HEADER));
    const isOurs = answer.headers.get(PROOF_HEADER) === proveAnswer(token, proof[PROOF_HEADER] ?? "");
    if (answer.status !== 200 || !Number.isInteger(pid) || pid <= 0 || !isOurs) {
      giveUp.abort();
      return "foreign";
    }
    let isReleased = false;
    const lost = () => {
      if (!isReleased) onLost();
    };
    void answer.arrayBuffer().then(lost, lost);
    const release = () => {
      isReleased = true;
      giveUp.abort();
    };
    return { pid, version: answer.headers.get(OWN_ANSWER_HEADER) ?? "", release };
  } catch (error) {
    // If it closes without an answer, it is not our keeper.
    return (error as { code?: string }).code === "ECONNREFUSED" ? "absent" : "foreign";
  } finally {
    clearTimeout(timer);
  }
}

const ANSWER_MS = 2000;

const ATTACH = "/keeper/attach";

/** Tells the keeper that this daemon is stopping, so that it does not assume a crash. */
export async function sayBye(options: {
  port: number;
  token: string;
  restart: boolean;
  /** Default: this process. */
  pid?: number;
}): Promise<void> {
  const body = JSON.stringify({ pid: options.pid ?? process.pid, restart: options.restart });
  try {
    await fetch(`http://127.0.0.1:${options.port}/keeper/bye`, {
      method: "POST",
      headers: proveRequest(options.token, "/keeper/bye", body),
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  } catch {
    // The keeper is gone too.
  }
}
