/** The client's memories as the store has them: reports, what is affected by forgetting, and what may be injected. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../store/open.ts";
import type { Store } from "../../store/store.ts";
import type { MemoryDraft } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { affectedFiles } from "./affected.ts";
import { readText } from "./files.ts";
import { openForgottenFiles } from "./forgotten.ts";
import { idOf, linkedFrom, loadSet } from "./memory-set.ts";
import { reportOn } from "./report.ts";
import { removeIfSame, writeIfSame, writeIndexLine, writeNew } from "./write-file.ts";

const PROJECT = "/projects/one";
let dir: string;
let store: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-client-parts-"));
  store = await openStore({ database: join(dir, "pawl.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

function file(name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}
function save(uri: string, content: string, more: Partial<MemoryDraft> = {}) {
  const made = { origin: "user", redaction: 1, author: "ann", at: 10 } as const;
  return memoriesIn(store).saveMemory({ uri, project: PROJECT, content, ...made, ...more });
}
const fromClient = (path: string, more: object = {}) => ({
  provenance: { client: { path, hash: "h", mtimeMs: 5, ...more } } as never,
});

test("a report names links that lead nowhere, files that are gone, and what was said to contradict", async () => {
  await save("client://tax", "See [[rates.md]] and [[gone]].", fromClient(file("tax.md", "x")));
  await save("client://rates", "Rates.", fromClient(join(dir, "missing.md")));
  await save("project://own", "See [[nowhere]].");
  await save("client://MEMORY", "[[index]]", fromClient(join(dir, "MEMORY.md")));
  await save("client://notes/CLAUDE.md", "[[note]]", fromClient(join(dir, "CLAUDE.md")));
  await memoriesIn(store).relate(
    PROJECT,
    { from: "client://tax", to: "client://rates", kind: "contradicts" },
    1,
  );
  await memoriesIn(store).relate(
    PROJECT,
    { from: "project://own", to: "client://rates", kind: "relates_to" },
    1,
  );
  expect(await reportOn([PROJECT, PROJECT], store)).toEqual({
    memories: 3,
    problems: expect.arrayContaining([
      { uri: "client://tax", project: PROJECT, problems: [{ kind: "link", name: "gone" }] },
      {
        uri: "client://rates",
        project: PROJECT,
        problems: [{ kind: "source", name: join(dir, "missing.md") }],
      },
    ]),
    contradictions: [
      {
        why: "said",
        a: { uri: "client://tax", content: "See [[rates.md]] and [[gone]]." },
        b: { uri: "client://rates", content: "Rates." },
      },
    ],
  });
  expect((await reportOn([PROJECT], store)).problems).toHaveLength(2);
  expect(await reportOn(["/projects/two"], store)).toEqual({ memories: 0, problems: [], contradictions: [] });
});

test("the files with what is to be forgotten are named; the index and notes are the user's to edit", async () => {
  const paths = {
    tax: file("tax.md", "The Secret is 19."),
    index: file("MEMORY.md", "secret"),
    note: file("CLAUDE.md", "secret"),
  };
  await save("client://tax", "The rate.", { ...fromClient(paths.tax), at: 100 });
  await save("client://MEMORY", "Index.", { ...fromClient(paths.index), at: 200 });
  await save("client://notes/CLAUDE.md", "Note.", { ...fromClient(paths.note), at: 300 });
  await save("client://gone", "Secret.", fromClient(join(dir, "gone.md")));
  await save("client://bare", "Secret.");
  const tax = {
    ...{ uri: "client://tax", project: PROJECT, path: paths.tax, isDeletable: true },
    hash: expect.any(String),
  };
  const uris = async (selector: Parameters<typeof affectedFiles>[0]) =>
    (await affectedFiles(selector, store)).map(({ uri, isDeletable }) => [uri, isDeletable]).sort();
  expect(await affectedFiles({ uri: "client://tax" }, store)).toEqual([tax]);
  expect(await affectedFiles({ uri: "client://tax", project: PROJECT }, store)).toEqual([tax]);
  expect(await affectedFiles({ uri: "client://tax", project: "/projects/two" }, store)).toEqual([]);
  const all = [
    ["client://MEMORY", false],
    ["client://notes/CLAUDE.md", false],
    ["client://tax", true],
  ];
  expect(await uris({ project: PROJECT })).toEqual(all as never);
  expect(await uris({ project: "/projects/two" })).toEqual([]);
  expect(await uris({ match: "SECRET" })).toEqual(all as never);
  expect(await uris({ match: "the rate" })).toEqual([["client://tax", true]]);
  expect(await uris({ match: "nothing of it" })).toEqual([]);
  expect(await uris({ before: 200 })).toEqual([["client://tax", true]]);
  expect(await uris({ sessionId: "s" })).toEqual([]);
});

test("a forgotten file stays forgotten until its text changes, also for another process", () => {
  const list = join(dir, "forgotten.json");
  const [one, other] = [openForgottenFiles(list), openForgottenFiles(list)];
  expect(one.has("/a.md", "h")).toBe(false);
  one.add([]);
  expect(readdirSync(dir)).not.toContain("forgotten.json");
  other.add([{ path: "/a.md", hash: "h" }]);
  expect([one.has("/a.md", "h"), one.has("/a.md", "other"), one.has("/b.md", "h")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(readFileSync(list, "utf8")).toMatch(/^\["[0-9a-f]{32}"\]\n$/);
  one.add([{ path: "/b.md", hash: "h" }]);
  expect([other.has("/a.md", "h"), other.has("/b.md", "h")]).toEqual([true, true]);
  for (const text of ["{", "7"]) {
    writeFileSync(list, text);
    expect(one.has("/a.md", "h")).toBe(false);
  }
});

test("a set has what may be injected once: not the notes, not what the index says, not a second copy", async () => {
  await save("client://tax", "Tax is in src/tax.ts, see [[rates]] and [[tax]].", {
    ...fromClient("/m/tax.md", { title: "Tax", branch: "topic" }),
    disclosure: "About tax",
    at: 30,
  });
  await save("client://rates", "Rates are yearly.", { at: 20 });
  await save("client://copy", "Rates are yearly.", { at: 10 });
  await save("client://notes/CLAUDE.md", "A note about things.");
  await save("client://known", "Deploy on Fridays");
  await save("client://noted", "Use tabs, always!");
  await save("client://empty", "...");
  const set = await loadSet([PROJECT], ["- deploy on fridays, they say\n"], "Mind: use tabs; always", store);
  const tax = {
    ...{ uri: "client://tax", project: PROJECT, title: "Tax", description: "About tax", at: 5 },
    ...{ body: "Tax is in src/tax.ts, see [[rates]] and [[tax]].", path: "/m/tax.md", branch: "topic" },
  };
  const rates = {
    ...{ uri: "client://rates", project: PROJECT, title: "rates", description: "" },
    ...{ body: "Rates are yearly.", at: 20, path: "" },
  };
  expect([...set.members]).toEqual([
    [idOf(tax), tax],
    [idOf(rates), rates],
  ]);
  expect(set.folders).toEqual([PROJECT]);
  expect([...set.byFileName]).toEqual([["tax.ts", [tax]]]);
  expect(linkedFrom(tax, set)).toEqual([rates]);
});

test("a body of up to thirty words can be known from the index, a longer one not", async () => {
  const words = (count: number) =>
    Array.from({ length: count }, (_, n) => `${"bcdfghjklm".charAt(n % 10)}${"aiou".charAt(n / 10)}zk`).join(
      " ",
    );
  await save("client://thirty", words(30));
  await save("client://more", words(31));
  const set = await loadSet([PROJECT], [`- ${words(40)}\n`], "", store);
  expect([...set.members.values()].map(({ uri }) => uri)).toEqual(["client://more"]);
});

test("a file of the client is written only over the text that was read, and keeps its rights", async () => {
  const path = file("a.md", "old");
  const changed = { code: "client_file_changed", message: `${path} has changed since it was read.` };
  await expect(writeIfSame(path, "new", "wrong")).rejects.toMatchObject(changed);
  expect(readFileSync(path, "utf8")).toBe("old");
  const read = await readText(path);
  await writeIfSame(path, "new", read?.hash ?? "");
  expect(readFileSync(path, "utf8")).toBe("new");
  await expect(writeNew(path, "other")).rejects.toMatchObject({
    code: "client_file_exists",
    message: `There is already a file ${path}.`,
    hint: "Choose another name. Nothing was changed.",
    params: { path },
  });
  const fresh = join(dir, "fresh.md");
  await writeNew(fresh, "text");
  if (process.platform !== "win32") expect(statSync(fresh).mode & 0o777).toBe(0o600);
  await expect(writeNew(join(dir, "no", "folder.md"), "x")).rejects.toMatchObject({ code: "ENOENT" });
});

test("a file is removed only if it is the one that was read; another stays as it was", async () => {
  const path = file("a.md", "text");
  await expect(removeIfSame(path, "wrong")).rejects.toMatchObject({ code: "client_file_changed" });
  expect(readFileSync(path, "utf8")).toBe("text");
  expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  await removeIfSame(path, (await readText(path))?.hash ?? "");
  expect(readdirSync(dir).filter((name) => name.includes("a.md"))).toEqual([]);
  await expect(removeIfSame(path, "h")).rejects.toMatchObject({
    code: "client_file_changed",
    params: { path },
  });
});

test("a file's line in the index is added, replaced and taken out; without a change nothing is written", async () => {
  const memory = join(dir, "memory");
  mkdirSync(memory);
  const index = () => readFileSync(join(memory, "MEMORY.md"), "utf8");
  await writeIndexLine(memory, "a.md", undefined);
  expect(readdirSync(memory)).toEqual([]);
  await writeIndexLine(memory, "a.md", "- [A](a.md): first");
  expect(index().trim()).toBe("- [A](a.md): first");
  const { mtimeMs } = statSync(join(memory, "MEMORY.md"));
  await writeIndexLine(memory, "a.md", "- [A](a.md): first");
  expect(statSync(join(memory, "MEMORY.md")).mtimeMs).toBe(mtimeMs);
  await writeIndexLine(memory, "a.md", "- [A](a.md): second");
  await writeIndexLine(memory, "b.md", "- [B](b.md): b");
  expect(index().trim().split("\n")).toEqual(["- [A](a.md): second", "- [B](b.md): b"]);
  await writeIndexLine(memory, "a.md", undefined);
  expect(index().trim()).toBe("- [B](b.md): b");
});
