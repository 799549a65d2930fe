/** `POST /hook`: any event, as the client sends it. The answer is always JSON with status 200. */
import type { Context } from "hono";
import {
  DEFAULT_WAIT_MS,
  HOOK_AT_HEADER,
  HOOK_CLIENT_HEADER,
  HOOK_ENV_HEADER,
  HOOK_NAME_HEADER,
  HOOK_WAIT_HEADER,
  TERMINAL_HEADER,
} from "../platform/hook-request.ts";
import { toClientName } from "../protocol/index.ts";
import type { Service } from "./service.ts";

/** Hooks with claude-mem's names answer as claude-mem does (S4.10, S4.11), so that people can switch. */
const CONTINUE_NAMES: ReadonlySet<string> = new Set([
  "context",
  "user-message",
  "session-init",
  "observation",
  "summarize",
]);

export async function hookRoute(c: Context, service: Service): Promise<Response> {
  const name = decode(c.req.header(HOOK_NAME_HEADER));
  const { body, terminal } = await readBody(c);
  if (terminal?.CLAUDE_PLUGIN_ROOT !== undefined) service.notePlugin(terminal.CLAUDE_PLUGIN_ROOT);
  const client = toClientName(c.req.header(HOOK_CLIENT_HEADER));
  const output = await service.hook({
    client,
    body,
    terminal,
    name,
    env: readEnv(c.req.header(HOOK_ENV_HEADER)),
    at: readTime(c.req.header(HOOK_AT_HEADER), service.now()),
    waitMs: readWait(c.req.header(HOOK_WAIT_HEADER)),
  });
  const isEmpty = Object.keys(output).length === 0;
  return c.json(isEmpty && name !== undefined && CONTINUE_NAMES.has(name) ? { continue: true } : output);
}

async function readBody(c: Context): Promise<{ body: string; terminal?: Record<string, string> }> {
  const bytes = Number(c.req.header(TERMINAL_HEADER) ?? 0);
  if (!Number.isInteger(bytes) || bytes <= 0) return { body: await c.req.text() };
  const all = new Uint8Array(await c.req.arrayBuffer());
  const text = (part: Uint8Array) => new TextDecoder().decode(part);
  const at = Math.max(0, all.length - bytes);
  return { body: text(all.subarray(0, at)), terminal: toTexts(text(all.subarray(at))) };
}

function decode(header: string | undefined): string | undefined {
  try {
    return header === undefined ? undefined : decodeURIComponent(header);
  } catch {
    // Not one of our names; a hook without a name gets everything.
    return undefined;
  }
}

function readWait(header: string | undefined): number {
  const ms = Number(header);
  return Number.isFinite(ms) && ms > 0 ? ms : DEFAULT_WAIT_MS;
}

/** Accepts the hook's own time if it is close to ours; a hook waits for seconds at most. */
const NEAR_MS = 60_000;

function readTime(header: string | undefined, now: number): number {
  const at = Number(header);
  return header !== undefined && Number.isInteger(at) && Math.abs(now - at) <= NEAR_MS ? at : now;
}

function readEnv(header: string | undefined): Record<string, string> {
  try {
    return toTexts(decode(header) ?? "{}");
  } catch {
    return {};
  }
}

function toTexts(json: string): Record<string, string> {
  const env: unknown = JSON.parse(json);
  if (typeof env !== "object" || env === null) return {};
  return Object.fromEntries(Object.entries(env).filter(([, value]) => typeof value === "string"));
}
