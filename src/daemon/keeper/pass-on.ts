/** Passes a request on to the daemon, except hook events (`hook.ts`). A large body is refused by the request's head if possible. */
import { BODY_LIMIT } from "../../platform/hook-request.ts";
import type { Attached } from "./requests.ts";
import { forwarded, send } from "./requests.ts";

/** A body of this size has most likely arrived with its head. */
const SMALL_BODY = 64 * 1024;

export interface HeadRules {
  /** The values of `Host` that are served. */
  own: readonly string[];
  /** True if the request carries a token that is valid for this path. */
  isOwn(headers: Headers): boolean;
  answer(status: number, body: object, headers?: Record<string, string>): Response;
}

export const CLOSE = { connection: "close" };

export function isLarge({ headers }: Request): boolean {
  return Number(headers.get("content-length") ?? 0) > SMALL_BODY || headers.has("transfer-encoding");
}

/** Undefined if the body is allowed. Otherwise the rest is not read: the connection closes with the response. */
export function refuseByHead(request: Request, { own, isOwn, answer }: HeadRules): Response | undefined {
  if (!isLarge(request)) return undefined;
  const { headers } = request;
  const origin = headers.get("origin");
  if (!own.includes(headers.get("host") ?? ""))
    return answer(403, { error: "This Host is not served here." }, CLOSE);
  if (origin !== null && !own.some((host) => origin === `http://${host}`))
    return answer(403, { error: "Requests from other pages are not answered." }, CLOSE);
  // Only the daemon knows the page's cookies.
  const mayBePage = headers.has("cookie") && !headers.has("authorization");
  if (!mayBePage && !isOwn(headers)) return answer(401, { error: "Send Pawl's token." }, CLOSE);
  return Number(headers.get("content-length") ?? 0) > BODY_LIMIT ? tooLarge(answer) : undefined;
}

export function tooLarge(answer: HeadRules["answer"]): Response {
  return answer(413, { error: `The body is over the limit of ${BODY_LIMIT} bytes.` }, CLOSE);
}

/** The body, and whether it was longer than allowed: then reading it fails. */
export function limited(body: ReadableStream<Uint8Array>): {
  body: ReadableStream<Uint8Array>;
  isOver(): boolean;
} {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > BODY_LIMIT) controller.error(new Error("over the limit"));
      else controller.enqueue(chunk);
    },
  });
  return { body: body.pipeThrough(counter), isOver: () => bytes > BODY_LIMIT };
}

interface PassDeps {
  daemon: Attached | undefined;
  answer: HeadRules["answer"];
}

export async function passOn(
  request: Request,
  path: string,
  { daemon, answer }: PassDeps,
): Promise<Response> {
  const ending = isLarge(request) ? CLOSE : {};
  if (daemon === undefined)
    return answer(503, { error: "Pawl's daemon is not running. pawl up starts it." }, ending);
  const { method, signal } = request;
  // A chunked body has no Content-Length.
  const isChunked = request.headers.has("transfer-encoding");
  const counted = isChunked && request.body !== null ? limited(request.body) : undefined;
  const body = counted?.body ?? request.body;
  try {
    const headers = forwarded(request.headers);
    const response = await send(daemon, path, {
      method,
      headers,
      signal,
      ...(body === null ? {} : { body }),
    });
    const kept = forwarded(response.headers);
    if (!response.ok && isLarge(request)) kept.push(["connection", "close"]);
    return new Response(response.body, { status: response.status, headers: kept });
  } catch {
    if (counted?.isOver()) return tooLarge(answer);
    return answer(502, { error: "Pawl's daemon ended before it answered." }, ending);
  }
}
