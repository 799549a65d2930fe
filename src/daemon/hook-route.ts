/** `POST /hook`: any event, as Claude Code sends it. Whatever comes, the answer is JSON with status 200. */
import type { Context } from "hono";
import { HOOK_AT_HEADER, HOOK_ENV_HEADER, HOOK_NAME_HEADER } from "../platform/hook-request.ts";
import type { Service } from "./service.ts";

/** A hook that is late is worse than one that says nothing. The work itself goes on. */
const DEADLINE_MS = 1200;

/** Hooks with claude-mem's names answer as it does (S4.10, S4.11), so that people can switch. */
const CONTINUE_NAMES: ReadonlySet<string> = new Set([
  "context",
  "user-message",
  "session-init",
  "observation",
  "summarize",
]);

export async function hookRoute(c: Context, service: Service): Promise<Response> {
  const name = decode(c.req.header(HOOK_NAME_HEADER));
  const body = await c.req.text();
  const late = Symbol("late");
  const at = readTime(c.req.header(HOOK_AT_HEADER), service.now());
  const work = service.hook({ body, name, env: readEnv(c.req.header(HOOK_ENV_HEADER)), at });
  const output = await Promise.race([work, Bun.sleep(DEADLINE_MS).then((): typeof late => late)]);
  if (output === late) {
    service.count("hook_deadline");
    service.log.warn("a hook was not answered in time", { name });
    return c.json({});
  }
  const isEmpty = Object.keys(output).length === 0;
  return c.json(isEmpty && name !== undefined && CONTINUE_NAMES.has(name) ? { continue: true } : output);
}

function decode(header: string | undefined): string | undefined {
  try {
    return header === undefined ? undefined : decodeURIComponent(header);
  } catch {
    // Not one of ours; a hook without a name wants everything.
    return undefined;
  }
}

/** A hook's own time, as long as it is near ours: it waits for seconds at most. */
const NEAR_MS = 60_000;

function readTime(header: string | undefined, now: number): number {
  const at = Number(header);
  return header !== undefined && Number.isInteger(at) && Math.abs(now - at) <= NEAR_MS ? at : now;
}

function readEnv(header: string | undefined): Record<string, string> {
  try {
    const env: unknown = JSON.parse(decode(header) ?? "{}");
    if (typeof env !== "object" || env === null) return {};
    return Object.fromEntries(Object.entries(env).filter(([, value]) => typeof value === "string"));
  } catch {
    return {};
  }
}
