import { expect, test } from "bun:test";
import { REDACTION_VERSION, redactJson, redactText } from "../../redact/index.ts";
import { type Redactor, redactor } from "../../redact/redactor.ts";
import { filesOf, startOf, toObservation } from "./observation.ts";
import { RESPONSE_LIMIT } from "./records.ts";

const real: Redactor = { text: redactText, json: redactJson, version: REDACTION_VERSION };
const plain: Redactor = { text: (t) => t, json: (v) => v, version: 0 };
const responseText = (response: unknown) => toObservation({ ...call, response }, plain).response;
const call = { sessionId: "s", at: 5, toolName: "Bash", input: {}, response: "", ok: true };

test("S4.7 a response is cut at 10000 characters, and what is not text is written as JSON first", () => {
  expect(responseText("x".repeat(20_000))).toBe("x".repeat(RESPONSE_LIMIT));
  expect(responseText({ stdout: "hi" })).toBe('{"stdout":"hi"}');
  expect(responseText(undefined)).toBe("");
  expect(responseText({ big: "y".repeat(20_000) })).toHaveLength(RESPONSE_LIMIT);
});

test("S4.7 a cut never goes through a character", () => {
  const text = responseText("x".repeat(RESPONSE_LIMIT - 1) + "😀".repeat(10));
  expect(text.isWellFormed()).toBe(true);
  expect(text).toHaveLength(RESPONSE_LIMIT - 1);
});

test("S4.7 only as much of a huge answer is looked at as is kept, and it is the same text", () => {
  const huge = {
    list: Array.from({ length: 9000 }, (_, i) => ({ line: `line ${i}` })),
    end: "z".repeat(1e6),
  };
  expect(toObservation({ ...call, response: huge }, plain).response).toBe(
    JSON.stringify(huge).slice(0, RESPONSE_LIMIT),
  );
  expect(JSON.stringify(startOf(huge, 100)).length).toBeLessThan(1000);
});

test("files are named by the tools that name one; a command names none", () => {
  expect(filesOf("Edit", { file_path: "/a.ts" })).toEqual(["/a.ts"]);
  expect(filesOf("MultiEdit", { file_path: "/a.ts", edits: [] })).toEqual(["/a.ts"]);
  expect(filesOf("NotebookEdit", { notebook_path: "/a.ipynb" })).toEqual(["/a.ipynb"]);
  expect(filesOf("Grep", { pattern: "x", path: "src" })).toEqual(["src"]);
  expect(filesOf("Grep", { pattern: "x" })).toEqual([]);
  expect(filesOf("Bash", { command: "cat /a.ts", path: "/a.ts" })).toEqual([]);
  expect(filesOf("Read", null)).toEqual([]);
});

test("no secret is in any field, also when the cut goes through it", () => {
  const secret = `ghp_${"aB3dE6gH9jK2".repeat(3)}`;
  const padding = "x ".repeat(RESPONSE_LIMIT / 2 - 8);
  const seen = toObservation(
    { ...call, input: { command: `echo ${secret}` }, response: padding + secret, toolUseId: "t" },
    real,
  );
  expect(seen.input).not.toContain("ghp_a");
  expect(seen.response).not.toContain("ghp_a");
  expect(seen.redaction).toBe(REDACTION_VERSION);
});

test("what a tool answers about an env file is redacted as one, whatever the answer's shape", () => {
  const line = "COLOUR_OF_DOOR=plum-crazy-42";
  const shapes = [
    { ...call, toolName: "Read", input: { file_path: "/app/.env" }, response: line },
    { ...call, input: { command: "cat .env" }, response: { stdout: line, stderr: "" } },
  ];
  for (const shape of shapes) expect(toObservation(shape, real).response).not.toContain("plum-crazy-42");
});

test("fields that are not known are absent rather than undefined", () => {
  expect(Object.values(toObservation({ ...call, promptId: undefined }, real))).not.toContain(undefined);
});

test("what the end of the part that was read may have cut through is never stored, however much was removed before it", () => {
  const key =
    ["-----BEGIN RSA PRI", "VATE KEY-----\n"].join("") +
    "MIIJKQIBAAKCAgEA7vK2qPz9Lw3Xy8Rt\n".repeat(95) +
    ["-----END RSA PRI", "VATE KEY-----\n"].join("");
  const passwords = Array.from({ length: 200 }, (_, i) => `pASi${(i * 7919).toString(36)}Qx${i}7a`);
  const lines = passwords.map((password) => `postgres://app:${password}@db.internal:5432/shop`);
  for (let shift = 0; shift < 60; shift++) {
    const response = `${"x".repeat(shift)}\n${key}${lines.join("\n")}`;
    const call = { sessionId: "s", at: 1, toolName: "Bash", input: {}, ok: true };
    for (const shape of [response, { stdout: response }]) {
      const stored = toObservation({ ...call, response: shape }, redactor).response;
      expect(passwords.filter((password) => stored.includes(password.slice(0, 6)))).toEqual([]);
    }
  }
});

test("the file before an edit is left out, so that the patch fits; a short one, or another tool's field, stays", () => {
  const structuredPatch = [{ oldStart: 7, lines: ["-a", "+b"] }];
  const stored = (response: unknown) =>
    toObservation({ ...call, toolName: "Edit", input: { file_path: "/a.ts" }, response }, real).response;
  const long = { filePath: "/a.ts", originalFile: "line\n".repeat(5_000), structuredPatch };
  expect(stored(long)).toBe(JSON.stringify({ filePath: "/a.ts", structuredPatch }));
  const short = { originalFile: "line\n", structuredPatch };
  expect(stored(short)).toBe(JSON.stringify(short));
  expect(stored({ originalFile: "line ".repeat(500) })).toContain("originalFile");
});
