import { expect, test } from "bun:test";
import { readableOutput } from "./readable-output.ts";

test.each([
  ["plain text", "plain text"],
  ['{"stdout":"ok\\nfine","stderr":"","interrupted":false}', "ok\nfine"],
  ['{"type":"text","file":{"filePath":"/p/a.ts","content":"const a = 1;\\n"}}', "const a = 1;"],
  ['[{"type":"text","text":"one"},{"type":"text","text":"two"}]', "one\n\ntwo"],
  ['{"content":[{"type":"text","text":"Only totals.ts."}],"totalTokens":12}', "Only totals.ts."],
  ['{"filenames":["a.ts","b.ts"],"numFiles":2}', "a.ts\nb.ts"],
  // Cut when it was stored, in the middle of a text and of an escape.
  [
    '{"type":"text","file":{"filePath":"/p/a.ts","content":"const a = 1;\\nconst b = \\u00e',
    "const a = 1;\nconst b =",
  ],
  ['{"unknown":{"deep":true}}', '{"unknown":{"deep":true}}'],
])("%p reads as %p", (response, text) => {
  expect(readableOutput(response).text).toBe(text);
});

test("the exit code of a failed command is told apart from its output", () => {
  expect(readableOutput("Error: Exit code 2\nno such file")).toEqual({ text: "no such file", exitCode: 2 });
});
