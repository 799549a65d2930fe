import { afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createEndpoint } from "./endpoint.ts";

const servers: { stop(now: boolean): unknown }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true);
});

function serve(answer: (body: { model: string; input: string[] }, request: Request) => Response): string {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => answer((await request.json()) as { model: string; input: string[] }, request),
  });
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

const signal = () => AbortSignal.timeout(30_000);
const embed = (url: string, texts = ["a", "b"], more: { keyFile?: string } = {}, dir = "/") =>
  createEndpoint({ url, model: "m", ...more }, dir)?.embed(texts, signal());
const data = (...vectors: unknown[]) =>
  Response.json({ data: vectors.map((embedding, index) => ({ embedding, index })) });

const placed = (...places: unknown[]) =>
  Response.json({ data: places.map((index) => ({ index, embedding: [1] })) });
const long = (length: number) => new Array(length).fill(1);

test("places may be left out, and the most dimensions are taken", async () => {
  const unplaced = serve(() => Response.json({ data: [{ embedding: [1, 0] }, { embedding: [0, 1] }] }));
  expect((await embed(unplaced))?.map(([first]) => first)).toEqual([1, 0]);
  const large = serve(() => data(long(16_384), long(16_384)));
  expect((await embed(large))?.[1]).toHaveLength(16_384);
});

test("what the endpoint says about its refusal is passed on, shortened", async () => {
  const said = (text: string) => serve(() => Response.json({ error: { message: text } }, { status: 404 }));
  await expect(embed(said("no such model"))).rejects.toThrow(/answers 404: no such model$/);
  await expect(embed(said("x".repeat(500)))).rejects.toThrow(/answers 404: x{160}$/);
  await expect(embed(serve(() => new Response("", { status: 404 })))).rejects.toThrow(/answers 404$/);
});

test("any status of success is one, and a vector may have one dimension", async () => {
  const url = serve(() => Response.json({ data: [{ embedding: [2] }] }, { status: 299 }));
  expect(await embed(url, ["a"])).toEqual([Float32Array.of(1)]);
});

test("an answer may have 32 MB and not a byte more", async () => {
  const answer = '{"data":[{"embedding":[1]}]}';
  const sized = (bytes: number) => serve(() => new Response(answer.padEnd(bytes)));
  expect(await embed(sized(32 << 20), ["a"])).toHaveLength(1);
  await expect(embed(sized((32 << 20) + 1), ["a"])).rejects.toMatchObject({
    code: "embeddings_garbled",
    message: "more than 32 MB",
  });
});

test("without a url or a model there is no endpoint", () => {
  expect(createEndpoint({}, "/")).toBeUndefined();
  expect(createEndpoint({ url: "http://127.0.0.1:1" }, "/")).toBeUndefined();
  expect(createEndpoint({ model: "m" }, "/")).toBeUndefined();
  expect(createEndpoint({ url: "nothing", model: "m" }, "/")).toBeUndefined();
  expect(createEndpoint({ url: "http://127.0.0.1:1", model: "m" }, "/")).toMatchObject({
    model: "m",
    shown: "http://127.0.0.1:1/v1/embeddings",
  });
});

test("it sends OpenAI's request format and returns unit vectors in the order of the texts", async () => {
  const asked: unknown[] = [];
  const url = serve((body, request) => {
    asked.push(body, new URL(request.url).pathname, request.headers.get("authorization"));
    return Response.json({
      data: [
        { index: 1, embedding: [0, 2] },
        { index: 0, embedding: [3, 4] },
      ],
    });
  });
  const vectors = await embed(url);
  expect(asked).toEqual([{ model: "m", input: ["a", "b"] }, "/v1/embeddings", null]);
  expect(vectors?.map((vector) => [...vector].map((part) => part.toFixed(2)))).toEqual([
    ["0.60", "0.80"],
    ["0.00", "1.00"],
  ]);
});

