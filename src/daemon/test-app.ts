/** A daemon without a socket, for tests: the real app on a real store in its own folder. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toSettings } from "../hooks/config/schema.ts";
import { type Clock, systemClock } from "../platform/clock.ts";
import { openCounters } from "../platform/counters.ts";
import { openLog } from "../platform/log.ts";
import { openTokens } from "../platform/own-home.ts";
import { homeAt } from "../platform/paths.ts";
import { openStore } from "../store/open.ts";
import { createApp } from "./app.ts";
import { createAssets } from "./page/assets.ts";
import { createPageSessions } from "./page/routes.ts";
import { createService } from "./service.ts";

export const TEST_PORT = 47_001;

export interface TestAppOptions {
  settings?: Parameters<typeof toSettings>[0];
  /** A folder owned by the caller: it is kept when the app closes, so that another app can continue there. */
  dir?: string;
  /** A clock of the caller's, where what is answered depends on the time. */
  now?: Clock;
}

export async function openTestApp(options: TestAppOptions = {}) {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), "pawl-app-"));
  // Tests use the folder as a project, and this makes it one.
  mkdirSync(join(dir, ".claude"), { recursive: true });
  const home = homeAt(join(dir, "home"));
  const tokens = openTokens(home);
  const store = await openStore({ ...home, isWarm: true });
  const now = options.now ?? systemClock;
  const log = openLog({ path: home.log, now, redact: (text) => text });
  const counters = openCounters(home.counters);
  // Never write outside the test's own folder.
  const claudeDir = join(dir, "claude");
  // The person who runs the tests may use another language.
  const settings = toSettings({ locale: "en", ...options.settings });
  const service = createService({
    home,
    store,
    log,
    counters,
    now,
    settings,
    claudeDir,
  });
  const pages = createPageSessions(now, tokens.api);
  const assets = createAssets({
    onError: (error) => log.error("no page", { error }),
  });
  const app = createApp({
    service,
    tokens,
    pages,
    assets,
    port: () => TEST_PORT,
    onRequest: () => undefined,
  });

  const request = (path: string, init: RequestInit & { token?: string | null } = {}) => {
    const { token = tokens.api, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (!headers.has("host")) headers.set("host", `127.0.0.1:${TEST_PORT}`);
    if (token !== null && !headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
    return app.fetch(new Request(new URL(path, `http://127.0.0.1:${TEST_PORT}`).href, { ...rest, headers }));
  };
  return {
    dir,
    home,
    store,
    tokens,
    service,
    request,
    post: (
      path: string,
      body: unknown,
      init: { token?: string | null; headers?: Record<string, string> } = {},
    ) =>
      request(path, {
        ...init,
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      await service.close();
      if (options.dir === undefined) rmSync(dir, { recursive: true, force: true });
    },
  };
}
