/** Generated requests, as bytes: broken Hosts, versions, methods, heads and bodies, mixed with good ones. */
import fc from "fast-check";
import { HOOK_EVENTS } from "../../src/clients/index.ts";
import { anyJson, anyText } from "../fuzz/runs.ts";

export interface BrokenRequest {
  bytes: Buffer;
  /** False if the server must wait for the rest: no answer can be expected. */
  isWhole: boolean;
}

interface Target {
  port: number;
  token: string;
  hookToken: string;
}

/** Names that exist on every object of the language. */
export const INHERITED = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];

const PATHS = [
  ...[
    "/hook",
    "/mcp",
    "/",
    "/?code=x",
    "/app.js",
    "/api/health",
    "/api/sessions",
    "/api/sessions/x",
    "/api/stats",
  ],
  ...[
    "/api/sessions/start",
    "/api/sessions/stop",
    "/api/sessions/summarize",
    "/api/prompts",
    "/api/responses",
  ],
  ...[
    "/api/observations",
    "/api/context",
    "/api/search",
    "/api/memories",
    "/api/memories/one",
    "/api/forget",
  ],
  ...[
    "/api/memories/rollback",
    "/api/memories/relate",
    "/api/solutions",
    "/api/injections",
    "/api/page/sessions",
  ],
  ...["/api/page/search", "/api/page/ledger", "/api/page/cost", "/api/page/records/1", "/api/hooks"],
  ...[
    "/nothing",
    "//hook",
    "/hook/../api/stats",
    "/api/%2e%2e/hook",
    "/%zz",
    "/%00",
    "/api/sessions?limit=-1",
  ],
];

const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
const often = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 6) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare });

const fields = [
  ...[
    "sessionId",
    "session_id",
    "content",
    "query",
    "uri",
    "project",
    "cwd",
    "toolName",
    "tool_name",
    "toolInput",
  ],
  ...[
    "tool_input",
    "tool_response",
    "hook_event_name",
    "prompt",
    "limit",
    "type",
    "selector",
    "preview",
    "version",
  ],
  ...["method", "params", "jsonrpc", "id", "name", "arguments", ...INHERITED],
];
const word = fc.oneof(
  anyText,
  oneOf(...INHERITED, ...HOOK_EVENTS, "s1", "tools/call", "2.0", "Bash", "Edit"),
);
const object = fc
  .array(fc.tuple(fc.oneof(oneOf(...fields), anyText), fc.oneof(word, anyJson as fc.Arbitrary<unknown>)), {
    maxLength: 8,
  })
  // Not `Object.fromEntries`: `__proto__` has to arrive as a name of its own.
  .map((pairs) => `{${pairs.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(",")}}`);
/** What each route needs, so that the odd parts reach the code behind the checks. */
const GOOD: readonly (readonly [string, unknown])[] = [
  ...Object.entries({
    sessionId: "s1",
    content: "text",
    toolName: "Bash",
    toolInput: {},
    toolResponse: "done",
  }),
  ...Object.entries({
    session_id: "s1",
    hook_event_name: "PostToolUse",
    tool_name: "Edit",
    tool_input: {},
    cwd: "/p",
  }),
  ...Object.entries({
    uri: "project://a",
    project: "/p",
    version: 1,
    from: "project://a",
    to: "project://b",
  }),
  ...Object.entries({ query: "text", kind: "supports", selector: { match: "never said" }, prompt: "text" }),
  ...Object.entries({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "search", arguments: {} },
  }),
];
const nearlyGood = fc
  .array(fc.tuple(fc.nat(GOOD.length - 1), fc.oneof(word, anyJson as fc.Arbitrary<unknown>)), {
    maxLength: 3,
  })
  .map((changes) => {
    const odd = new Map(changes);
    return `{${GOOD.map(([k, v], i) => `"${k}":${JSON.stringify(odd.has(i) ? odd.get(i) : v)}`).join(",")}}`;
  });
const body = fc.oneof(
  { weight: 6, arbitrary: nearlyGood.map((text) => Buffer.from(text)) },
  { weight: 4, arbitrary: object.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3000 }).map((n) => Buffer.from('{"a":'.repeat(n))) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 3000 }).map((n) => Buffer.from("[".repeat(n) + "]".repeat(n))),
  },
  { weight: 1, arbitrary: anyText.map((text) => Buffer.from(text)) },
);

