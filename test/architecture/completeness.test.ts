import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findSecrets } from "../../src/redact/index.ts";
import { providerRules } from "../../src/redact/providers.ts";
import { sampleOf } from "../fixtures/sample-of.ts";
import { createSecrets } from "../fixtures/secrets.ts";
import { readSources, root } from "./parsed-sources.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");

test("every provider's format finds a key that is drawn from it, and by its own name", () => {
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  const isFound = ({ kind, prefixes, head, body }: (typeof providerRules)[number]) =>
    Array.from({ length: 12 }).some(() => {
      const prefix = prefixes[random(prefixes.length)] ?? "";
      const text = `x ${sampleOf(head, random)}${prefix}${sampleOf(body, random)} y`;
      return findSecrets(text).some((found) => found.kind === kind && found.end > text.length - 6);
    });
  const without = providerRules.filter((rule) => !isFound(rule));
  expect(without.map(({ kind, prefixes }) => `${kind}: ${prefixes.join(" ")}`)).toEqual([]);
});

test("every other kind of secret that the code names has a fixture too", () => {
  const named = readSources(["src/redact"])
    .filter(({ path }) => !/\.test\.ts$/.test(path))
    .flatMap(({ path }) => [...read(path).matchAll(/\bkind: "([\w-]+)"/g)])
    .map(([, kind = ""]) => kind);
  expect(named).toContain("jwt");
  const found = new Set(
    [...createSecrets(1).map(({ text }) => text), "PLAIN_VALUE=anything"].flatMap((text) =>
      // In a file of this name every value is hidden, a plain one as well.
      [...findSecrets(text), ...findSecrets(text, { path: "/p/.env" })].map(({ kind }) => kind),
    ),
  );
  // A private tag hides what its writer marks, whatever it is: index.test.ts has its cases.
  expect([...new Set(named)].filter((kind) => !found.has(kind) && kind !== "private")).toEqual([]);
});

test("every command has a row in the table of docs/commands.md, and every row a command", () => {
  const commands = [...read("src/cli/commands.ts").matchAll(/^ {2}(\w+): \(\) => import\(/gm)].map(
    ([, name = ""]) => name,
  );
  expect(commands).toContain("doctor");
  const rows = read("docs/commands.md")
    .split("\n")
    .filter((line) => line.startsWith("| `pawl "));
  const firsts = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`(?:pawl )?(\w+)/g)].map(([, name = ""]) => name),
  );
  const mentioned = rows.flatMap((row) => [...row.matchAll(/`pawl (\w+)/g)].map(([, name = ""]) => name));
  expect(commands.filter((name) => !firsts.includes(name) && !mentioned.includes(name))).toEqual([]);
  expect(firsts.filter((name) => !commands.includes(name))).toEqual([]);
});

const TERMS =
  "session event observation memory solution rule injection budget threshold gate hook workflow stage project client";

test("the glossary has every term that code and docs rely on, each once", () => {
  const terms = [...read("docs/glossary.md").matchAll(/^\| ([a-z][\w -]*?) +\|/gm)]
    .map(([, term = ""]) => term)
    .filter((term) => term !== "term");
  expect(TERMS.split(" ").filter((term) => !terms.some((each) => each.split(" ").includes(term)))).toEqual(
    [],
  );
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([]);
});
