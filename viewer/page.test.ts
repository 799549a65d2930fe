/** Tests of the page that need no browser: its size, its rules, its small functions. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "bun";
import { diffLines } from "./src/parts/diff-lines.ts";
import { parseRoute, toHash } from "./src/state/route.ts";
import type { Memory } from "./src/state/types.ts";
import { toGroups } from "./src/views/memory/groups.ts";

const dir = mkdtempSync(join(tmpdir(), "pawl-viewer-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("the page builds, is under 150 kB gzipped in any language, and names no other host", async () => {
  const build = Bun.spawn([process.execPath, join(import.meta.dir, "build.ts"), dir], { stderr: "pipe" });
  expect([await build.exited, await new Response(build.stderr).text()]).toEqual([0, ""]);
  const names = readdirSync(dir);
  expect(names).toEqual(expect.arrayContaining(["app.js", "app.css", "icon.svg"]));
  const files = names.map((name) => readFileSync(join(dir, name)));
  const sizes = names.map((name) => gzipSync(new Uint8Array(readFileSync(join(dir, name)))).length);
  const sum = (some: number[]) => some.reduce((all, one) => all + one, 0);
  // A browser loads one language besides English, and only when it is chosen.
  const parts = sizes.filter((_, place) => names[place]?.startsWith("part-"));
  expect(sum(sizes) - sum(parts) + Math.max(0, ...parts)).toBeLessThan(150_000);
  const hosts = files.flatMap(
    (bytes) => bytes.toString("utf8").match(/\b(?:https?:)?\/\/[\w-]+\.[\w.-]+/g) ?? [],
  );
  // XML namespace names, and the place where marked wants its errors reported: nobody requests these.
  const named = hosts.filter((host) => !/^https?:\/\/(?:www\.w3\.org|github\.com)$/.test(host));
  expect(named).toEqual([]);
  expect(readFileSync(join(dir, "app.css"), "utf8")).not.toMatch(/@import|url\((?!data:)/);
});

const sources = [...new Bun.Glob("src/**/*.{ts,tsx}").scanSync(import.meta.dir)].map((file) => ({
  file,
  text: readFileSync(join(import.meta.dir, file), "utf8"),
}));

test("nothing in the page writes HTML or evaluates text", () => {
  const unsafe =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|DOMParser/;
  expect(sources.filter(({ text }) => unsafe.test(text)).map(({ file }) => file)).toEqual([]);
});

test("the page uses the daemon only over HTTP", () => {
  const foreign = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/from "([^"]+)"/g)]
      .map(([, from = ""]) => from)
      .filter(
        (from) =>
          !from.startsWith(".") &&
          !/^(preact|preact\/hooks|@preact\/signals|marked|sugar-high\/(core|lang)|diff\/lib\/diff\/array\.js)$/.test(
            from,
          ),
      )
      .map((from) => `${file}: ${from}`),
  );
  const outside = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(import|export) (type )?[^;]*? from "(\.[^"]+)"/g)]
      .filter(([, , type, from = ""]) => {
        const target = join("viewer", file, "..", from);
        const isTypes = type !== undefined && target === join("viewer", "daemon-types.ts");
        const isTemplates = target === join("src", "locale", "template.ts");
        return !isTypes && !isTemplates && !target.startsWith(join("viewer", "src"));
      })
      .map(([, , , from]) => `${file}: ${from}`),
  );
  expect([...foreign, ...outside]).toEqual([]);
});

test("of the daemon's sources the page takes types only, in one file", () => {
  const text = readFileSync(join(import.meta.dir, "daemon-types.ts"), "utf8");
  const statements = [...text.matchAll(/^(?:import|export) (\w+|\{)[^;]*? from /gm)].map(([, word]) => word);
  expect(statements.length).toBeGreaterThan(3);
  expect(statements.filter((word) => word !== "type")).toEqual([]);
});

test.each([
  ["#/sessions/29f1?at=prompt-3", { view: "sessions", id: "29f1", query: { at: "prompt-3" } }],
  ["#/memory/project%3A%2F%2Fa%2Fb", { view: "memory", id: "project://a/b", query: {} }],
  ["", { view: "today", id: "", query: {} }],
  ["#/nonsense", { view: "today", id: "", query: {} }],
  ["#/solutions", { view: "failures", id: "", query: {} }],
  ["#/search?q=%E0%A4%A", { view: "search", id: "" }],
  ["#/sessions/%E0%A4%A", { view: "sessions", id: "%E0%A4%A" }],
])("the address %p opens a view", (hash, route) => {
  expect(parseRoute(hash)).toMatchObject(route);
});

test("an address survives a round trip", () => {
  const hash = toHash("memory", "project://a b/ü?#", { q: "x & y", empty: "", none: undefined });
  expect(parseRoute(hash)).toMatchObject({ view: "memory", id: "project://a b/ü?#" });
  expect({ ...parseRoute(hash).query }).toEqual({ q: "x & y" });
});

test("a diff lists kept, removed and added lines in order", () => {
  const lines = diffLines("a\nb\nc\nd", "a\nx\nc\nd\ne");
  expect(lines.map(({ kind, text }) => `${kind[0]}${text}`)).toEqual(["sa", "rb", "ax", "sc", "sd", "ae"]);
  expect(diffLines("same", "same")).toEqual([{ kind: "same", text: "same" }]);
});

test("memories stand in groups: the first part of a project's URI, the namespace of others", () => {
  const memory = (uri: string): Memory => ({ uri }) as Memory;
  const uris = ["project://rules/a", "project://rules/b/c", "project://x", "user://style/x", "odd"];
  expect(toGroups(uris.map(memory)).map(([name, group]) => [name, group.length])).toEqual([
    ["", 1],
    ["project://", 1],
    ["rules", 2],
    ["user://style", 1],
  ]);
});
