/** The keeper's own routes, used by the daemon and the command line: a daemon attaches, detaches, or stops the keeper. */

import { isAlive } from "../../platform/daemon-process.ts";
import { readIfThere } from "../../platform/files.ts";
import { KEEPER_HEADER, OWN_ANSWER_HEADER } from "../../platform/hook-request.ts";
import { isProvenRequest, PROOF_HEADER, proveAnswer } from "../../platform/keeper-process.ts";
import type { Home } from "../../platform/paths.ts";
import type { HeadRules } from "./pass-on.ts";
import type { Attached } from "./requests.ts";
import type { Upstream } from "./upstream.ts";

interface ControlDeps {
  home: Home;
  version: string;
  upstream: Upstream;
  /** Called with the delay in milliseconds when the keeper receives a request to stop. */
  onLeave(afterMs: number): void;
  answer: HeadRules["answer"];
}

type Control = (request: Request, path: string, server: Bun.Server<undefined>) => Promise<Response>;

/** The longest that a daemon takes to stop. */
const STOP_MS = 20_000;

export function createControl({ home, version, upstream, onLeave, answer }: ControlDeps): Control {
  /** A new one cannot start while the old one holds the lock. */
  async function restartAfter(pid: number): Promise<void> {
    upstream.expect();
    const deadline = Date.now() + STOP_MS;
    while (Date.now() < deadline && isAlive(pid)) await Bun.sleep(20);
    upstream.start();
  }

  /** The daemon keeps this response open while it runs, so each process notices at once when the other is gone. */
  function attach(daemon: Attached, signal: AbortSignal, proof: string): Response {
    // A request that comes before the timer below waits, also if the last daemon was stopped on purpose.
    upstream.expect();
    signal.addEventListener("abort", () => upstream.detach(daemon));
    const stream = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode("attached\n"));
        // After the first bytes of the answer, so that the daemon knows of the connection before it gets a request.
        setTimeout(() => upstream.attach(daemon), 0);
      },
      cancel: () => upstream.detach(daemon),
    });
    const headers = {
      [KEEPER_HEADER]: String(process.pid),
      [OWN_ANSWER_HEADER]: version,
      [PROOF_HEADER]: proof,
    };
    return new Response(stream, { headers });
  }

  return async function control(request, path, server) {
    if (path === "/keeper") return answer(200, { ok: true, name: "pawl-keeper", pid: process.pid, version });
    const body = await request.text();
    const token = readIfThere(home.token)?.trim() ?? "";
    if (request.method !== "POST" || !isProvenRequest(token, request.headers, path, body))
      return answer(401, { error: "This is for Pawl itself." });
    const message = JSON.parse(body) as Record<string, unknown>;
    if (path === "/keeper/attach") {
      server.timeout(request, 0);
      const proof = proveAnswer(token, request.headers.get(PROOF_HEADER) ?? "");
      return attach(message as unknown as Attached, request.signal, proof);
    }
    if (path === "/keeper/bye") {
      const daemon = upstream.current();
      if (daemon !== undefined && daemon.pid === message.pid)
        upstream.detach(daemon, message.restart !== true);
      if (message.restart === true) void restartAfter(Number(message.pid));
      return answer(200, {});
    }
    if (path === "/keeper/leave") {
      onLeave(Number(message.afterMs) || 0);
      return answer(200, {});
    }
    return answer(404, { error: "There is nothing here." });
  };
}
