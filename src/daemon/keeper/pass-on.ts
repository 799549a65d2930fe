/** Passes a request on to the daemon, except hook events: see `hook.ts`. */
import { forwarded } from "./hook.ts";
import { CLOSE, type HeadRules, isLarge, limited, tooLarge } from "./large-bodies.ts";
import { type Attached, send } from "./upstream.ts";

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
    if (!response.ok && isLarge(request)) kept.set("connection", "close");
    return new Response(response.body, { status: response.status, headers: kept });
  } catch {
    if (counted?.isOver()) return tooLarge(answer);
    return answer(502, { error: "Pawl's daemon ended before it answered." }, ending);
  }
}
