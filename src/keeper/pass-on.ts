/** Passes a request on to the daemon, except hook events: see `hook.ts`. */
import { forwarded } from "./hook.ts";
import { type Attached, send } from "./upstream.ts";

interface PassDeps {
  daemon: Attached | undefined;
  answer(status: number, body: object): Response;
}

export async function passOn(
  request: Request,
  path: string,
  { daemon, answer }: PassDeps,
): Promise<Response> {
  if (daemon === undefined) return answer(503, { error: "Pawl's daemon is not running. pawl up starts it." });
  try {
    const { method, body, signal } = request;
    const headers = forwarded(request.headers);
    const response = await send(daemon, path, {
      method,
      headers,
      signal,
      ...(body === null ? {} : { body }),
    });
    return new Response(response.body, { status: response.status, headers: forwarded(response.headers) });
  } catch {
    return answer(502, { error: "Pawl's daemon ended before it answered." });
  }
}
