import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importsOfPython, moduleFile } from "./task-files.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-python-"));
  for (const name of ["rules.py", "tax.py", "pkg/__init__.py", "pkg/deep.py", "tool/__main__.py"]) {
    mkdirSync(join(dir, name, ".."), { recursive: true });
    writeFileSync(join(dir, name), "");
  }
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const imported = (text: string) => importsOfPython(text, dir).map((file) => file.slice(dir.length + 1));

test("modules beside a file are found however they are imported; installed ones are not", () => {
  expect(imported("import rules, tax as t, os\n")).toEqual(["rules.py", "tax.py"]);
  expect(imported("from .rules import check\n  from pkg.deep import a\nfrom json import loads")).toEqual([
    "rules.py",
    "pkg/deep.py",
  ]);
  expect(imported("import pkg\nimport tool")).toEqual(["pkg/__init__.py", "tool/__main__.py"]);
  expect(imported("# import rules\nprint('import tax')")).toEqual([]);
});

test("a module is a file or a package, or none", () => {
  expect(moduleFile("pkg.deep", dir)).toBe(join(dir, "pkg", "deep.py"));
  expect(moduleFile("requests", dir)).toBeUndefined();
});
