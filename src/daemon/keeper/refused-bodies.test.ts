/** What is refused by its head, and who is known by a token. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BODY_LIMIT } from "../../platform/hook-request.ts";
import { type Home, homeAt } from "../../platform/paths.ts";
import { isLarge, limited, refuseByHead, tooLarge } from "./pass-on.ts";
import { createTokenCheck } from "./serve.ts";

const HOST = "127.0.0.1:4711";
const LARGE = { "content-length": String(64 * 1024 + 1) };
const request = (headers: Record<string, string>) =>
  new Request("http://127.0.0.1:4711/x", { method: "POST", headers });
const answer = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

async function judged(headers: Record<string, string>, isOwn = false) {
  const refused = refuseByHead(request(headers), {
    own: [HOST, "localhost:4711"],
    isOwn: () => isOwn,
    answer,
  });
  if (refused === undefined) return "may come";
  expect(refused.headers.get("connection")).toBe("close");
  return `${refused.status} ${((await refused.json()) as { error: string }).error}`;
}

test("a body is large from 64 KB on, or when nobody says how long it is", () => {
  const sizes = [{}, { "content-length": "65536" }, LARGE, { "transfer-encoding": "chunked" }];
  expect(sizes.map((headers) => isLarge(request(headers as Record<string, string>)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

describe("by its head", () => {
  test("a small body is never refused", async () => {
    expect(await judged({})).toBe("may come");
    expect(await judged({ host: "evil.example", "content-length": "65536" })).toBe("may come");
  });

  test("a large one is, for another host or another page", async () => {
    expect(await judged({ ...LARGE }, true)).toBe("403 This Host is not served here.");
    expect(await judged({ ...LARGE, host: "evil.example" }, true)).toBe("403 This Host is not served here.");
    const refused = "403 Requests from other pages are not answered.";
    for (const origin of ["http://evil.example", "null", `https://${HOST}`, HOST])
      expect(await judged({ ...LARGE, host: HOST, origin }, true)).toBe(refused);
    for (const origin of [`http://${HOST}`, "http://localhost:4711"])
      expect(await judged({ ...LARGE, host: HOST, origin }, true)).toBe("may come");
    expect(await judged({ ...LARGE, host: "localhost:4711" }, true)).toBe("may come");
  });

  test("a large one is, without a token; a page's cookie may be one", async () => {
    expect(await judged({ ...LARGE, host: HOST })).toBe("401 Send Pawl's token.");
    expect(await judged({ "transfer-encoding": "chunked", host: HOST })).toBe("401 Send Pawl's token.");
    expect(await judged({ ...LARGE, host: HOST, cookie: "a=b" })).toBe("may come");
    expect(await judged({ ...LARGE, host: HOST, cookie: "a=b", authorization: "Bearer x" })).toBe(
      "401 Send Pawl's token.",
    );
    expect(await judged({ ...LARGE, host: HOST, authorization: "Bearer x" }, true)).toBe("may come");
  });

  test("one over the limit is, by whomever", async () => {
    const of = (bytes: number) => judged({ host: HOST, "content-length": String(bytes) }, true);
    expect(await of(BODY_LIMIT)).toBe("may come");
    expect(await of(BODY_LIMIT + 1)).toBe("413 The body is over the limit of 33554432 bytes.");
    expect(tooLarge(answer).status).toBe(413);
  });
});

test("a body is counted as it comes: up to the limit it is whole, over it reading fails", async () => {
  const chunks = (bytes: number) => {
    const part = 4 * 1024 * 1024;
    return new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes; at += part)
          controller.enqueue(new Uint8Array(Math.min(part, bytes - at)));
        controller.close();
      },
    });
  };
  const whole = limited(chunks(BODY_LIMIT));
  expect((await new Response(whole.body).bytes()).length).toBe(BODY_LIMIT);
  expect(whole.isOver()).toBe(false);
  const over = limited(chunks(BODY_LIMIT + 1));
  expect(over.isOver()).toBe(false);
  await expect(new Response(over.body).bytes()).rejects.toThrow("over the limit");
  expect(over.isOver()).toBe(true);
});

describe("a token", () => {
  let home: Home;
  beforeEach(() => {
    home = homeAt(mkdtempSync(join(tmpdir(), "pawl-token-")));
  });
  afterEach(() => rmSync(home.dir, { recursive: true, force: true }));
  const bearer = (token: string) => new Headers({ authorization: token });

  test("is known as the whole of the header, from any of the files", () => {
    const check = createTokenCheck(home);
    const both = [home.hookToken, home.token];
    expect(check(bearer("Bearer x"), both)).toBe(false);
    writeFileSync(home.hookToken, "hook\n");
    writeFileSync(home.token, "  api \n");
    expect(check(bearer("Bearer hook"), both)).toBe(true);
    expect(check(bearer("Bearer api"), both)).toBe(true);
    expect(check(bearer("Bearer api"), [home.hookToken])).toBe(false);
    for (const other of [
      "Bearer apj",
      "Bearer ap",
      "Bearer apii",
      "api",
      "Bearer ",
      "bearer api",
      "xBearer api",
    ])
      expect(check(bearer(other), both)).toBe(false);
    expect(check(new Headers(), both)).toBe(false);
  });

  test("that is empty opens nothing", () => {
    writeFileSync(home.token, "\n");
    expect(createTokenCheck(home)(new Headers(), [home.token])).toBe(false);
  });

  test("of a home that was deleted still counts; a new home has a new one", () => {
    writeFileSync(home.hookToken, "first");
    const check = createTokenCheck(home);
    rmSync(home.hookToken);
    expect(check(bearer("Bearer first"), [home.hookToken])).toBe(true);
    writeFileSync(home.hookToken, "second");
    expect(check(bearer("Bearer first"), [home.hookToken])).toBe(false);
    expect(check(bearer("Bearer second"), [home.hookToken])).toBe(true);
    rmSync(home.hookToken);
    expect(check(bearer("Bearer second"), [home.hookToken])).toBe(true);
  });
});
