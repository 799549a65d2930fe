/**
 * The user's own hooks for the page: which hooks apply where, their statistics, and test runs on recorded events.
 */

import { existsSync } from "node:fs";
import { Hono } from "hono";
import { z } from "zod";
import { HOOK_EVENTS, type HookEventName, parseHookInput, recordedInput } from "../../clients/index.ts";
import { historyIn } from "../../history/sql/index.ts";
import type { Hook } from "../../hooks/config/hooks.ts";
import { projectSource } from "../../hooks/config/read.ts";
import { HookLoader } from "../../hooks/project-hooks.ts";
import { hookName, runHooks } from "../../hooks/run-hooks.ts";
import { HookRuntime } from "../../hooks/runtime.ts";
import { TrustStore, trustFile } from "../../hooks/trust.ts";
import { processEnv } from "../../platform/env.ts";
import type { Service } from "../service.ts";
import { ApiError, readBody, readQuery } from "./request.ts";

const listQuery = z.looseObject({ project: z.string().max(4000).optional() });
const eventsQuery = z.looseObject({ event: z.enum(HOOK_EVENTS), project: z.string().max(4000).optional() });
const runBody = z.looseObject({
  id: z.string().min(1).max(5000),
  record: z.string().min(1).max(100),
  project: z.string().max(4000).optional(),
});

const PROJECTS = 100;
const EVENTS = 10;

interface Found {
  hook: Hook;
  project: string;
  trusted: boolean;
}

export function hookRoutes(service: Service): Hono {
  const { store, home, projectOf } = service;
  const app = new Hono();
  const loader = new HookLoader(home, new TrustStore(trustFile(home.dir)));

  /** The hooks of one project, or of all known projects with hooks. The user's own hooks are listed once. */
  async function find(project: string | undefined): Promise<Found[]> {
    const projects =
      project === undefined || project === ""
        ? (await historyIn(store).projects(PROJECTS)).map((one) => one.project).filter(bringsHooks)
        : [projectOf(project)].filter((root) => root !== "");
    const found = new Map<string, Found>();
    // The home folder has no project hooks, so only the user's own remain.
    for (const root of projects.length === 0 ? [home.dir] : projects) {
      const { hooks, projectHooks } = await loader.load(root);
      for (const hook of new Set([...hooks, ...projectHooks])) {
        found.set(hook.id, { hook, project: root, trusted: hooks.includes(hook) });
      }
    }
    return [...found.values()];
  }

  app.get("/hooks", async (c) => {
    const found = await find(readQuery(c, listQuery).project);
    const order = (event: HookEventName) => HOOK_EVENTS.indexOf(event);
    found.sort((a, b) => order(a.hook.event) - order(b.hook.event));
    return c.json({ hooks: found.map((one) => ({ ...toRow(one), ...service.hookRuns.of(one.hook.id) })) });
  });

  app.get("/hooks/events", async (c) => {
    const { event, project } = readQuery(c, eventsQuery);
    const events = await historyIn(store).recordedEvents({
      event,
      limit: EVENTS,
      ...(project === undefined || project === "" ? {} : { project: projectOf(project) }),
    });
    return c.json({ events });
  });

  app.post("/hooks/run", async (c) => {
    const { id, record: recordId, project } = await readBody(c, runBody);
    const found = (await find(project)).find((one) => one.hook.id === id);
    if (found === undefined) throw new ApiError(404, "Hook not found.");
    if (!found.trusted) throw new ApiError(400, "This hook is not trusted. Run pawl hooks trust.");
    const record = await historyIn(store).fullRecord(recordId);
    if (record === undefined) throw new ApiError(404, "Record not found.");
    const cwd = record.project === "" ? found.project : record.project;
    const input = parseHookInput(recordedInput(found.hook.event, { ...record, cwd }));
    // A separate runtime: a test run changes no statistics and is closed right after.
    const runtime = new HookRuntime({ env: processEnv, log: () => undefined, count: () => undefined });
    try {
      const hook = { ...found.hook, async: false, once: false };
      const { runs } = await runHooks(input, [hook], { projectDir: found.project }, runtime);
      const [run] = runs;
      return c.json({
        matched: run?.matched ?? false,
        outcome: run?.outcome ?? "skipped",
        ms: Number((run?.ms ?? 0).toPrecision(3)),
        reply: run?.reply ?? {},
        error: run?.error ?? null,
      });
    } finally {
      await runtime.close();
    }
  });

  return app;
}

function bringsHooks(project: string): boolean {
  return project !== "" && existsSync(projectSource(project).file);
}

function toRow({ hook, project, trusted }: Found) {
  const { action } = hook;
  const what =
    action.type === "command"
      ? [action.command, ...(action.args ?? [])].join(" ")
      : action.type === "script"
        ? action.script
        : action.type === "http"
          ? action.url
          : action.prompt;
  return {
    id: hook.id,
    event: hook.event,
    matcher: hook.matcher,
    type: action.type,
    name: hookName(hook),
    what,
    file: hook.source.file,
    from: hook.source.kind,
    project: hook.source.kind === "user" ? "" : project,
    isGate: hook.onError === "deny",
    trusted,
  };
}
