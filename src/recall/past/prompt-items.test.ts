import { describe, expect, test } from "bun:test";
import { digests } from "../../../test/past-digest.ts";
import { createPast } from "./past.ts";
import { pastTurn, promptFiles, rankSessions } from "./prompt-items.ts";
import { queryWords } from "./words.ts";

const nobody = () => false;
const query = (prompt: string, more: { touched?: string[]; branch?: string } = {}) => ({
  words: queryWords(prompt),
  touched: [],
  ...more,
});

const others = [
  "login cookie",
  "search debounce",
  "invoice export",
  "theme switch",
  "mail queue",
  "backup job",
].map((about) => ({
  turns: [{ prompt: `Fix the ${about} please`, edited: [`src/${about.replace(" ", "-")}.ts`] }],
}));
const refund = {
  turns: [
    {
      prompt: "Refund rounding loses a cent in the voucher totals",
      answer: "Refund rounding now keeps the cent.",
      edited: ["src/refund-rounding.ts", "src/refund-rounding.test.ts"],
    },
  ],
};
const past = createPast(digests(refund, ...others));

describe("files for a prompt", () => {
  test("a file whose name and history fit is named; an unrelated prompt names none", () => {
    const items = promptFiles(past, query("The refund rounding is wrong again for vouchers"), nobody);
    expect(items.map(({ text }) => text)).toContain("src/refund-rounding.ts");
    expect(promptFiles(past, query("Bake a chocolate cake for the birthday party"), nobody)).toEqual([]);
  });

  test("what the session knows already is not named, and one word is no question", () => {
    const asked = query("The refund rounding is wrong again for vouchers");
    expect(promptFiles(past, asked, () => true)).toEqual([]);
    expect(promptFiles(past, query("refund"), nobody)).toEqual([]);
  });

  test("a file that is edited in every session does not fit every prompt", () => {
    const hot = createPast(
      digests(...Array(12).fill({ turns: [{ prompt: "go on", edited: ["src/main.ts"] }] })),
    );
    expect(promptFiles(hot, query("Bake a chocolate cake for the birthday party"), nobody)).toEqual([]);
  });
});

describe("past sessions for a prompt", () => {
  test("the one that was about it comes first, however often others are newer", () => {
    const [best] = rankSessions(past, query("vouchers lose a cent when refunds are rounded"));
    expect(past.sessions[best?.place ?? -1]?.sessionId).toBe("session-0");
  });

  test("the turn is given when the evidence is strong and it changed something", () => {
    const item = pastTurn(past, query("refund rounding loses a cent in voucher totals"));
    expect(item?.text).toBe(
      "2026-01-01 “Refund rounding loses a cent in the voucher totals”: changed src/refund-rounding.ts, src/refund-rounding.test.ts",
    );
    expect(pastTurn(past, query("the totals on the page look odd to me"))).toBeUndefined();
    const asked = createPast(digests({ turns: [{ prompt: refund.turns[0]?.prompt ?? "" }] }, ...others));
    expect(pastTurn(asked, query("refund rounding loses a cent in voucher totals"))).toBeUndefined();
  });

  test("asking in vain does not push the answer down", () => {
    const vain = {
      turns: [{ prompt: "What is the refund rounding for vouchers?", answer: "I do not know." }],
    };
    const again = createPast(digests(refund, ...others, vain, vain));
    const item = pastTurn(again, query("refund rounding loses a cent in voucher totals"));
    expect(item?.uri).toStartWith("session://session-0");
  });

  test("the branch and a file that the prompt names count", () => {
    const same = { turns: [{ prompt: "Improve the parser code", edited: ["src/parser.ts"] }] };
    const two = createPast(digests({ ...same, branch: "topic" }, { ...same, branch: "main" }));
    expect(rankSessions(two, query("Improve the parser code", { branch: "topic" }))[0]?.place).toBe(1);
    const named = createPast(digests(refund, ...others));
    const [best] = rankSessions(
      named,
      query("look at the odd thing here", { touched: ["src/mail-queue.ts"] }),
    );
    expect(named.sessions[best?.place ?? -1]?.files[0]?.path).toBe("src/mail-queue.ts");
  });
});

describe("links, pasted output and templates are no question", () => {
  test.each([
    "https://github.com/refund/rounding/pull/1",
    "> refund rounding vouchers totals cents",
    "```\nrefund rounding vouchers totals\n```",
    "<system>refund rounding vouchers totals</system>",
    "Implement the following plan:",
    "| ---- | ---- | ==== |",
  ])("%s", (pasted) => expect(queryWords(pasted)).toEqual([]));

  test("long prompts work like short ones: at most sixty words, each once", () => {
    const long = Array.from(
      { length: 300 },
      (_, i) => `word${"abcdefghij"[i % 10]}${"klmnopqrst"[Math.floor(i / 10) % 10]}`,
    );
    expect(queryWords([...long, ...long].join(" ")).length).toBe(60);
  });
});
