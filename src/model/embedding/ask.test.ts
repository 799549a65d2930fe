import { expect, spyOn, test } from "bun:test";
import { startEmbeddingServer, type Trouble } from "../../../test/embedding-server.ts";
import { createAsking } from "./ask.ts";
import { createBreaker } from "./breaker.ts";
import { createEndpoint, type Endpoint } from "./endpoint.ts";

/** An endpoint whose answers come when the test says so. */
function openSlow(waitMs: number) {
  let now = 1000;
  let asks = 0;
  const waiting: PromiseWithResolvers<Float32Array[]>[] = [];
  const texts: string[] = [];
  const endpoint: Endpoint = {
    model: "m",
    shown: "",
    embed([text = ""]) {
      texts.push(text);
      const answer = Promise.withResolvers<Float32Array[]>();
      waiting.push(answer);
      return answer.promise;
    },
  };
  const breaker = createBreaker(() => now);
  const onAsk = () => {
    asks++;
  };
  const { ask, close } = createAsking({ endpoint, breaker, waitMs, onAsk });
  return {
    ask,
    close,
    texts,
    breaker,
    asks: () => asks,
    pass: (ms: number) => {
      now += ms;
    },
    answer: (vector = Float32Array.of(1)) => waiting.shift()?.resolve([vector]),
    fail: () => waiting.shift()?.reject(new Error("away")),
  };
}
/** Long enough for every handler of a promise that has just been settled. */
const settled = () => new Promise((done) => setImmediate(done));
const A_MINUTE = 60_000;

function open(url: string, waitMs: number) {
  let now = 1000;
  const endpoint = createEndpoint({ url, model: "m" }, "/");
  if (endpoint === undefined) throw new Error("no endpoint");
  const { ask, close } = createAsking({ endpoint, breaker: createBreaker(() => now), waitMs });
  return {
    ask,
    pass: (ms: number) => {
      now += ms;
    },
    [Symbol.asyncDispose]: close,
  };
}

test("a vector is requested once and cached for later callers", async () => {
  await using server = startEmbeddingServer();
  await using asking = open(server.url, 30_000);
  const first = await asking.ask("the login page");
  expect(first).toHaveLength(512);
  expect(await asking.ask("the login page")).toBe(first);
  expect(server.texts).toEqual(["the login page"]);
});

test.each<[Trouble]>([["error"], ["garbage"]])(
  "an endpoint that fails (%s) is not called for a while, then once, and normally again when it works",
  async (trouble) => {
    await using server = startEmbeddingServer();
    await using asking = open(server.url, 30_000);
    server.trouble = trouble;
    for (const text of ["one", "two", "three"]) expect(await asking.ask(text)).toBeUndefined();
    expect(server.texts).toEqual(["one"]);
    asking.pass(15_000);
    for (const text of ["four", "five"]) expect(await asking.ask(text)).toBeUndefined();
    expect(server.texts).toEqual(["one", "four"]);
    server.trouble = "none";
    asking.pass(30_000);
    for (const text of ["six", "seven"]) expect(await asking.ask(text)).toBeDefined();
  },
);

test("a slow endpoint is not awaited; its late answer is cached, and it is not called for a while", async () => {
  await using server = startEmbeddingServer();
  await using asking = open(server.url, 20);
  server.trouble = "slow";
  expect(await asking.ask("one")).toBeUndefined();
  expect(await asking.ask("two")).toBeUndefined();
  while (server.texts.length === 0) await Bun.sleep(5);
  expect(server.texts).toEqual(["one"]);
  const deadline = Date.now() + 20_000;
  while ((await asking.ask("one")) === undefined && Date.now() < deadline) await Bun.sleep(50);
  expect(await asking.ask("one")).toBeDefined();
  expect(server.texts).toEqual(["one"]);
});

test("closing aborts running requests and starts no new ones", async () => {
  await using server = startEmbeddingServer();
  const asking = open(server.url, 10);
  server.trouble = "slow";
  expect(await asking.ask("one")).toBeUndefined();
  // The request goes on after the wait; only one that has arrived can be seen.
  while (server.texts.length === 0) await Bun.sleep(5);
  await asking[Symbol.asyncDispose]();
  asking.pass(60_000);
  expect(await asking.ask("two")).toBeUndefined();
  expect(server.texts).toEqual(["one"]);
});

test("eight texts stay, whoever asks for them again; of many more the oldest are forgotten", async () => {
  const asking = openSlow(A_MINUTE);
  const askFor = async (text: string) => {
    const vector = asking.ask(text);
    asking.answer();
    expect(await vector).toEqual(Float32Array.of(1));
  };
  const texts = Array.from({ length: 17 }, (_, index) => `text ${index}`);
  for (const text of [...texts.slice(0, 8), ...texts.slice(0, 8)]) await askFor(text);
  expect(asking.texts).toEqual(texts.slice(0, 8));
  expect(asking.asks()).toBe(8);
  for (const text of texts.slice(8)) await askFor(text);
  await askFor("text 0");
  expect(asking.texts).toEqual([...texts, "text 0"]);
});

test("an answer in time ends the count of failures", async () => {
  const asking = openSlow(A_MINUTE);
  for (const [text, end] of [
    ["one", asking.fail],
    ["two", asking.answer],
    ["three", asking.fail],
  ] as const) {
    const vector = asking.ask(text);
    end();
    await vector;
    asking.pass(15_000);
  }
  expect(asking.breaker.isClosed()).toBe(true);
});

test("a request that came too late counts once, whether it fails later or not", async () => {
  for (const how of ["fail", "answer"] as const) {
    const asking = openSlow(1);
    expect(await asking.ask("one")).toBeUndefined();
    asking[how]();
    await settled();
    expect([how, asking.breaker.isClosed()]).toEqual([how, false]);
    asking.pass(15_000);
    expect([how, asking.breaker.isClosed()]).toEqual([how, true]);
  }
});

test("closing waits until the last request has ended", async () => {
  const asking = openSlow(1);
  await asking.ask("one");
  let isClosed = false;
  const closing = asking.close().then(() => {
    isClosed = true;
  });
  await settled();
  expect(isClosed).toBe(false);
  asking.fail();
  await closing;
  expect(isClosed).toBe(true);
});

test("a request may go on for ten seconds, so that a server that loads its model comes to an end", async () => {
  using timeout = spyOn(AbortSignal, "timeout");
  const asking = openSlow(A_MINUTE);
  const vector = asking.ask("one");
  asking.answer();
  await vector;
  expect(timeout.mock.calls).toEqual([[10_000]]);
});
