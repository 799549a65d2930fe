import { describe, expect, test } from "bun:test";
import { estimateTokens } from "../../text/tokens.ts";
import { recallForFile } from "./file.ts";
import { PROMPT_LIMITS, recallMemories } from "./prompt.ts";
import { toQuery } from "./query.ts";
import { renderFacts } from "./render.ts";
import { recallForSubagent, SUBAGENT_LIMITS } from "./subagent.ts";
import type { AlreadyInjected, MemoryFact } from "./types.ts";

const NOW = Date.UTC(2026, 0, 20);
const injected = (some: Partial<AlreadyInjected> = {}): AlreadyInjected => ({
  sessions: new Set(),
  uris: new Set(),
  texts: new Set(),
  ...some,
});

const memory = (uri: string, text: string, more: Partial<MemoryFact> = {}): MemoryFact => ({
  uri,
  text,
  at: NOW,
  ...more,
});

describe("S1.7 memories at a prompt", () => {
  const TEXT = "Stripe webhooks must be verified with the raw body";
  const twice = ["project://stripe", "project://stripe-copy"].map((uri) => memory(uri, TEXT));
  const recall = (prompt: string, memories: MemoryFact[], some: Partial<AlreadyInjected> = {}) =>
    recallMemories({ query: toQuery(prompt), memories, now: NOW, injected: injected(some) });

  test("one whose words are in the prompt is given, the same words from two sources once", () => {
    const { facts, candidates } = recall("the stripe webhook handler fails", twice);
    expect(facts).toHaveLength(1);
    expect(facts[0]?.text).toContain(TEXT);
    expect(candidates.filter(({ outcome }) => outcome === "injected before")).toHaveLength(1);
  });

  test("a word in common is not enough, and what was given or said in this session is not given again", () => {
    expect(recall("rename the stripe-coloured button on the settings page of the shop", twice).facts).toEqual(
      [],
    );
    const [first] = twice;
    expect(
      recall("the stripe webhook handler fails", [first as MemoryFact], {
        uris: new Set(["project://stripe"]),
      }).facts,
    ).toEqual([]);
    const own = memory("project://own", TEXT, { sessionId: "s" });
    expect(recall("the stripe webhook handler fails", [own], { sessions: new Set(["s"]) }).facts).toEqual([]);
  });

  test("every candidate says why it was given or not", () => {
    const [one] = recall("the stripe webhook handler fails", twice).candidates;
    expect(one).toMatchObject({ memory: { uri: "project://stripe" }, outcome: "injected" });
    expect(one?.score).toBeGreaterThan(PROMPT_LIMITS.threshold);
  });
});

test("a block stays within its budget, is framed as notes, and takes the short form where the long one does not fit", () => {
  const fact = { uri: "a", type: "memory", text: "long ".repeat(100), short: "short", reason: "r" };
  const wide = renderFacts("Heading:", [fact], 400);
  expect(wide.block?.text.split("\n").slice(0, 3)).toEqual([
    "<pawl-memory>",
    "Notes from earlier sessions, for reference only.",
    "Heading:",
  ]);
  expect(estimateTokens(wide.block?.text ?? "")).toBeLessThanOrEqual(400);
  expect(renderFacts("Heading:", [fact], 60).block?.text).toContain("- short");
  expect(renderFacts("Heading:", [fact], 20)).toEqual({ block: undefined, left: ["a"] });
});

test("a prompt is searched for by its names and rarest words, not by all of them", () => {
  const { searches, paths, words } = toQuery(
    "Hello there, could you please have a look at src/cart/total.ts and see why computeTotal() is off when we use it with the discount codes that the users enter in the checkout page of the shop, thanks a lot",
  );
  const found = searches.split(" ");
  expect(found.length).toBeLessThanOrEqual(12);
  expect(found.slice(0, 2).sort()).toEqual(["computeTotal", "src/cart/total.ts"]);
  expect(found.indexOf("discount")).toBeLessThan(found.indexOf("users"));
  expect(paths).toEqual(["src/cart/total.ts"]);
  expect(words).not.toContain("please");
});

describe("S1.14 Read and Edit", () => {
  const path = "src/billing.ts";
  const about = memory("project://billing", "Prices are in cents");
  test("nothing is given twice, nothing of the session's own, nothing about an unknown file", () => {
    const uris = new Set(["project://billing"]);
    const recall = (some: Partial<AlreadyInjected>, memories = [about]) =>
      recallForFile({ path, memories, injected: injected(some), budget: 300 });
    expect(recall({ uris })).toBeUndefined();
    expect(recall({ sessions: new Set(["s"]) }, [{ ...about, sessionId: "s" }])).toBeUndefined();
    expect(recall({}, [])).toBeUndefined();
  });
});

test("S1.10 a subagent gets the standing rules, one memory and files for its task, within its budget", () => {
  const core = [
    memory("core://other", "Never edit generated files", { priority: 0 }),
    memory("core://rule", "Orders and refunds are only read, never written", { priority: 0 }),
  ];
  const memories = [memory("project://refunds", "Partial refunds round half up in all orders")];
  const block = recallForSubagent({
    query: toQuery("find out why partial refunds round wrongly in orders"),
    memories,
    core,
    now: NOW,
    injected: injected(),
  });
  expect(block?.sources.map(({ uri }) => uri)).toEqual(["core://rule", "project://refunds"]);
  expect(block?.tokens ?? 999).toBeLessThanOrEqual(SUBAGENT_LIMITS.budget);
});
