import { expect, test } from "bun:test";
import { pack, unpack } from "./rows.ts";

const LONG = "some output of a tool, again and again\n".repeat(50);

test.each([
  ["short", "{}", "ok"],
  ["long", JSON.stringify({ command: "x" }), LONG],
  ["only an input", LONG, ""],
  ["only an output", "", LONG],
  ["characters beyond ASCII, and a line break in the input", `{"a":"数\n😀"}`, `${LONG}é`],
  ["no pattern", "{}", Buffer.from(crypto.getRandomValues(new Uint8Array(900))).toString("base64")],
])("%s: what is read is what was stored", (_, input, response) => {
  expect(unpack(pack(input, response))).toEqual({ input, response });
});

test("what repeats is compressed, and its plain columns are empty; what is short stays readable", () => {
  const long = pack("{}", LONG);
  expect([long.input, long.response]).toEqual(["", ""]);
  expect(long.packed?.length).toBeLessThan(LONG.length / 5);
  expect(pack("{}", "ok")).toEqual({ input: "{}", response: "ok", packed: null });
});
