/** Requests that are answered before they reach the app. */
import { expect, test } from "bun:test";
import { failed, pathOf, refuse, TOO_LARGE } from "./door.ts";

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

test("a path is what the app routes by; what is no http request has none", () => {
  expect(pathOf(request())).toBe("/api/x");
  expect(pathOf({ url: "ftp://127.0.0.1/x" } as Request)).toBeUndefined();
  expect(pathOf({ url: "nothing" } as Request)).toBeUndefined();
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
