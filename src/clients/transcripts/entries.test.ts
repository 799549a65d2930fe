import { expect, test } from "bun:test";
import { SESSION, script } from "../../../test/fixtures/transcript-lines.ts";
import { createCounts, isWhole, readEntries } from "./entries.ts";

const entriesOf = (line: string) => readEntries(line, SESSION, createCounts());
const line = JSON.stringify(script("new").user("hello"));

test("two objects on one line are both read: a client was killed before it wrote the line break", () => {
  expect(entriesOf(line + line).map((entry) => entry.kind)).toEqual(["user", "user"]);
});

test("a complete object after a partial one is read", () => {
  expect(entriesOf(`{"type":"assistant","message":{"content":[{"te${line}`).map((e) => e.kind)).toEqual([
    "user",
  ]);
});

test("runs of NUL, as after a power failure, lose only themselves", () => {
  expect(entriesOf(`\0\0\0${line}\0`).map((entry) => entry.kind)).toEqual(["user"]);
});

test("text that is not JSON is counted", () => {
  const counts = createCounts();
  for (const bad of ["{", "garbage", '{"a":']) readEntries(bad, SESSION, counts);
  expect(counts).toMatchObject({ lines: 3, unreadable: 3 });
});

test("an unknown type is kept and counted", () => {
  const counts = createCounts();
  const [entry] = readEntries('{"type":"hologram","sessionId":"s","x":1}', SESSION, counts);
  expect(entry).toMatchObject({ kind: "unknown", type: "hologram", sessionId: "s", raw: { x: 1 } });
  expect(counts.unknown).toEqual({ hologram: 1 });
});

test("a sign that got in front of a line costs nothing but itself", () => {
  expect(entriesOf(`x${line}`).map((entry) => entry.kind)).toEqual(["user"]);
});

test("a conversation line that quotes bookkeeping is not skipped", () => {
  const quoting = script("new").user('{"type":"progress","data":{"type":"bash_progress"');
  expect(entriesOf(JSON.stringify(quoting)).map((entry) => entry.kind)).toEqual(["user"]);
  const input = { type: "progress", data: { type: "bash_progress" } };
  const calling = JSON.stringify(script("new").call("t", "Odd", input));
  expect(calling).toContain('"type":"progress","data":{"type":"bash_progress"');
  expect(entriesOf(calling)).toMatchObject([{ tools: [{ input }] }]);
});

test("only a complete object counts as a line without its line break", () => {
  expect(isWhole(line)).toBe(true);
  for (let cut = 0; cut < line.length; cut++) expect(isWhole(line.slice(0, cut))).toBe(false);
});

test("a number in front of nothing is no entry", () => {
  expect(entriesOf("5x")).toEqual([]);
});
