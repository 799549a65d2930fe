/** A client is named in its own folder, in the tables of `src/clients`, in words and in docs: nowhere else. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { CLIENT_NAMES } from "../../src/clients/index.ts";
import { SETUPS } from "../../src/clients/setups.ts";
import { readSources, root } from "./parsed-sources.ts";

/** Comments may name a client: they give reasons. */
function codeOf(path: string): string {
  const text = readFileSync(join(root, path), "utf8");
  return parseSync(path, text).comments.reduceRight(
    (code, { start, end }) => code.slice(0, start) + code.slice(end),
    text,
  );
}

/** What is about one client and no other, by its nature. The list only ever gets shorter. */
const ABOUT_ONE = [
  // Sentences about Claude Code's own settings files, where users write their hooks.
  "src/hooks/config/check-matcher.ts",
  "src/hooks/config/client-findings.ts",
  "src/hooks/config/hook-schema.ts",
  "src/hooks/run-hooks.ts",
  // Its own memory, and the Agent SDK, which starts it.
  "src/memory/client/client-files.ts",
  "src/sdk/application.ts",
  // What was recorded before clients had names.
  "src/store/records/writes.ts",
  // What its model is called.
  "viewer/src/views/session/entry.tsx",
];

const names = CLIENT_NAMES.flatMap((name) => [name, SETUPS[name].title]);
const NAMED = new RegExp(`["'\`][^"'\`\\n]*\\b(?:${names.join("|")})\\b[^"'\`\\n]*["'\`]`, "g");
/** The format of events that all clients share began as Claude Code's, and so did its folder. */
const IMPORT = /^(?:import|export|\} from)\b.*$/gm;

test("no file outside of src/clients has a client's name or title", () => {
  const files = readSources(["src", "viewer/src"])
    .map(({ path }) => path)
    .filter(
      (path) =>
        !/^src\/clients\/|^src\/locale\/|^viewer\/src\/words\/|\.test\.tsx?$|test-\w+\.ts$/.test(path),
    );
  const found = files.flatMap((path) => {
    const lines = codeOf(path).replaceAll(IMPORT, "").match(NAMED) ?? [];
    return lines.length > 0 && !ABOUT_ONE.includes(path) ? [`${path}: ${lines[0]}`] : [];
  });
  expect(found).toEqual([]);
});