test.each<[string, string, () => Response]>([
  ["no JSON", "embeddings_garbled", () => new Response("<html>")],
  ["another shape", "embeddings_garbled", () => Response.json({ embedding: [1] })],
  ["too few", "embeddings_garbled", () => data([1, 0])],
  ["words for numbers", "embeddings_garbled", () => data([1, "x"], [1, 0])],
  ["numbers as words", "embeddings_garbled", () => data(["1", "0"], [1, 0])],
  ["different lengths", "embeddings_garbled", () => data([1, 0], [1])],
  ["no direction", "embeddings_garbled", () => data([0, 0], [1, 0])],
  [
    "the same place twice",
    "embeddings_garbled",
    () => Response.json({ data: [0, 0].map((index) => ({ index, embedding: [1] })) }),
  ],
  [
    "an error",
    "embeddings_refused",
    () => Response.json({ error: { message: "no such model" } }, { status: 404 }),
  ],
  ["trouble of its own", "embeddings_down", () => new Response("", { status: 503 })],
  ["trouble at its edge", "embeddings_down", () => new Response("", { status: 500 })],
  ["that it is asked too often", "embeddings_down", () => new Response("", { status: 429 })],
  ["something else than an answer", "embeddings_refused", () => new Response("", { status: 300 })],
  ["no place in the list", "embeddings_garbled", () => placed(0, 2)],
  ["a place before the list", "embeddings_garbled", () => placed(0, -1)],
  ["half a place", "embeddings_garbled", () => placed(0, 0.5)],
  ["a word for a place", "embeddings_garbled", () => placed(0, "1")],
  ["nothing as an embedding", "embeddings_garbled", () => Response.json({ data: [null, null] })],
  ["empty embeddings", "embeddings_garbled", () => data([], [])],
  ["more dimensions than any model has", "embeddings_garbled", () => data(long(16_385), long(16_385))],
  ["numbers without an end", "embeddings_garbled", () => data([1e308, 1e308], [1, 0])],
])("an endpoint that answers %s is %s", async (_, code, answer) => {
  await expect(embed(serve(answer))).rejects.toMatchObject({ code });
});

test("an endpoint that redirects to another address never gets the texts there", async () => {
  let isReached = false;
  const other = serve(() => {
    isReached = true;
    return data([1, 0], [1, 0]);
  });
  const url = serve(() => Response.redirect(`${other}/v1/embeddings`, 307));
  await expect(embed(url)).rejects.toMatchObject({ code: "embeddings_down" });
  expect(isReached).toBe(false);
});

test("an unreachable endpoint gives a clear message", async () => {
  await expect(embed("http://127.0.0.1:9")).rejects.toMatchObject({
    code: "embeddings_down",
    message: expect.stringContaining("http://127.0.0.1:9/v1/embeddings does not answer"),
  });
});

test("the key comes from its file, and a file without a key is reported", async () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-key-"));
  try {
    let authorization: string | null = "";
    const url = serve((_, request) => {
      authorization = request.headers.get("authorization");
      return data([1, 0], [1, 0]);
    });
    writeFileSync(join(dir, "key"), "k-123\n");
    await embed(url, ["a", "b"], { keyFile: "key" }, dir);
    expect(String(authorization)).toBe("Bearer k-123");
    await expect(embed(url, ["a", "b"], { keyFile: "none" }, dir)).rejects.toMatchObject({
      code: "embeddings_key",
    });
    await expect(embed(url, ["a", "b"], { keyFile: "~/no-such-folder/key" }, dir)).rejects.toMatchObject({
      params: { path: join(homedir(), "no-such-folder", "key") },
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test("requests to this machine bypass the proxy", async () => {
  const url = serve(() => data([1, 0], [1, 0]));
  // In its own process: Bun reads the variables once.
  const code = `
    import { createEndpoint } from ${JSON.stringify(join(import.meta.dir, "endpoint.ts"))};
    const [one] = await createEndpoint({ url: "${url}", model: "m" }, "/").embed(["a", "b"], AbortSignal.timeout(30_000));
    console.log(one.length);`;
  const proxy = "http://127.0.0.1:9";
  const child = Bun.spawn([process.execPath, "-e", code], {
    env: { ...process.env, HTTP_PROXY: proxy, http_proxy: proxy, NO_PROXY: "", no_proxy: "" },
    stdout: "pipe",
    stderr: "pipe",
  });
  expect(await new Response(child.stdout).text()).toBe("2\n");
});
