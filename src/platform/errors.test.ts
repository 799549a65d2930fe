import { expect, test } from "bun:test";
import { PawlError, toMessage } from "./errors.ts";

test("an error has its code, sentence, hint, values and cause; without them, nothing in their place", () => {
  const cause = new Error("below");
  const full = new PawlError("code", "A sentence", { cause, hint: "Do this.", params: { path: "/a" } });
  expect([full.name, full.code, full.message, full.hint, full.params, full.cause]).toEqual([
    "PawlError",
    "code",
    "A sentence",
    "Do this.",
    { path: "/a" },
    cause,
  ]);
  const bare = new PawlError("code", "A sentence");
  expect([bare.hint, bare.params, bare.cause, "cause" in bare]).toEqual([undefined, {}, undefined, false]);
});

test("whatever was thrown has a message", () => {
  expect([new Error("said"), "text", 5, undefined].map(toMessage)).toEqual([
    "said",
    "text",
    "5",
    "undefined",
  ]);
});
