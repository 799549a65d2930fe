import { expect, test } from "bun:test";
import type { Observation } from "../../store/records/records.ts";
import { failureWords } from "./failure-words.ts";
import { idOf, type MemorySet, type SetMember } from "./memory-set.ts";

const member = (uri: string, body: string, description = ""): SetMember => ({
  ...{ uri, project: "/p", title: uri, description, body, at: 1, path: "" },
});

function found(response: string, bodies: Record<string, string>, input = "{}") {
  const members = Object.entries(bodies).map(([uri, body]) => member(uri, body));
  const set = { members: new Map(members.map((one) => [idOf(one), one])) } as unknown as MemorySet;
  const match = failureWords({ input, response } as Observation, set);
  return match === undefined ? undefined : [match.member.uri, match.names];
}

test("a code is enough, of ordinary names two are needed", () => {
  expect(found("listen EADDRINUSE now", { a: "EADDRINUSE means two servers." })).toEqual([
    "a",
    ["EADDRINUSE"],
  ]);
  for (const code of ["ERR_BAD_PORT", "TS2304", "EPIPE", "E123"])
    expect(found(`failed: ${code}.`, { a: `Of ${code}: look.` })).toEqual(["a", [code]]);
  for (const plain of ["EPIP", "TS23", "ABCDE2304", "TS230401"])
    expect(found(`failed: ${plain}`, { a: `Of ${plain}: look.` })).toBeUndefined();
  expect(found("loadTax and src/tax.ts", { a: "loadTax alone" })).toBeUndefined();
  expect(found("loadTax and src/tax.ts", { a: "loadTax is in src/tax.ts" })).toEqual([
    "a",
    ["loadTax", "src/tax.ts"],
  ]);
});

test("ordinary words prove nothing, whatever their number", () => {
  expect(found("cannot find the module again", { a: "cannot find the module again" })).toBeUndefined();
});

test("names have four to eighty characters, and count once", () => {
  const twice = (name: string) => found(`${name} ${name} load_me`, { a: `${name} load_me` });
  expect(twice("a_b")).toBeUndefined();
  expect(twice("a_bc")).toEqual(["a", ["a_bc", "load_me"]]);
  const long = `a_${"b".repeat(78)}`;
  expect(twice(long)).toEqual(["a", [long, "load_me"]]);
  expect(twice(`${long}b`)).toBeUndefined();
  expect(found("load_me load_me", { a: "load_me" })).toBeUndefined();
});

test("only whole names count, in the description too", () => {
  expect(found("EADDRINUSE", { a: "xEADDRINUSE" })).toBeUndefined();
  expect(found("EADDRINUSE", { a: "EADDRINUSE2" })).toBeUndefined();
  expect(found("EADDRINUSE", { a: "(EADDRINUSE)" })).toEqual(["a", ["EADDRINUSE"]]);
  expect(found("EADDRINUSE", { a: "nothing" })).toBeUndefined();
  const described = member("a", "body", "about EADDRINUSE");
  const set = { members: new Map([[idOf(described), described]]) } as unknown as MemorySet;
  const call = { input: "{}", response: "EADDRINUSE" } as Observation;
  expect(failureWords(call, set)?.member.uri).toBe("a");
});

test("the memory that names most is taken, the first of two that name as much", () => {
  const response = "EADDRINUSE at src/serve.ts";
  expect(found(response, { a: "EADDRINUSE", b: "EADDRINUSE src/serve.ts" })).toEqual([
    "b",
    ["EADDRINUSE", "src/serve.ts"],
  ]);
  expect(found(response, { a: "EADDRINUSE", b: "EADDRINUSE" })).toEqual(["a", ["EADDRINUSE"]]);
});

test("the command counts, and the first four thousand characters of the output", () => {
  const input = JSON.stringify({ command: "npm run build_all" });
  expect(found("src/a.ts", { a: "build_all src/a.ts" }, input)).toEqual(["a", ["build_all", "src/a.ts"]]);
  expect(found("src/a.ts", { a: "build_all src/a.ts" }, '{"command":"npm run build_all')).toBeUndefined();
  expect(found("src/a.ts", { a: "build_all src/a.ts" }, '{"command":["build_all"]}')).toBeUndefined();
  const at = (end: number) => found(`${".".repeat(end - 6)} EPIPE`, { a: "EPIPE" });
  expect(at(4_000)).toEqual(["a", ["EPIPE"]]);
  expect(at(4_001)).toBeUndefined();
});