const method = fc.oneof(
  { weight: 6, arbitrary: oneOf("GET", "POST") },
  {
    weight: 1,
    arbitrary: oneOf("HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "FOO", "get", ""),
  },
);
const version = often(
  oneOf("HTTP/1.1"),
  oneOf("HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "HTTP/1.1 x", "", "\0"),
);

/** A header's value may be any byte but the end of its line. */
const headerText = fc
  .oneof(anyText, fc.string({ maxLength: 40 }))
  .map((text) => text.replace(/[\r\n\0]/g, "~"));

const hostOf = ({ port }: Target) =>
  often(
    oneOf<string | undefined>(`127.0.0.1:${port}`, `localhost:${port}`),
    fc.oneof(
      oneOf<string | undefined>(
        ...[undefined, "", `127.0.0.1:${port}.`, "[::", `a b:${port}`, `x@127.0.0.1:${port}`, "evil.example"],
        ...[
          `127.0.0.1:${port}, evil`,
          `127.0.0.1:${port}/..`,
          `127.0.0.1:${port}?`,
          "127.0.0.1:99999",
          "%",
          "#",
        ],
      ),
      headerText,
    ),
    3,
  );

const tokenOf = ({ token, hookToken }: Target) =>
  often(
    oneOf<string | undefined>(`Bearer ${token}`),
    oneOf<string | undefined>(undefined, "Bearer", "Bearer x", `Bearer ${hookToken}`, `Basic ${token}`),
  );

const moreHeaders = fc.array(
  fc.oneof(
    fc.tuple(
      oneOf("Origin", "Cookie", "Sec-Fetch-Site", "X-Pawl-Project", "Accept", "Content-Type"),
      headerText,
    ),
    fc.constant<[string, string]>(["Accept", "application/json, text/event-stream"]),
    fc.constant<[string, string]>(["Content-Type", "application/json"]),
    fc.constant<[string, string]>(["Cookie", "pawl_page=%E0%A4%A; pawl_page=1.2.3"]),
    fc.constant<[string, string]>(["X-Pawl-Env", "%7B%22__proto__%22%3A1%7D"]),
    fc.constant<[string, string]>(["X-Pawl-Project", "%E0%A4%A"]),
  ),
  { maxLength: 3 },
);

type Framing = "length" | "none" | "short" | "long" | "negative" | "huge" | "chunked" | "bad chunk" | "both";
const framing = often(
  oneOf<Framing>("length"),
  oneOf<Framing>("none", "short", "long", "negative", "huge", "chunked", "bad chunk", "both"),
);

export function brokenRequests(target: Target): fc.Arbitrary<BrokenRequest> {
  const parts = {
    method,
    version,
    host: hostOf(target),
    token: tokenOf(target),
    more: moreHeaders,
    framing,
    body,
  };
  return fc
    .record({
      ...parts,
      path: often(
        oneOf(...PATHS),
        headerText.map((text) => `/${text.replaceAll(" ", "")}`),
        6,
      ),
    })
    .map(({ method: verb, version: proto, host, token, more, framing: frame, body: payload, path }) => {
      const head = [`${verb} ${path} ${proto}`];
      if (host !== undefined) head.push(`Host: ${host}`);
      if (token !== undefined) head.push(`Authorization: ${token}`);
      for (const [name, value] of more) head.push(`${name}: ${value}`);
      const framed = frameBody(frame, payload);
      const bytes = Buffer.concat([
        Buffer.from(`${[...head, ...framed.head].join("\r\n")}\r\n\r\n`),
        framed.body,
      ]);
      return { bytes, isWhole: framed.isWhole };
    });
}

function frameBody(frame: Framing, payload: Buffer): { head: string[]; body: Buffer; isWhole: boolean } {
  const length = (n: number | string) => [`Content-Length: ${n}`];
  const chunks = Buffer.concat([
    Buffer.from(`${payload.length.toString(16)}\r\n`),
    payload,
    Buffer.from("\r\n0\r\n\r\n"),
  ]);
  const chunked = ["Transfer-Encoding: chunked"];
  switch (frame) {
    case "length":
      return { head: length(payload.length), body: payload, isWhole: true };
    case "none":
      return { head: [], body: Buffer.alloc(0), isWhole: true };
    case "short":
      return { head: length(Math.max(0, payload.length - 3)), body: payload, isWhole: true };
    case "long":
      return { head: length(payload.length + 100), body: payload, isWhole: false };
    case "negative":
      return { head: length("-5"), body: payload, isWhole: true };
    case "huge":
      // Refused by its head, so the rest is not needed for an answer.
      return { head: length(40 * 1024 * 1024), body: payload, isWhole: true };
    case "chunked":
      return { head: chunked, body: payload.length === 0 ? Buffer.from("0\r\n\r\n") : chunks, isWhole: true };
    case "bad chunk":
      return { head: chunked, body: Buffer.from("zz\r\nnot a chunk\r\n"), isWhole: false };
    case "both":
      return { head: [...length(payload.length), ...chunked], body: payload, isWhole: false };
  }
}
