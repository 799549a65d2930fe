/**
 * An OpenAI-compatible embeddings endpoint on loopback with predictable vectors: one direction per word, shared by
 * synonyms. It can fail in every way that a real one does.
 */

const SAME = [
  ["login", "authentication", "signin"],
  ["page", "screen", "view"],
  ["rejects", "refuses", "denies"],
  ["passwords", "credentials", "secrets"],
  ["invoices", "bills"],
  ["rounded", "truncated"],
  ["always", "invariably"],
  ["upwards", "ceiling"],
];
const CONCEPTS = new Map(SAME.flatMap((words) => words.map((word) => [word, words[0] ?? word])));

export type Trouble = "none" | "error" | "garbage" | "slow" | "too long";

export interface EmbeddingServer extends AsyncDisposable {
  readonly url: string;
  /** Every text that was received, in order. */
  readonly texts: string[];
  /** Headers and models of the requests. */
  readonly models: string[];
  trouble: Trouble;
  dimensions: number;
  stop(): Promise<void>;
}

export function startEmbeddingServer(port = 0): EmbeddingServer {
  const state = {
    texts: [] as string[],
    models: [] as string[],
    trouble: "none" as Trouble,
    dimensions: 512,
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    idleTimeout: 60,
    fetch: async (request) => {
      const { model, input } = (await request.json()) as { model: string; input: string[] };
      state.texts.push(...input);
      state.models.push(model);
      if (state.trouble === "slow") await Bun.sleep(1500);
      if (state.trouble === "error") return new Response("overloaded", { status: 503 });
      if (state.trouble === "garbage") return new Response('{"data":[{"embedding":"no"}]}');
      if (state.trouble === "too long" && input.some((text) => text.length > 800)) {
        return Response.json({ error: { message: "input is too large" } }, { status: 400 });
      }
      const data = input.map((text, index) => ({ index, embedding: toVector(text, state.dimensions) }));
      return Response.json({ object: "list", model, data });
    },
  });
  const stop = async () => void (await server.stop(true));
  return Object.assign(state, {
    url: `http://127.0.0.1:${server.port}`,
    stop,
    [Symbol.asyncDispose]: stop,
  });
}

export function toVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{4,}/gu)) {
    const place = Bun.hash.crc32(CONCEPTS.get(word) ?? word) % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  // Every text has some direction.
  vector[0] = (vector[0] ?? 0) + 0.01;
  return vector;
}
