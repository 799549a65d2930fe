import { describe, expect, test } from "bun:test";
import { openTestApp, TEST_PORT } from "./test-app.ts";

/** What browsers send with a page that a person opens. */
const NAVIGATION = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "none" };

const event = { hook_event_name: "Notification", session_id: "s", message: "hello" };

describe("access to the daemon", () => {
  test("a missing, wrong or partial token gets 401, and it is counted", async () => {
    await using app = await openTestApp();
    for (const token of [null, "wrong", app.tokens.api.slice(0, 32), `${app.tokens.api}0`, ""]) {
      const answer = await app.request("/api/stats", { token });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ error: expect.any(String) });
    }
    expect(app.service.counts().wrong_token).toBe(5);
  });

  test("the token in Claude Code's settings opens only the hook route", async () => {
    await using app = await openTestApp();
    expect((await app.post("/hook", event, { token: app.tokens.hook })).status).toBe(200);
    for (const path of ["/api/stats", "/api/sessions", "/api/context", "/api/prompts", "/api/injections"]) {
      expect((await app.request(path, { token: app.tokens.hook })).status).toBe(401);
    }
  });

  test.each([
    ["evil.example"],
    ["evil.example:47001"],
    ["127.0.0.1"],
    ["127.0.0.1:1"],
    ["[::1]:47001"],
    [""],
  ])("a request with Host %p gets 403, whatever its token", async (host) => {
    await using app = await openTestApp();
    expect((await app.request("/api/stats", { headers: { host } })).status).toBe(403);
    expect(app.service.counts().foreign_host).toBe(1);
  });

  test.each([["http://evil.example"], ["null"], ["https://127.0.0.1:47001"], ["http://127.0.0.1:1"]])(
    "a request with Origin %p gets 403, even on routes that need no token",
    async (origin) => {
      await using app = await openTestApp();
      expect((await app.request("/api/health", { headers: { origin }, token: null })).status).toBe(403);
      expect((await app.post("/hook", event, { headers: { origin } })).status).toBe(403);
      expect(app.service.counts().foreign_origin).toBe(2);
    },
  );

  test("the page's own Origin is accepted", async () => {
    await using app = await openTestApp();
    const headers = { origin: `http://127.0.0.1:${TEST_PORT}` };
    expect((await app.request("/api/stats", { headers })).status).toBe(200);
  });

  test("health needs no token and reveals only that the daemon is alive", async () => {
    await using app = await openTestApp();
    const answer = await app.request("/api/health", { token: null });
    expect(Object.keys((await answer.json()) as object).sort()).toEqual(["name", "ok", "pid", "version"]);
  });
});

describe("the page", () => {
  test("a visitor without the link sees no session", async () => {
    await using app = await openTestApp();
    await app.post("/hook", {
      hook_event_name: "UserPromptSubmit",
      session_id: "s",
      prompt: "top secret plan",
    });
    const text = await (await app.request("/", { token: null })).text();
    expect(text).toContain("pawl up");
    expect(text).not.toContain("top secret plan");
  });

  test("the link works once and becomes a cookie that scripts cannot read", async () => {
    await using app = await openTestApp();
    const { path } = (await (await app.post("/api/page-link", {})).json()) as { path: string };
    const entered = await app.request(path, { token: null, headers: NAVIGATION });
    const cookie = entered.headers.get("set-cookie") ?? "";
    expect(entered.status).toBe(303);
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Strict");
    const page = await app.request("/", { token: null, headers: { cookie: cookie.split(";")[0] ?? "" } });
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
    expect(policy).not.toContain("unsafe");
    const again = await app.request(path, { token: null, headers: NAVIGATION });
    expect(again.headers.get("set-cookie")).toBeNull();
  });

  test("a link is not used up by what looks at it, with HEAD, without a person or ahead of one", async () => {
    await using app = await openTestApp();
    const { path } = (await (await app.post("/api/page-link", {})).json()) as { path: string };
    const looks: RequestInit[] = [
      { method: "HEAD", headers: NAVIGATION },
      { method: "OPTIONS", headers: NAVIGATION },
      { headers: {} },
      { headers: { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" } },
      { headers: { ...NAVIGATION, "sec-purpose": "prefetch" } },
      { headers: { ...NAVIGATION, purpose: "prefetch" } },
      { headers: { ...NAVIGATION, "sec-fetch-dest": "iframe" } },
    ];
    for (const look of looks) {
      const answer = await app.request(path, { ...look, token: null });
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    // A browser that does not say what it does gets a button.
    const shown = await (await app.request(path, { token: null })).text();
    const code = /name="code" value="([\w-]+)"/.exec(shown)?.[1] ?? "";
    const pressed = await app.request("/", {
      method: "POST",
      token: null,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `code=${code}`,
    });
    expect(pressed.status).toBe(303);
    expect(pressed.headers.get("set-cookie")).toContain("pawl_page=");
    expect(
      (await app.request(path, { token: null, headers: NAVIGATION })).headers.get("set-cookie"),
    ).toBeNull();
  });
});

test("a body over 32 MB gets 413 with a message, and the next event works", async () => {
  await using app = await openTestApp();
  const large = await app.post("/hook", `{"pad":"${"x".repeat(33 * 1024 * 1024)}"}`);
  expect(large.status).toBe(413);
  expect(await large.json()).toEqual({ error: expect.stringContaining("limit") });
  expect((await app.post("/hook", event)).status).toBe(200);
  expect(app.service.counts().too_large).toBe(1);
});
