import { expect, test } from "bun:test";
import { startEmbeddingServer, type Trouble } from "../../../test/embedding-server.ts";
import { createAsking } from "./ask.ts";
import { createBreaker } from "./breaker.ts";
import { createEndpoint } from "./endpoint.ts";

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
