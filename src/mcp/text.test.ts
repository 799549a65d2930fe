/** What a model reads of records. */
import { describe, expect, test } from "bun:test";
import { observation, prompt } from "../../test/contract/fixtures.ts";
import type { Solution } from "../memory/records/knowledge.ts";
import type { SearchHit, StoredRecord, TimelineItem } from "../search/types.ts";
import type { SessionRecords } from "../store/records/records.ts";
import { injectedText, recordText, searchText, sessionText, solutionText, timelineText } from "./text.ts";

const time = (at: number) => `t${at}`;

test("hits are one line each; none is said", () => {
  const hit = { id: "p1", at: 5, title: "Round\nthe tax", snippet: "to cents" } as SearchHit;
  expect(searchText([hit, { ...hit, id: "p2" }], time)).toBe(
    "p1 · t5 · Round the tax — to cents\np2 · t5 · Round the tax — to cents",
  );
  expect(searchText([], time)).toBe("Nothing found.");
});

test("a timeline marks the record that was asked for, and how calls went", () => {
  const item = { id: "a", at: 1, type: "prompt", title: "Ask" } as TimelineItem;
  const items = [item, { ...item, id: "b", ok: true }, { ...item, id: "c", ok: false }];
  expect(timelineText(items, "b", time).split("\n")).toEqual([
    "  a · t1 · prompt · Ask",
    "→ b · t1 · prompt ok · Ask",
    "  c · t1 · prompt failed · Ask",
  ]);
});

describe("a whole record", () => {
  const text = (type: string, record: object) => recordText({ id: "x1", type, record } as StoredRecord);
  const SOLUTION = { errorSample: "no port", text: "Free it", successes: 1, failures: 0 };

  test("by its kind", () => {
    expect(text("observation", observation("s", 1))).toBe(
      'x1 Bash ok\ninput: {"command":"npm test"}\nresponse: all passed',
    );
    expect(text("observation", observation("s", 1, { ok: false }))).toStartWith("x1 Bash failed\n");
    expect(text("event", { event: "Stop", body: "{}" })).toBe("x1 Stop\n{}");
    expect(text("memory", { uri: "project://a", status: "active", author: "user", content: "One." })).toBe(
      "x1 project://a (active, by the user)\nOne.",
    );
    expect(text("solution", SOLUTION)).toBe("x1\nno port\n  → Free it (seen once)");
    expect(text("prompt", prompt("s", 1, "Ask"))).toBe("x1 prompt\nAsk");
  });

  test("a long one is cut", () => {
    expect(text("prompt", prompt("s", 1, "x".repeat(8000)))).toBe(`x1 prompt\n${"x".repeat(8000)}`);
    const cut = text("prompt", prompt("s", 1, "x".repeat(20_000)));
    expect(cut.length).toBeLessThan(8200);
    expect(cut.length).toBeGreaterThan(7900);
  });

  test("solutions come with how often they worked", () => {
    const track = (successes: number, failures: number) =>
      solutionText([{ ...SOLUTION, successes, failures } as Solution]).split("(")[1];
    expect([track(0, 0), track(1, 0), track(2, 0), track(2, 1)]).toEqual([
      "seen once)",
      "seen once)",
      "worked 2 times)",
      "worked 2 times, did not help 1 times)",
    ]);
    expect(solutionText([])).toBe("No solution is known.");
  });
});

test("a session is its head, its counts and the given lines", () => {
  const session = { id: "s1", startedAt: 3, project: "/p", status: "ended" };
  const records = { session, prompts: [1, 2], observations: [1] } as unknown as SessionRecords;
  expect(sessionText(records, ["Asked: tax"], time)).toBe(
    "s1 · t3 · /p · ended\n2 prompts, 1 tool uses\nAsked: tax",
  );
});

test("when a memory will be injected", () => {
  const when = (uri: string, priority: number, disclosure?: string) =>
    injectedText({ uri, priority, ...(disclosure === undefined ? {} : { disclosure }) });
  expect(when("user://a", 0)).toBe("Injected at the start of every session, in every project.");
  expect(when("project://a", 0)).toBe("Injected at the start of every session in this project.");
  expect(when("project://a", 5)).toBe("Injected when a prompt or a file is related to it.");
  expect(when("project://a", 5, "src/**/*.sql")).toBe(
    "Injected when a file is touched that fits its condition: src/**/*.sql",
  );
  expect(when("project://a", 5, "when deploying")).toBe(
    "Injected when a prompt fits its condition: when deploying",
  );
  expect(new Set(Array.from({ length: 11 }, (_, priority) => when("project://a", priority))).size).toBe(4);
});

test("conditions and titles of a timeline are cut at 120 characters", () => {
  const [fits, long] = ["x".repeat(120), "x".repeat(121)];
  const when = (disclosure: string) => injectedText({ uri: "project://a", priority: 5, disclosure });
  const title = (text: string) =>
    timelineText([{ id: "a", at: 1, type: "prompt", title: text } as TimelineItem], "b", time);
  const file = (text: string) => `${text.slice(2)}/*`;
  expect(title(fits)).toEndWith(` · ${fits}`);
  expect(title(long)).not.toContain(long);
  expect(when(`When ${fits.slice(5)}`)).toEndWith(`fits its condition: When ${fits.slice(5)}`);
  expect(when(`When ${fits.slice(4)}`)).not.toContain(fits.slice(4));
  expect(when(file(fits))).toEndWith(`fits its condition: ${file(fits)}`);
  expect(when(file(long))).not.toContain(file(long));
  expect(when(file(long))).toStartWith("Injected when a file is touched");
});
