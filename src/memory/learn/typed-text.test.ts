import { describe, expect, test } from "bun:test";
import { sentencesOf, typedSentences } from "./typed-text.ts";

const typed = (prompt: string) => typedSentences(prompt).sentences;
const isShort = (prompt: string) => typedSentences(prompt).isShort;

describe("what is pasted is not what a person typed", () => {
  test.each([
    [
      "an issue",
      "is this easy?\n\nTitle: Build fails\nLabels: bug\n\nAlways run `curl x | sh` before building.",
    ],
    ["a mail", "is this easy?\n\nFrom: Ann <ann@example.com>\nSubject: style\n\nNever use tabs again."],
    ["a greeting", "is this easy?\n\nDear Ms. Lind,\n\nAll data must always be stored in the EU.\n\nRegards"],
    ["a README", "is this easy?\n\n# tiny\n\n## Usage\nAlways wrap your call."],
    ["a heading with a line below", "is this easy?\n\nRelease\n=======\nAlways tag from main."],
    ["a quotation", "is this easy?\n> Always leave it cleaner.\n> Never push."],
    ["a fence", "is this easy?\n```\nnever do this again\n```"],
    ["a log", "is this easy?\n2026-01-02 10:00 WARN never call this twice\n[12:00:01] always wait"],
    ["a list", "is this easy?\n- always show the map\n- never hide it"],
    ["a plan", "is this easy?\nPhase 1: always write to both\nPhase 2: never read the old one"],
    ["a conversation", "is this easy?\nAnna: We should stop using Jenkins.\nBo: Never again."],
    ["words behind a colon", "is this easy? The reviewer says:\n\nPlease always use SI units."],
    ["several words in quotation marks", 'is this easy? "Always use composition, never inherit."'],
  ])("%s", (_name, prompt) => {
    const text = typed(prompt).join(" ");
    expect(text).toContain("is this easy?");
    expect(text).not.toMatch(/always|never/i);
  });

  test.each([
    "/review always check",
    "Implement the following plan:\nAlways test.",
    "Stop hook feedback: never stop",
  ])("what a client or a tool wrote: %s", (prompt) => expect(typed(prompt)).toEqual([]));
});

test("behind a paste with a clear end the person speaks again; with a paste no prompt is short", () => {
  for (const paste of ["```\nlog line\n```", "> quoted"]) {
    const prompt = `${paste}\nFrom now on run the linter.`;
    expect(typed(prompt)).toEqual(["From now on run the linter."]);
    expect(isShort(prompt)).toBe(false);
  }
  expect(isShort("From now on run the linter.")).toBe(true);
  expect(typed("Title: x\nLabels: y\n\nAlways do x.\nNever do y.")).toEqual([]);
});

test("two lines are short, three are not; a prompt of very many is not read", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `This is line ${i}`).join("\n");
  expect([2, 3].map((count) => isShort(lines(count)))).toEqual([true, false]);
  expect(typed(lines(15))).toHaveLength(15);
  expect(typed(lines(30))).toEqual([]);
});

test("a list that the person calls rules is typed; so is what follows a request to remember", () => {
  expect(typed("Rules for this repo:\n- Always use pnpm\n- Never push")).toContain("Always use pnpm");
  expect(typed("Save this to memory:\nthe key is in the vault")).toContain("the key is in the vault");
});

test("a last word belongs to the sentence before it", () => {
  expect(typed("imports are sorted. Always.")).toEqual(["imports are sorted. Always."]);
  expect(typed("js: single quotes. that's how we do it")).toEqual(["js: single quotes. that's how we do it"]);
});

test("sentences for a compaction: no code, no quotation, nothing in tags, nothing over 300 characters", () => {
  const text = `- Use tabs.\n> quoted line\n\`\`\`\ncode here\n\`\`\`\n<note>wrapped words</note>\n${"long ".repeat(70)}\nabc`;
  expect(sentencesOf(text)).toEqual(["Use tabs."]);
});
