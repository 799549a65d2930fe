import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileCache, type Stamps } from "../file-cache.ts";
import { scanScript } from "./script-files.ts";

let dir: string;

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), "pawl-files-")));
});

afterEach(() => rm(dir, { recursive: true, force: true }));

async function file(name: string, source: string): Promise<string> {
  await mkdir(join(dir, "lib"), { recursive: true });
  await writeFile(join(dir, name), source);
  return join(dir, name);
}

test("a script's files are what it imports by relative path, however it does, round trips included", async () => {
  const entry = await file(
    "a.ts",
    'import { b } from "./lib/b"; export * from "./c.js"; const d = () => import("./d.ts"); b(d);',
  );
  await file(
    "lib/b.ts",
    'import "../a.ts"; import type { X } from "./types.ts"; import fs from "node:fs"; import "zod"; export const b = fs;',
  );
  await file("c.js", 'const e = require("./e.json");');
  await file("d.ts", 'import "./missing.ts";');
  await file("e.json", "{}");
  await file("lib/types.ts", "export type X = 1;");
  const names = [...scanScript(entry).stamps.keys()].map((path) => path.slice(dir.length + 1)).sort();
  expect(names).toEqual(["a.ts", "c.js", "d.ts", "e.json", "lib/b.ts"]);
});

test("what is no script hides no import", async () => {
  const entry = await file("a.ts", 'import text from "./notes.txt"; text;');
  await file("notes.txt", "Use import(name) here");
  const { stamps, unknown } = scanScript(entry);
  expect([...stamps.keys()].sort()).toEqual([entry, join(dir, "notes.txt")]);
  expect(unknown).toEqual([]);
});

test("a change, a removal and a script that does not parse are noticed", async () => {
  const entry = await file("a.ts", 'import "./b.ts";');
  await file("b.ts", "1");
  const cache = new FileCache<Stamps>();
  const scan = () =>
    cache.get(entry, () => {
      const { stamps } = scanScript(entry);
      return { value: stamps, stamps };
    });
  const first = scan();
  expect(scan()).toBe(first);
  await file("b.ts", "22");
  expect(scan()).not.toBe(first);
  await rm(join(dir, "b.ts"));
  expect([...scanScript(entry).stamps.keys()]).toEqual([entry]);
  await file("a.ts", "export default (=>");
  expect([...scanScript(entry).stamps.keys()]).toEqual([entry]);
});

test("an import by an alias of tsconfig.json is followed, and the file that defines the alias too", async () => {
  const entry = await file("a.ts", 'import { b } from "@/b"; export default () => b;');
  await file("lib/b.ts", "export const b = 1;");
  const config = { compilerOptions: { paths: { "@/*": ["./lib/*"] } } };
  await file("tsconfig.json", JSON.stringify(config));
  const names = [...scanScript(entry).stamps.keys()].map((path) => path.slice(dir.length + 1)).sort();
  expect(names).toEqual(["a.ts", "lib/b.ts", "tsconfig.json"]);
});

test("S26 a file whose name is computed is named with its line", async () => {
  const source =
    'const name = process.env.X;\nexport default async () => (await import(name)).default;\nrequire("./b.ts");';
  const entry = await file("a.ts", source);
  expect(scanScript(entry).unknown).toEqual([`${entry}:2 loads a file whose name is computed`]);
});
