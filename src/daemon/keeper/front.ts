/**
 * The public port, on plain sockets. A hook event in the client's usual form is forwarded to the daemon unchanged, and so is
 * the response: parsing both would cost a quarter of a millisecond per tool call. A connection that carries anything else is
 * piped to the HTTP server behind it until it closes.
 */
import { BODY_LIMIT } from "../../platform/hook-request.ts";
import { joinTo, type Pipe } from "./pipe.ts";
import { headersOf, type KnownHead, lookAt, type RawEvent } from "./raw-event.ts";

interface FrontOptions {
  port: number;
  /** Of the HTTP server behind. */
  innerPort: number;
  /** The values of `Host` that are served. */
  own: readonly string[];
  /** Whether a large body may come. */
  isOwn(headers: Headers): boolean;
  onEvent(event: RawEvent): Promise<FrontAnswer>;
}

interface FrontAnswer {
  /** The whole answer, head included. */
  bytes: Uint8Array;
  /** What is done with the event once it is answered. The connection's next event waits for it. */
  afterwards?(): Promise<unknown>;
}

export interface Front {
  /** Takes no new connections; resolves when those under way are answered. */
  stop(): Promise<void>;
}

/** What one connection is doing. */
interface Line {
  /** Received bytes that are not yet part of an event. */
  chunks: Buffer[];
  /** How many more bytes must arrive before parsing is tried again. */
  missing: number;
  isLargeAllowed: boolean;
  /** The head of its last event. */
  known: KnownHead | undefined;
  isAnswering: boolean;
  pipe: Pipe | undefined;
  /** The rest of the response, which the socket had no room for. */
  unwritten: Uint8Array | undefined;
  isEnding: boolean;
}

/** A body of this size may come without a look at the token: see `large-bodies.ts`. */
const SMALL_BODY = 64 * 1024;
/** For the rest of a request that has begun, in seconds. */
const REST_SECONDS = 30;
/** The daemon's heads are shorter, and its bodies are JSON, which has no line of this form. */
const HEAD_BYTES = 1024;
const CLOSE = /\r\nconnection: *close/i;

/** Throws `EADDRINUSE`. */
export function openFront({ port, innerPort, own, isOwn, onEvent }: FrontOptions): Front {
  let underWay = 0;
  let onQuiet: (() => void) | undefined;

  function received(socket: Bun.Socket<Line>): void {
    const line = socket.data;
    const bytes = line.chunks.length === 1 ? (line.chunks[0] as Buffer) : Buffer.concat(line.chunks);
    line.chunks = [bytes];
    const look = lookAt(bytes, own, line.known);
    if (look !== "other" && "event" in look) {
      line.chunks = [];
      line.known = look.known;
      line.isLargeAllowed = false;
      socket.timeout(0);
      void answer(socket, look.event);
    } else if (look === "other" || !mayGoOn(line, look)) {
      socket.timeout(0);
      line.pipe = joinTo(socket, innerPort, line.chunks);
      line.chunks = [];
    } else {
      line.missing = look.missing;
      socket.timeout(REST_SECONDS);
    }
  }

  /** A large body is for those who know a token. */
  function mayGoOn(line: Line, { missing, head }: { missing: number; head?: string }): boolean {
    if (missing <= SMALL_BODY || head === undefined || line.isLargeAllowed) return true;
    line.isLargeAllowed = missing <= BODY_LIMIT && isOwn(headersOf(head));
    return line.isLargeAllowed;
  }

  async function answer(socket: Bun.Socket<Line>, event: RawEvent): Promise<void> {
    const line = socket.data;
    line.isAnswering = true;
    underWay++;
    let afterwards: FrontAnswer["afterwards"];
    try {
      const answered = await onEvent(event);
      const { bytes } = answered;
      afterwards = answered.afterwards;
      const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
      line.isEnding = CLOSE.test(start.toString("latin1"));
      write(socket, bytes);
    } catch {
      socket.end();
    }
    // The client has its answer.
    await afterwards?.().catch(() => undefined);
    line.isAnswering = false;
    underWay--;
    if (underWay === 0) onQuiet?.();
    if (line.chunks.length === 0) return;
    socket.resume();
    received(socket);
  }

  const listener = Bun.listen<Line>({
    hostname: "127.0.0.1",
    port,
    // So that a new keeper, or the daemon, can take the port over without a gap. Other users cannot share it.
    reusePort: process.platform !== "win32",
    socket: {
      open(socket) {
        socket.data = {
          chunks: [],
          missing: 0,
          isLargeAllowed: false,
          known: undefined,
          isAnswering: false,
          pipe: undefined,
          unwritten: undefined,
          isEnding: false,
        };
      },
      data(socket, chunk) {
        const line = socket.data;
        if (line.pipe !== undefined) {
          line.pipe.data(chunk);
          return;
        }
        line.chunks.push(chunk);
        line.missing -= chunk.length;
        // The next request has to wait for the answer to this one.
        if (line.isAnswering) socket.pause();
        // The body of a large event comes in many pieces; they are joined once.
        else if (line.missing <= 0) received(socket);
      },
      drain(socket) {
        const line = socket.data;
        if (line.pipe !== undefined) line.pipe.drain();
        else if (line.unwritten !== undefined) write(socket, line.unwritten);
      },
      timeout: (socket) => void socket.end(),
      close: (socket) => socket.data?.pipe?.end(),
      error: (socket) => socket.data?.pipe?.end(),
    },
  } as Bun.TCPSocketListenOptions<Line>);

  return {
    async stop() {
      listener.stop();
      if (underWay === 0) return;
      await new Promise<void>((resolve) => {
        onQuiet = resolve;
      });
    },
  };
}

function write(socket: Bun.Socket<Line>, bytes: Uint8Array): void {
  const line = socket.data;
  const written = Math.max(0, socket.write(bytes));
  line.unwritten = written < bytes.length ? bytes.subarray(written) : undefined;
  if (line.unwritten === undefined && line.isEnding) socket.end();
}
