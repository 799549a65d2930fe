import { expect, test } from "bun:test";
import { observation } from "../../test/contract/fixtures.ts";
import { NO_STORE } from "../../test/temp-store.ts";
import { recordsIn } from "../store/records/queries.ts";
import { override } from "../store/store.ts";
import { sessionFiles } from "./prompt.ts";

test("a session knows the files that it touched and those that were named in its words and calls", async () => {
  const asked: object[] = [];
  const known = await sessionFiles(
    override(NO_STORE, recordsIn, {
      observations: async (filter) => {
        asked.push(filter);
        return [
          observation("s", 2, {
            files: ["/p/src/b.ts"],
            input: '{"q":"in-call.ts"}',
            response: "saw in-answer.ts",
          }),
          observation("s", 1, { files: ["/p/src/a.ts"], input: "{}", response: "" }),
        ];
      },
      prompts: async (filter) => {
        asked.push(filter);
        return [{ key: "p", sessionId: "s", at: 1, redaction: 1, text: "Look at asked.ts" }];
      },
    }),
    "s",
    "/p",
  );
  expect(known.touched).toEqual(["src/a.ts", "src/b.ts"]);
  expect(
    ["src/a.ts", "deep/asked.ts", "in-call.ts", "x/in-answer.ts", "src/other.ts"].map((path) =>
      known.isNamed(path),
    ),
  ).toEqual([true, true, true, true, false]);
  expect(asked).toEqual([
    { sessionId: "s", limit: 80 },
    { sessionId: "s", limit: 20 },
  ]);
});
