/**
 * The first code that sees a request. Bun passes on any Host and any HTTP version that it can parse, so a request's URL
 * may not be one; Bun's own page for an error would show our source. Here every request gets a plain answer: refused
 * in one sentence, or handed to the app.
 */
import { getPath } from "hono/utils/url";
import { BODY_LIMIT, OWN_ANSWER_HEADER } from "../platform/hook-request.ts";
import type { Log } from "../platform/log.ts";
import { version } from "../platform/version.ts";
import type { CheckAccess, Refusal } from "./access.ts";

type Fetch = (request: Request) => Response | Promise<Response>;

interface DoorDeps {
  access: CheckAccess;
  count(name: string): void;
  log: Log;
  /** Called for every request, so that the daemon can stop after hours without one. */
  onRequest(): void;
}

const HEADERS = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  [OWN_ANSWER_HEADER]: version,
};

export function createDoor(deps: DoorDeps, fetch: Fetch): (request: Request) => Promise<Response> {
  return async (request) => {
    deps.onRequest();
    try {
      const refusal = refusalOf(request, deps.access);
      if (refusal === undefined) return withHeaders(await fetch(request));
      deps.count(refusal.counter);
      if (refusal.status === 413) deps.log.warn("a request was over the size limit");
      return refuse(request, refusal);
    } catch (error) {
      // The client is gone, and so is the rest of its body: nobody reads this answer.
      if (request.signal.aborted) return answer(400, "The request ended early.");
      return failed(error, deps);
    }
  };
}

/** For Bun's `error` option: what is thrown outside of the door. */
export function failed(error: unknown, { count, log }: Pick<DoorDeps, "count" | "log">): Response {
  count("api_error");
  log.error("a request failed", { error });
  return answer(500, "Internal error. See Pawl's log.");
}

/** The path that the app routes by; undefined if the request has none. */
export function pathOf(request: Request): string | undefined {
  const { url } = request;
  return URL.canParse(url) && /^https?:/.test(url) ? getPath(request) : undefined;
}

function refusalOf(request: Request, access: CheckAccess): Refusal | undefined {
  const path = pathOf(request);
  const refusal = access(request, path ?? "");
  if (refusal !== undefined) return refusal;
  if (path === undefined || !path.startsWith("/"))
    return { status: 400, counter: "bad_request", error: "This is not a request for a path." };
  if (Number(request.headers.get("content-length") ?? 0) > BODY_LIMIT) return TOO_LARGE;
  return undefined;
}

export const TOO_LARGE: Refusal = {
  status: 413,
  counter: "too_large",
  error: `The body is over the limit of ${BODY_LIMIT} bytes.`,
};

/** A body of this size has most likely arrived with its head, and is dropped without effort. */
const SMALL_BODY = 64 * 1024;

/** The rest of a large body is not awaited: the connection ends with the answer. */
export function refuse(request: Request, { status, error }: Refusal): Response {
  const length = Number(request.headers.get("content-length") ?? 0);
  const isLarge = length > SMALL_BODY || request.headers.has("transfer-encoding");
  return answer(status, error, isLarge ? { connection: "close" } : {});
}

function answer(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { ...HEADERS, ...headers } });
}

function withHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
}
