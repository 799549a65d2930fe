/** The documents name files and modules that exist, the terms of the glossary, and the versions of package.json. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..", "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

const documents = [
  "CONTRIBUTING.md",
  "README.md",
  "SECURITY.md",
  ...readdirSync(join(root, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

const modules = readdirSync(join(root, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** `src/…` anywhere, and a module's path in backticks: `pipeline/run`, `daemon/keeper/`. */
function pathsIn(text: string): string[] {
  const anywhere = text.matchAll(/(?<![\w/.])(?:src|viewer\/src|test|bench|generate|bin)\/[\w./*<>-]*\w/g);
  const quoted = text.matchAll(new RegExp(`\`((?:${modules.join("|")})/[\\w./-]*\\w)/?\``, "g"));
  return [...Array.from(anywhere, ([path]) => path), ...Array.from(quoted, ([, path]) => `src/${path}`)];
}

/** A path with a placeholder or a star stands for several files: its folder must exist. */
function isThere(path: string): boolean {
  const fixed = path.replace(/\/[^/]*[<*].*$/, "");
  return existsSync(join(root, fixed)) || existsSync(join(root, `${fixed}.ts`));
}

/** Files of a user's project in examples, and names of the clients' own that look like a module's path. */
const EXAMPLES = new Set([
  "src/totals.ts",
  "src/invoice.ts",
  "src/billing",
  "src/pay",
  "src/pay/charge.ts",
  "src/app.ts",
  "src/hooks/list",
  "src/hooks/hooks.json",
]);

test.each(documents)("every path in %s exists", (document) => {
  const missing = pathsIn(read(document)).filter((path) => !isThere(path) && !EXAMPLES.has(path));
  expect(missing).toEqual([]);
});

test("paths are found in backticks and in running text, with and without an ending", () => {
  const text =
    "See `pipeline/nothing`, `daemon/keeper/` and src/no/file.ts, or `src/pipeline/events/<event>.ts`.";
  expect(pathsIn(text).filter((path) => !isThere(path))).toEqual(["src/no/file.ts", "src/pipeline/nothing"]);
});

test("CONTRIBUTING asks for the node version of package.json, and names its scripts only", () => {
  const { engines, scripts } = JSON.parse(read("package.json")) as {
    engines: { node: string };
    scripts: Record<string, string>;
  };
  const text = read("CONTRIBUTING.md");
  expect(text).toContain(`node ${engines.node.replace(">=", "")} or newer`);
  const named = Array.from(text.matchAll(/npm run ([\w:]+)/g), ([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test("the glossary has every term that code and messages share, once", () => {
  const terms = Array.from(
    read("docs/glossary.md").matchAll(/^\| ([a-z][a-z -]*?) +\|/gm),
    ([, term]) => term,
  );
  const wanted =
    "session, event, observation, memory, author, solution, rule, decision, digest, pitfall, injection, ledger, budget, " +
    "threshold, hold-out, gate, hook, workflow, stage, handoff, keeper, project, client, client memory";
  expect(wanted.split(", ").filter((term) => !terms.includes(term))).toEqual([]);
  expect(terms.filter((term, i) => term !== "term" && terms.indexOf(term) !== i)).toEqual([]);
});

test("docs/architecture.md fits on a few screens", () => {
  expect(read("docs/architecture.md").split("\n").length).toBeLessThanOrEqual(141);
});
