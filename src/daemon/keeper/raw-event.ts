/**
 * A hook event as bytes. The client sends one shape only, thousands of times a session, so that shape is passed on as it came;
 * whatever differs from it in any way is left to the HTTP server behind (see `front.ts`).
 */
import { HOOK_AT_HEADER } from "../../platform/hook-request.ts";

export interface RawEvent {
  /** The request as it came: head and body. */
  request: Uint8Array;
  body: Uint8Array;
  /** Parsed when they are needed: only without a daemon. */
  headers(): Headers;
  /** Whether the sender says when it happened, as `pawl hook` does. */
  isTimed: boolean;
  /** The same value for all events of a connection whose heads differ in nothing but the length. */
  known?: KnownHead;
}

/** What has come so far: a whole event, too little to say, or something else. */
type Look = { event: RawEvent; known: KnownHead } | { missing: number; head?: string } | "other";

/** A head that was looked at: what stands before and after the body's length. A session's heads differ in nothing else. */
export interface KnownHead {
  before: string;
  after: string;
  isTimed: boolean;
}

const START = "POST /hook HTTP/1.1\r\n";
const HEAD_END = Buffer.from("\r\n\r\n");
/** The client's heads are shorter. */
const MOST_HEAD = 8192;
/** Names and values without a sign that two programs could read differently: both must see the same end of the request. */
const PLAIN_HEAD =
  /^POST \/hook HTTP\/1\.1(?:\r\n[A-Za-z][A-Za-z0-9-]*: [\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)+$/;
/** Headers about the connection or the encoding of the body; and `Origin`, which only browsers send. */
const NOT_PLAIN =
  /\r\n(?:transfer-encoding|content-encoding|expect|upgrade|te|trailer|origin|keep-alive|proxy-[a-z]+|connection: (?!keep-alive\r\n|keep-alive$))/i;
const LENGTH = /\r\ncontent-length: (.*)/gi;
const HOST = /\r\nhost: (.*)/gi;
const TIME = new RegExp(`\\r\\n${HOOK_AT_HEADER}: `, "i");
const DIGITS = /^\d{1,9}$/;

/** `own`: the values of `Host` that are served. */
export function lookAt(bytes: Buffer, own: readonly string[], last?: KnownHead): Look {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) {
    const isStart = START.startsWith(bytes.toString("latin1", 0, START.length));
    return isStart && bytes.length <= MOST_HEAD ? { missing: 1 } : "other";
  }
  if (end > MOST_HEAD) return "other";
  const head = bytes.toString("latin1", 0, end);
  const known = last !== undefined && isLike(head, last) ? last : check(head, own);
  if (known === undefined) return "other";
  const bodyAt = end + HEAD_END.length;
  const missing = bodyAt + lengthIn(head, known) - bytes.length;
  if (missing > 0) return { missing, head };
  // More than one request at once.
  if (missing < 0) return "other";
  const { isTimed } = known;
  const body = bytes.subarray(bodyAt);
  return { event: { request: bytes, body, headers: () => headersOf(head), isTimed, known }, known };
}

/** Undefined if it is not of the usual form. */
function check(head: string, own: readonly string[]): KnownHead | undefined {
  if (!PLAIN_HEAD.test(head) || NOT_PLAIN.test(head) || !own.includes(only(HOST, head)?.[1] ?? ""))
    return undefined;
  const length = only(LENGTH, head);
  const digits = length?.[1] ?? "";
  if (length === undefined || !DIGITS.test(digits)) return undefined;
  const end = length.index + length[0].length;
  const isTimed = TIME.test(head);
  return { before: head.slice(0, end - digits.length), after: head.slice(end), isTimed };
}

function isLike(head: string, { before, after }: KnownHead): boolean {
  const isSame = head.startsWith(before) && head.endsWith(after);
  return isSame && DIGITS.test(head.slice(before.length, head.length - after.length));
}

function lengthIn(head: string, { before, after }: KnownHead): number {
  return Number(head.slice(before.length, head.length - after.length));
}

/**
 * The request with its time. A busy daemon reads it later, and by then the client may have been answered and
 * have ended its session: read with the daemon's time, the event would seem to have opened it again.
 */
export function withTime({ request, isTimed }: RawEvent, at: number): Uint8Array {
  if (isTimed) return request;
  const start = Buffer.from(`${START}${HOOK_AT_HEADER}: ${at}\r\n`, "latin1");
  return Buffer.concat([start, request.subarray(START.length)]);
}

export function headersOf(head: string): Headers {
  const headers = new Headers();
  for (const line of head.split("\r\n").slice(1)) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

/** Undefined if it is there twice. */
function only(pattern: RegExp, head: string): RegExpExecArray | undefined {
  const found = [...head.matchAll(pattern)];
  return found.length === 1 ? found[0] : undefined;
}
