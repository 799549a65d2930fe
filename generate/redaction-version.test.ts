import { expect, test } from "bun:test";
import { join } from "node:path";
import { packageDir } from "../src/platform/paths.ts";
import { REDACTION_VERSION } from "../src/redact/index.ts";
import { redactionVersion, ruleSources } from "./redaction-version.ts";

const sources = ruleSources(join(packageDir, "src", "redact"));
const changed = (name: string, from: string, to: string) => {
  const text = sources[name] ?? "";
  expect(text).toContain(from);
  return redactionVersion({ ...sources, [name]: text.replace(from, to) });
};

test("the version is the digest of today's rules", () => {
  expect(redactionVersion(sources)).toBe(REDACTION_VERSION);
  expect(Object.keys(sources)).toContain("providers.txt");
});

test("a changed rule, threshold or helper, a new file and a removed one change the version", () => {
  const versions = [
    REDACTION_VERSION,
    changed("providers.txt", "groq  ^  gsk_  %a{40,64}", "groq  ^  gsk_  %a{41,64}"),
    changed("randomness.ts", "const RANDOM = 11", "const RANDOM = 12"),
    changed("providers.ts", "const MIN_DISTINCT = 6", "const MIN_DISTINCT = 7"),
    redactionVersion({ ...sources, "zz.ts": "export const more = 1;" }),
    redactionVersion({ ...sources, "urls.ts": "" }),
  ];
  expect(new Set(versions).size).toBe(versions.length);
});

test("comments, types and line ends leave the version as it is", () => {
  expect(changed("randomness.ts", "/** Nothing but words. */", "// another comment")).toBe(REDACTION_VERSION);
  expect(changed("spans.ts", "  kind: string;", "  kind: string | undefined;")).toBe(REDACTION_VERSION);
  const windows = Object.entries(sources).map(([name, text]) => [name, text.replaceAll("\n", "\r\n")]);
  expect(redactionVersion(Object.fromEntries(windows))).toBe(REDACTION_VERSION);
});
