/** `POST /hook`: any event, as the client sends it. The answer is always JSON with status 200. */

import { toClientName } from "../clients/index.ts";
import { DEADLINE_MS } from "../pipeline/answer.ts";
import {
  DEFAULT_WAIT_MS,
  HOOK_AT_HEADER,
  HOOK_CLIENT_HEADER,
  HOOK_ENV_HEADER,
  HOOK_GATES_HEADER,
  HOOK_NAME_HEADER,
  HOOK_WAIT_HEADER,
  splitBody,
  TERMINAL_HEADER,
} from "../platform/hook-request.ts";
import type { Service } from "./service.ts";

/** Hooks with claude-mem's names answer as claude-mem does, so that people can switch. */
const CONTINUE_NAMES: ReadonlySet<string> = new Set([
  "context",
  "user-message",
  "session-init",
  "observation",
  "summarize",
]);

export async function hookRoute(request: Request, service: Service): Promise<Response> {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const name = decode(header(HOOK_NAME_HEADER));
  const { body, terminal } = await readBody(request);
  if (terminal?.CLAUDE_PLUGIN_ROOT !== undefined) service.notePlugin(terminal.CLAUDE_PLUGIN_ROOT);
  const clientName = header(HOOK_CLIENT_HEADER);
  const client = clientName === undefined ? undefined : toClientName(clientName);
  const now = service.now();
  const at = readTime(header(HOOK_AT_HEADER), now);
  const waitMs = readWait(header(HOOK_WAIT_HEADER));
  // `pawl hook` sends its remaining time; for the client, the time runs from the event.
  const spentMs = header(HOOK_WAIT_HEADER) === undefined ? now - at : 0;
  const { output } = await service.hook({
    client,
    body,
    terminal,
    name,
    env: readEnv(header(HOOK_ENV_HEADER)),
    at,
    isGatesOnly: header(HOOK_GATES_HEADER) !== undefined,
    waitMs,
    answerBy: performance.now() + Math.min(DEADLINE_MS, waitMs - spentMs),
  });
  if (Object.keys(output).length > 0) return Response.json(output);
  if (name !== undefined && CONTINUE_NAMES.has(name)) return Response.json({ continue: true });
  return Response.json(isFromClient(request) && client === undefined ? NOTHING_TO_SAY : {});
}

/**
 * The client keeps no trace of it. After `{}` it writes an attachment into its transcript, which costs a tool call 2 ms.
 */
const NOTHING_TO_SAY = { async: true };

/** Claude Code's HTTP hooks. Other programs get what they always got. */
function isFromClient({ headers }: Request): boolean {
  return headers.get("user-agent")?.startsWith("axios/") === true;
}

interface Body {
  body: string;
  terminal?: Record<string, string>;
}

async function readBody(request: Request): Promise<Body> {
  const terminalBytes = request.headers.get(TERMINAL_HEADER);
  if (terminalBytes === null) return { body: await request.text() };
  const { event, terminal } = splitBody(new Uint8Array(await request.arrayBuffer()), terminalBytes);
  const decoder = new TextDecoder();
  const body = decoder.decode(event);
  return terminal === undefined ? { body } : { body, terminal: toTexts(decoder.decode(terminal)) };
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
