/**
 * Tool results that the daemon has nothing to say about. It said so with its answer to an earlier call of the same tool
 * in the same session, and only where the transcript has the call too. Such a call is answered at once, with the same
 * bytes, and then passed on: the client does not wait for the daemon, and nothing is lost if either of us is killed.
 */
import { QUIET_HEADER, type QuietCalls, readQuietHeader, stampsOf } from "../../platform/quiet-calls.ts";
import type { DaemonReply } from "./daemon-requests.ts";
import type { KnownHead, RawEvent } from "./raw-event.ts";
import type { Attached } from "./upstream.ts";

export interface QuietAnswers {
  /** The answer that can be given at once; undefined if the daemon has to be asked. */
  find(event: RawEvent, daemon: Attached | undefined): Uint8Array | undefined;
  /** What the daemon answered to it. */
  learn(event: RawEvent, daemon: Attached | undefined, reply: DaemonReply | undefined): void;
}

interface Learned extends QuietCalls {
  bytes: Uint8Array;
}

/** What one connection has learned. Its head carries the token, which the daemon has accepted. */
interface Connection {
  daemon: Attached;
  byCall: Map<string, Learned>;
}

/** A session uses fewer tools. */
const MOST_TOOLS = 50;
/** What stands before the result is short, except where a whole file is written. */
const MOST_HEAD_BYTES = 4096;
/** What stands behind the result. */
const TAIL_BYTES = 300;
const RESULT = ',"tool_response":';
const CALL_ID = '"tool_use_id":"';
const HEADER = new RegExp(`\\r\\n${QUIET_HEADER}: *([^\\r]+)`, "i");

export function createQuietAnswers(): QuietAnswers {
  const connections = new WeakMap<KnownHead, Connection>();

  return {
    find({ known, body }, daemon) {
      const connection = known === undefined ? undefined : connections.get(known);
      if (connection === undefined || connection.daemon !== daemon) return undefined;
      const learned = connection.byCall.get(callIn(body) ?? "");
      return learned !== undefined && stampsOf(learned.files) === learned.stamps ? learned.bytes : undefined;
    },
    learn({ known, body }, daemon, reply) {
      if (known === undefined || daemon === undefined) return;
      const quiet = reply === undefined ? undefined : quietIn(reply);
      const connection = connections.get(known);
      const isNew = connection?.daemon !== daemon;
      if (quiet === undefined && (isNew || connection.byCall.size === 0)) return;
      const call = callIn(body);
      if (call === undefined) return;
      if (reply === undefined || quiet === undefined) {
        connection?.byCall.delete(call);
        return;
      }
      const byCall = isNew ? new Map<string, Learned>() : connection.byCall;
      if (byCall.size < MOST_TOOLS) byCall.set(call, { ...quiet, bytes: Buffer.from(reply.bytes) });
      connections.set(known, { daemon, byCall });
    },
  };
}

function quietIn({ bytes, bodyAt }: DaemonReply): QuietCalls | undefined {
  const header = HEADER.exec(bytes.toString("latin1", 0, bodyAt))?.[1];
  return header === undefined ? undefined : readQuietHeader(header);
}

/**
 * What such calls have in common. Only what stands before the result is read: in the client's form, which is JSON up to
 * there. Undefined for everything else.
 */
function callIn(body: Uint8Array): string | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const head = bytes.toString("utf8", 0, MOST_HEAD_BYTES);
  // No text in JSON has bare quotation marks, so this is a key.
  const end = head.indexOf(RESULT);
  if (end === -1 || !bytes.toString("latin1", Math.max(0, bytes.length - TAIL_BYTES)).includes(CALL_ID))
    return undefined;
  try {
    const call = JSON.parse(`${head.slice(0, end)}}`) as Record<string, unknown>;
    if (call.hook_event_name !== "PostToolUse") return undefined;
    const { session_id, transcript_path, cwd, tool_name } = call;
    return JSON.stringify([session_id, transcript_path, cwd, tool_name]);
  } catch {
    return undefined;
  }
}
