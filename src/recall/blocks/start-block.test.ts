import { expect, test } from "bun:test";
import { estimateTokens } from "../../text/tokens.ts";
import { joinBlocks, toBlock } from "./start-block.ts";

const source = (uri: string) => ({ uri, type: "tasks", reason: "open" });

test("a block knows what it costs, and its source costs as much", () => {
  const tokens = estimateTokens("Do this first.");
  expect(toBlock("Do this first.", source("specs://a"))).toEqual({
    text: "Do this first.",
    tokens,
    sources: [{ ...source("specs://a"), tokens }],
    sessions: 0,
  });
});

test("blocks are joined in their order: texts, sources and sessions; nothing is left of none", () => {
  const one = { ...toBlock("one", source("a")), sessions: 2 };
  const two = { ...toBlock("two", source("b")), sessions: 1 };
  expect(joinBlocks([undefined, one, undefined, two])).toEqual({
    text: "one\n\ntwo",
    tokens: estimateTokens("one\n\ntwo"),
    // Each source says what it brought.
    sources: [
      ...one.sources.map((from) => ({ ...from, text: "one" })),
      ...two.sources.map((from) => ({ ...from, text: "two" })),
    ],
    sessions: 3,
  });
  expect(joinBlocks([undefined, undefined])).toBeUndefined();
  expect(joinBlocks([])).toBeUndefined();
});
