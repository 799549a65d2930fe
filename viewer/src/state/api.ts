/** The only access to the daemon. Every error becomes a `Problem` that a view can show. */

type ProblemKind =
  /** No answer: the daemon is not running. */
  | "gone"
  /** The sign-in expired. */
  | "closed"
  | "missing"
  /** The daemon rejected the request with a message. */
  | "refused"
  | "broken";

export class Problem extends Error {
  constructor(
    readonly kind: ProblemKind,
    message: string,
  ) {
    super(message);
  }
}

export const toProblem = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem("broken", String(error));

type Values = Record<string, string | number | boolean | undefined>;

export function toPath(path: string, query: Values = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

export async function get<T>(path: string, query: Values = {}, signal?: AbortSignal): Promise<T> {
  return (await call("GET", toPath(path, query), undefined, signal)).json() as Promise<T>;
}

export async function getText(path: string): Promise<string> {
  return (await call("GET", path)).text();
}

export async function send<T>(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  return (await call(method, path, body, signal)).json() as Promise<T>;
}

/** Browsers allow 64 kB, in bytes. */
const MOST_KEPT_ALIVE = 20_000;

async function call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      // A requested change is completed even if the user leaves the page now.
      keepalive: method !== "GET" && (sent?.length ?? 0) < MOST_KEPT_ALIVE,
      ...(sent === undefined ? {} : { body: sent, headers: { "content-type": "application/json" } }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Problem("gone", "");
  }
  if (answer.ok) return answer;
  throw new Problem(kindOf(answer.status), await wordsOf(answer));
}

function kindOf(status: number): ProblemKind {
  if (status === 401 || status === 403) return "closed";
  if (status === 404) return "missing";
  // The keeper answers while no daemon runs.
  if (status === 502 || status === 503) return "gone";
  return status < 500 ? "refused" : "broken";
}

async function wordsOf(answer: Response): Promise<string> {
  try {
    const { error } = (await answer.json()) as { error?: unknown };
    return typeof error === "string" ? error : "";
  } catch {
    // Not from our daemon, or truncated.
    return "";
  }
}
