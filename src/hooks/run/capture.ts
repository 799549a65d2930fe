/** Reads a stream to its end and keeps the first part: however much a child prints, memory does not grow with it. */
interface Capture {
  /** Resolves at the stream's end, or when `stop` was called. */
  done: Promise<void>;
  text(): string;
  isCut(): boolean;
  stop(): void;
}

export function capture(stream: ReadableStream<Uint8Array>, limit: number): Capture {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let cut = false;

  async function read(): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const piece = value.subarray(0, limit - kept);
      cut ||= piece.length < value.length;
      if (piece.length === 0) continue;
      // A copy: a part would hold the whole of its buffer.
      chunks.push(piece.slice());
      kept += piece.length;
    }
  }

  const done = read();
  // Whoever waits for it hears of an error; until then it must not count as one that nobody handles.
  done.catch(() => undefined);
  return {
    done,
    text: () => Buffer.concat(chunks).toString("utf8"),
    isCut: () => cut,
    stop: () => void reader.cancel(),
  };
}
