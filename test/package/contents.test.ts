/** What a user gets from npm: all that the program and its documents need, and nothing that only a developer needs. */
import { beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize, resolve } from "node:path";

const root = resolve(import.meta.dir, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const LIMIT = 120_000;

let packed: Set<string>;
beforeAll(async () => {
  // Without the builds of `prepack`: what they make is generated, and the folder they write to is shared with daemons.
  const child = Bun.spawn(["npm", "pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    stdout: "pipe",
    stderr: "ignore",
  });
  const listed: unknown = JSON.parse(await child.stdout.text());
  packed = new Set(namesIn(listed).map((file) => file.replaceAll("\\", "/")));
}, LIMIT);

/** npm 12 answers an object by package name where npm 11 answers a list. */
function namesIn(listed: unknown): string[] {
  const packages = Object.values(listed as Record<string, { files: { path: string }[] }>);
  return packages.flatMap(({ files }) => files.map(({ path }) => path));
}

const sources = () => [...packed].filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"));

/** What a source file imports at run time, in any way. */
function importsOf(file: string): string[] {
  const transpiler = new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts" });
  const imports = transpiler.scanImports(read(file)).map(({ path }) => path);
  // Bun names its default for JSX; the page's build names Preact instead.
  return imports.filter((path) => !/^react(\/|$)/.test(path));
}

const filesImportedBy = (file: string) =>
  importsOf(file)
    .filter((path) => path.startsWith("."))
    .map((path) => normalize(join(dirname(file), path)).replaceAll("\\", "/"));

test("programs, documents, schemas and the page's sources are in it", () => {
  const needed = [
    "bin/pawl",
    "src/cli/main.ts",
    "src/sdk/index.ts",
    "plugin/hooks/hooks.json",
    "schema/pawl.schema.json",
    "types/index.d.ts",
    "viewer/build.ts",
    "docs/architecture.md",
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "LICENSE",
  ];
  expect(needed.filter((file) => !packed.has(file))).toEqual([]);
});

test("no test is in it, nor what only tests use", () => {
  const tests = [...packed].filter((file) => /\.test\.tsx?$|^(test|bench)\//.test(file));
  const usingTheRunner = sources().filter((file) => read(file).includes('"bun:test"'));
  const imported = new Set(sources().flatMap(filesImportedBy));
  const support = sources().filter((file) => basename(file).startsWith("test-") && !imported.has(file));
  expect({ tests, usingTheRunner, support }).toEqual({ tests: [], usingTheRunner: [], support: [] });
});

test("every file that a packed source file imports is packed as well", () => {
  const missing = sources().flatMap((file) =>
    filesImportedBy(file)
      .filter((target) => !packed.has(target))
      .map((target) => `${file}: ${target}`),
  );
  expect(missing).toEqual([]);
});

test("every package that a packed source file imports is a dependency that users get", () => {
  const { dependencies, peerDependencies } = JSON.parse(read("package.json"));
  const known = new Set(Object.keys({ ...dependencies, ...peerDependencies }));
  const missing = sources().flatMap((file) =>
    importsOf(file)
      .filter((name) => !/^(\.|node:|bun:|bun$)/.test(name))
      .filter((name) => !known.has(name.split("/", name.startsWith("@") ? 2 : 1).join("/")))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test("every link in a packed document leads to a packed file", () => {
  const documents = [...packed].filter((file) => file.endsWith(".md"));
  expect(documents.length).toBeGreaterThan(5);
  const dead = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !/^[a-z]+:/.test(link))
      .filter((link) => !packed.has(normalize(join(dirname(file), link)).replaceAll("\\", "/")))
      .map((link) => `${file}: ${link}`),
  );
  expect(dead).toEqual([]);
});

test("the builds that a package brings along are made when it is packed", () => {
  const { scripts } = JSON.parse(read("package.json"));
  expect(scripts.prepack).toContain("bin/bundle.ts");
  expect(scripts.prepack).toContain("viewer/build.ts");
});
