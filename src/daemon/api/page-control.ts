/** Changes made on the page: the pause switch, settings, muted sources. Also runs doctor. */
import { Hono } from "hono";
import { z } from "zod";
import { changeSetting, checkSetting, viewSettings } from "../../hooks/config/settings-view.ts";
import { processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { isMachineOff, setMachineOff } from "../../platform/off.ts";
import { cliEntry, type Home, packageDir } from "../../platform/paths.ts";
import type { Service } from "../service.ts";
import { ApiError, readBody } from "./request.ts";

const pauseBody = z.object({ paused: z.boolean() });
const muteBody = z.object({ uri: z.string().min(1).max(1000), muted: z.boolean() });
const settingBody = z.object({
  path: z.string().min(1).max(100),
  value: z.unknown(),
  /** Validate only; do not save. */
  check: z.boolean().default(false),
});

const DOCTOR_MS = 15_000;

export function pageControlRoutes(service: Service): Hono {
  const { home, live, muted, now } = service;
  const app = new Hono();

  app.post("/pause", async (c) => {
    const { paused } = await readBody(c, pauseBody);
    setMachineOff(home.off, paused, now());
    live.publish({ type: "paused", at: now(), paused });
    return c.json({ paused: isMachineOff(home.off) });
  });

  app.get("/muted", (c) => c.json({ muted: muted.all() }));
  app.post("/muted", async (c) => {
    const body = await readBody(c, muteBody);
    muted.set(body.uri, body.muted);
    live.publish({ type: "changed", at: now(), what: "muted" });
    return c.json({ muted: muted.all() });
  });

  app.get("/settings", (c) => c.json({ file: home.config, settings: viewSettings(home) }));
  app.patch("/settings", async (c) => {
    const { path, value, check } = await readBody(c, settingBody);
    const wrong = checkSetting(home, path, value ?? null);
    if (check) return c.json({ ok: wrong === undefined, message: wrong ?? "" });
    if (wrong !== undefined) throw new ApiError(400, wrong);
    Object.assign(service.settings, withoutPort(changeSetting(home, path, value ?? null)));
    live.publish({ type: "changed", at: now(), what: "settings" });
    return c.json({ file: home.config, settings: viewSettings(home) });
  });

  /** Runs the real command, so that page and terminal always agree. */
  app.get("/doctor", async (c) => {
    try {
      return c.json(report.parse(await runCommand(home, ["doctor", "--json"], DOCTOR_MS)));
    } catch (cause) {
      throw new PawlError("doctor_failed", "pawl doctor did not answer", { cause });
    }
  });

  return app;
}

/** The running daemon keeps its port. */
function withoutPort<S extends { port?: unknown }>({ port: _, ...rest }: S): Omit<S, "port"> {
  return rest;
}

const report = z.object({
  ok: z.boolean(),
  checks: z.array(
    z.object({ name: z.string(), ok: z.boolean(), message: z.string(), fix: z.string().nullable() }),
  ),
});

/** A command of Pawl's own in its own process: it may read many files, and no hook waits for it. */
export async function runCommand(home: Home, args: readonly string[], timeout: number): Promise<unknown> {
  const child = Bun.spawn([process.execPath, "--no-env-file", cliEntry, ...args], {
    cwd: packageDir,
    env: { ...processEnv, PAWL_HOME: home.dir },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
    timeout,
  });
  const [said] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  return JSON.parse(said) as unknown;
}
