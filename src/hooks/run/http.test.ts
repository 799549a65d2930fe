/** A hook that is asked over HTTP: what is sent, what counts as an answer, and what is none. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { runHttp } from "./http.ts";
import { withLimit } from "./outcome.ts";

let server: Bun.Server<undefined>;
let answer: (request: Request) => Response | Promise<Response>;
let url: string;
beforeEach(() => {
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => answer(request) });
  url = `http://127.0.0.1:${server.port}/`;
});
afterEach(() => server.stop(true));

interface More extends Partial<Parameters<typeof runHttp>[1]> {
  timeoutMs?: number;
  signal?: AbortSignal;
}

const ask = ({ timeoutMs = 30_000, signal = new AbortController().signal, ...more }: More = {}) =>
  withLimit(timeoutMs, signal, (either) => {
    const request = { url, headers: {}, allowedEnvVars: [], input: '{"a":1}', env: {}, ...more };
    return runHttp("PreToolUse", request, either);
  });

test("the event is sent as JSON, with only those variables in its headers that may be", async () => {
  const seen: unknown[] = [];
  answer = async (request) => {
    const { method, headers } = request;
    seen.push([method, headers.get("content-type"), headers.get("x-key"), await request.text()]);
    return new Response("");
  };
  const headers = { "x-key": "Bearer $KEY-${KEY} $OTHER $NONE" };
  const result = await ask({ headers, allowedEnvVars: ["KEY", "NONE"], env: { KEY: "k", OTHER: "secret" } });
  expect(result).toEqual({ outcome: "ok", reply: {} });
  expect(seen).toEqual([["POST", "application/json", "Bearer k-k $OTHER", '{"a":1}']]);
});

test("an answer of a million characters is read; a longer one fails", async () => {
  const filled = (length: number) => "{}".padEnd(length);
  answer = () => new Response(filled(1024 * 1024));
  expect((await ask()).outcome).toBe("ok");
  answer = () => new Response(filled(1024 * 1024 + 1));
  expect(await ask()).toMatchObject({
    outcome: "failed",
    error: `${url} answered more than 1048576 characters.`,
  });
});

test("another status, a redirection, no JSON and an end from outside are failures", async () => {
  answer = () => new Response("{}", { status: 500 });
  expect(await ask()).toMatchObject({ outcome: "failed", error: `${url} answered with status 500.` });
  answer = () => Response.redirect("http://127.0.0.1:1/");
  expect((await ask()).outcome).toBe("failed");
  answer = () => new Response("no");
  expect((await ask()).error).toStartWith(`${url}: `);
  const stopped = new AbortController();
  stopped.abort(new Error("Pawl is closing."));
  expect(await ask({ signal: stopped.signal })).toMatchObject({ outcome: "failed" });
});

test("one that does not answer in time is stopped", async () => {
  answer = () => new Promise(() => undefined);
  expect(await ask({ timeoutMs: 1 })).toMatchObject({
    outcome: "timeout",
    error: "It did not end within 1 ms and was stopped.",
  });
});
