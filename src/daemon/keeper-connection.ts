/** The daemon's connection to the keeper. It stays open for as long as both live: each sees at once when the other is gone. */
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

/** `absent`: nobody listens. `foreign`: another program, or the keeper of another home. */
export async function attach(options: AttachOptions): Promise<Attachment | "absent" | "foreign"> {
  const { port, address, version, token, onLost } = options;
  const body = JSON.stringify({ pid: process.pid, version, address });
  const proof = proveRequest(token, ATTACH, body);
  const request = [
    `POST ${ATTACH} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...Object.entries(proof).map(([name, value]) => `${name}: ${value}`),
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
  const outcome = Promise.withResolvers<Attachment | "absent" | "foreign">();
  let head = "";
  let state: "opening" | "attached" | "over" = "opening";
  const ended = () => {
    const wasAttached = state === "attached";
    // Something that closes without an answer is no keeper of ours.
    if (state === "opening") outcome.resolve("foreign");
    state = "over";
    if (wasAttached) onLost();
  };
  const timer = setTimeout(() => outcome.resolve("foreign"), ANSWER_MS);
  try {
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        open: (opened) => {
          opened.write(request);
        },
        data: (opened, chunk) => {
          if (state !== "opening") return;
          head += chunk.toString("latin1");
          if (!head.includes("\r\n\r\n")) return;
          const keeper = readHead(head, proveAnswer(token, proof[PROOF_HEADER] ?? ""));
          if (keeper === undefined) return outcome.resolve("foreign");
          state = "attached";
          const release = () => {
            state = "over";
            opened.end();
          };
          outcome.resolve({ ...keeper, release });
        },
        close: ended,
        error: ended,
      },
    });
    const result = await outcome.promise;
    if (result === "foreign") socket.end();
    return result;
  } catch {
    return "absent";
  } finally {
    clearTimeout(timer);
  }
}

const ANSWER_MS = 2000;

const ATTACH = "/keeper/attach";

/** Undefined for a program that does not know our token. */
function readHead(head: string, expectedProof: string): { pid: number; version: string } | undefined {
  const field = (name: string) => new RegExp(`\\r\\n${name}: *([^\\r]+)`, "i").exec(head)?.[1];
  const pid = Number(field(KEEPER_HEADER));
  if (!/^HTTP\/1\.1 200 /.test(head) || !Number.isInteger(pid) || pid <= 0) return undefined;
  if (field(PROOF_HEADER) !== expectedProof) return undefined;
  return { pid, version: field(OWN_ANSWER_HEADER) ?? "" };
}

/** Tells the keeper that this daemon stops, so that it is not taken for a crash. */
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
