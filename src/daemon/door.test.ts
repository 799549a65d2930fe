/** Requests that are answered before they reach the app. */
import { expect, test } from "bun:test";
import { BODY_LIMIT } from "../platform/hook-request.ts";
import { createDoor, failed, refuse, TOO_LARGE } from "./access.ts";

const request = (headers: Record<string, string> = {}) =>
  new Request("http://127.0.0.1:1/api/x", { headers });

test("a refusal says why; with a large body on its way the connection ends", async () => {
  const refusal = { status: 401, counter: "refused", error: "Send the token." } as never;
  const closes = (headers: Record<string, string>) =>
    refuse(request(headers), refusal).headers.get("connection");
  expect(await refuse(request(), refusal).json()).toEqual({ error: "Send the token." });
  expect(refuse(request(), refusal).status).toBe(401);
  expect(closes({})).toBeNull();
  expect(closes({ "content-length": String(64 * 1024) })).toBeNull();
  expect(closes({ "content-length": String(64 * 1024 + 1) })).toBe("close");
  expect(closes({ "transfer-encoding": "chunked" })).toBe("close");
  expect(TOO_LARGE.status).toBe(413);
});

test("the app gets the path that it routes by; what is no http request is refused", async () => {
  const door = createDoor(
    { access: () => undefined, count: () => undefined, onRequest: () => undefined } as never,
    (_request, path) => new Response(path),
  );
  expect(await (await door(request())).text()).toBe("/api/x");
  for (const url of ["ftp://127.0.0.1/x", "nothing"]) {
    const odd = { url, headers: new Headers(), signal: request().signal } as Request;
    expect((await door(odd)).status).toBe(400);
  }
});

test("what fails is counted, logged and answered without its reason", async () => {
  const counted: string[] = [];
  const logged: unknown[] = [];
  const error = new Error("the database's secret path");
  const response = failed(error, {
    count: (name: string) => counted.push(name),
    log: { error: (_: string, fields: { error: unknown }) => logged.push(fields.error) },
  } as never);
  expect([response.status, counted, logged]).toEqual([500, ["api_error"], [error]]);
  expect(await response.text()).not.toContain("secret");
});

test("the door hands on what is allowed, and refuses, counts and notes what is too large", async () => {
  const counted: string[] = [];
  const warned: string[] = [];
  let requests = 0;
  const deps = {
    access: (one: Request) =>
      one.headers.has("x-no") ? { status: 403, counter: "refused", error: "No." } : undefined,
    count: (name: string) => counted.push(name),
    log: { warn: (text: string) => warned.push(text), error: () => undefined },
    onRequest: () => requests++,
  };
  const door = createDoor(deps as never, () => Response.json({ ok: true }));
  const passed = await door(request({ "content-length": String(BODY_LIMIT) }));
  expect([passed.status, passed.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect((await door(request())).status).toBe(200);
  expect((await door(request({ "x-no": "1" }))).status).toBe(403);
  expect(warned).toEqual([]);
  expect((await door(request({ "content-length": String(BODY_LIMIT + 1) }))).status).toBe(413);
  expect((await door({ url: "nothing", headers: new Headers() } as Request)).status).toBe(400);
  expect([requests, counted, warned]).toEqual([
    5,
    ["refused", "too_large", "bad_request"],
    ["a request was over the size limit"],
  ]);
});

test("what is thrown behind the door is answered; one that its client has left is no failure", async () => {
  const counted: string[] = [];
  const deps = {
    access: () => undefined,
    count: (name: string) => counted.push(name),
    log: { warn: () => undefined, error: () => undefined },
    onRequest: () => undefined,
  };
  const door = createDoor(deps as never, () => Promise.reject(new Error("broken")));
  expect((await door(request())).status).toBe(500);
  const left = new Request("http://127.0.0.1:1/api/x", { signal: AbortSignal.abort() });
  expect((await door(left)).status).toBe(400);
  expect(counted).toEqual(["api_error"]);
});
