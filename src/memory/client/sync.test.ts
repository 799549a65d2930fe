/** The client's files as memories: the whole record, what a second look changes, and what goes. */

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSameProject } from "../../platform/same-project.ts";
import { openStore } from "../../store/open.ts";
import type { Store } from "../../store/store.ts";
import { CONTENT_LIMIT } from "../records/memory.ts";
import { memoriesIn } from "../sql/index.ts";
import { createClientFiles } from "./client-files.ts";
import { exportToClient } from "./export.ts";
import { readText } from "./files.ts";
import { scanFolder, syncFile } from "./sync.ts";

const PROJECT = "/projects/one";
let dir: string;
let memory: string;
let store: Store;
beforeEach(async () => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-sync-")));
  memory = join(dir, "memory");
  mkdirSync(memory);
  store = await openStore({ database: join(dir, "pawl.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const redact = {
  text: (text: string) => text.replaceAll("hunter2", "[x]"),
  json: (value: unknown) => value,
  version: 3,
};
const deps = () => ({ store, redact, now: () => 77 });
const folder = () => ({ dir: memory, project: PROJECT });
const scan = (stamps?: Map<string, string>) => scanFolder(folder(), deps(), stamps);
function write(name: string, text: string, seconds = 50): string {
  const path = join(memory, name);
  writeFileSync(path, text);
  utimesSync(path, seconds, seconds);
  return path;
}
const found = async (uri: string) => memoriesIn(store).memory({ uri, project: PROJECT });

test("a file becomes a memory with its title, description, type and where it comes from, without secrets", async () => {
  const text = "---\nname: tax\ndescription: Rates, hunter2\ntype: project\n---\n\nThe rate is hunter2.\n";
  const path = write("tax.md", text);
  write("MEMORY.md", "- [Tax rates](tax.md) — about tax\n");
  expect(await scan()).toBe(2);
  expect(await found("client://tax")).toMatchObject({
    ...{ uri: "client://tax", project: PROJECT, content: "The rate is [x].", disclosure: "Rates, [x]" },
    ...{ priority: 3, status: "active", origin: "model", updatedAt: 77 },
    provenance: {
      client: {
        ...{ path, mtimeMs: 50_000, size: statSync(path).size, title: "Tax rates", type: "project" },
        hash: (await readText(path))?.hash,
      },
    },
  });
  // The client shows its index itself.
  expect(await found("client://MEMORY")).toMatchObject({ priority: 8 });
  expect((await found("client://MEMORY"))?.disclosure ?? "").toBe("");
});

test("a description comes from the index where the file has none; a body may be only the description", async () => {
  write("MEMORY.md", "- [Tax](tax.md) — of the index\n- [Second](tax.md) — not this\n");
  write("tax.md", "Body.");
  write("only.md", "---\ndescription: Only this.\n---\n");
  write("empty.md", "");
  expect(await scan()).toBe(3);
  expect(await found("client://tax")).toMatchObject({ disclosure: "of the index" });
  expect(await found("client://only")).toMatchObject({ content: "Only this." });
  expect(await found("client://empty")).toBeUndefined();
  const long = (length: number) => `---\ndescription: ${"d".repeat(length)}\n---\nBody.`;
  write("long.md", long(480), 60);
  await scan();
  expect((await found("client://long"))?.disclosure).toBe("d".repeat(480));
  write("long.md", long(481), 70);
  await scan();
  expect((await found("client://long"))?.disclosure?.length).toBeLessThanOrEqual(480);
  expect((await found("client://long"))?.disclosure).not.toBe("d".repeat(481));
});

test("an unchanged folder is not looked at twice, a changed file is, and one that is gone is marked", async () => {
  const stamps = new Map<string, string>();
  write("a.md", "One.");
  write("b.md", "Two.");
  expect([await scan(stamps), await scan(stamps), await scan()]).toEqual([2, 0, 0]);
  write("a.md", "New.", 60);
  expect(await scan(stamps)).toBe(1);
  expect(await found("client://a")).toMatchObject({ content: "New." });
  // Touched only: read again, and the same.
  write("a.md", "New.", 70);
  expect(await scan(stamps)).toBe(0);
  rmSync(join(memory, "b.md"));
  expect([await scan(stamps), await scan(), await scan(stamps)]).toEqual([1, 0, 0]);
  expect(await found("client://b")).toMatchObject({ status: "deleted" });
  write("b.md", "Back.", 80);
  expect(await scan(stamps)).toBe(1);
  rmSync(memory, { recursive: true });
  expect(await scan(stamps)).toBe(0);
});

test("one file that a hook saw change is saved with its session and branch, which stay", async () => {
  const path = write("a.md", "One.");
  const writer = { sessionId: "s", branch: "topic", author: "claude", reason: "asked" };
  expect(await syncFile(folder(), path, writer, deps())).toBe(true);
  expect(await syncFile(folder(), path, writer, deps())).toBe(false);
  const provenance = { sessionId: "s", client: { branch: "topic" } };
  expect(await found("client://a")).toMatchObject({ provenance });
  write("a.md", "Two.", 60);
  await scan();
  expect(await found("client://a")).toMatchObject({ content: "Two.", provenance });
  expect(await syncFile(folder(), join(dir, "outside.md"), writer, deps())).toBe(false);
});

test("a file that the user had forgotten does not come back", async () => {
  write("a.md", "One.");
  const forgotten = { has: () => true };
  expect(await scanFolder(folder(), { ...deps(), forgotten })).toBe(0);
  expect(await found("client://a")).toBeUndefined();
});

test("a long text is cut to what a memory can hold, by bytes, at a whole character", async () => {
  write("fits.md", "x".repeat(CONTENT_LIMIT));
  write("long.md", `${"x".repeat(CONTENT_LIMIT - 9)}${"ü".repeat(9)}`);
  await scan();
  expect((await found("client://fits"))?.content).toBe("x".repeat(CONTENT_LIMIT));
  expect((await found("client://long"))?.content).toBe(`${"x".repeat(CONTENT_LIMIT - 9)}…`);
});

test("memories leave as files of the client: named by their address, once, and not the client's own", async () => {
  const project = join(dir, "shop");
  mkdirSync(join(project, ".claude"), { recursive: true });
  const made = { origin: "user", redaction: 1, author: "ann", at: 1 } as const;
  await memoriesIn(store).saveMemory({
    ...made,
    uri: "project://patterns/errors",
    project,
    content: "Wrap them.\nAlways.",
  });
  await memoriesIn(store).saveMemory({
    ...made,
    uri: "user://style",
    project: "",
    content: "Tabs.",
    disclosure: "On style",
  });
  await memoriesIn(store).saveMemory({ ...made, uri: "client://own", project, content: "Own." });
  const files = createClientFiles({
    ...{ store, redact, now: () => 5, same: createSameProject(), claudeDir: join(dir, "claude") },
  });
  const asked = { uris: undefined, project, author: "ann" };
  const first = await exportToClient(asked, { store, files });
  expect([first.written.toSorted(), first.skipped]).toEqual([
    ["project://patterns/errors", "user://style"],
    [],
  ]);
  const text = async (name: string) => (await readText(join(first.dir, name)))?.text ?? "";
  expect(await text("patterns-errors.md")).toContain("Wrap them.\nAlways.");
  expect(await text("patterns-errors.md")).toContain("description: Wrap them.");
  expect(await text("user-style.md")).toContain("description: On style");
  const again = await exportToClient(asked, { store, files });
  expect([again.written, again.skipped.toSorted()]).toEqual([
    [],
    ["project://patterns/errors", "user://style"],
  ]);
  const named = (uris: string[]) => exportToClient({ ...asked, uris }, { store, files });
  expect(await named(["user://style", "client://own"])).toMatchObject({
    written: [],
    skipped: ["user://style"],
  });
  await expect(named(["project://none"])).rejects.toMatchObject({
    code: "memory_unknown",
    message: "There is no memory project://none here.",
    params: { uri: "project://none" },
  });
});

test("a file is edited, renamed and deleted with its line in the index, and the store follows", async () => {
  const project = join(dir, "shop");
  mkdirSync(join(project, ".claude"), { recursive: true });
  const files = createClientFiles({
    ...{ store, redact, now: () => 5, same: createSameProject(), claudeDir: join(dir, "claude") },
  });
  const by = { author: "ann" };
  const body = { name: "tax", title: "Tax", description: "Rates", type: "project", body: "Old." };
  const path = await files.add(body, project, by);
  const index = async () => ((await readText(join(path, "..", "MEMORY.md")))?.text ?? "").trim();
  expect(await index()).toBe("- [Tax](tax.md) — Rates");
  const name = { uri: "client://tax", project };
  const read = await files.read(name.uri, project);
  expect(read).toMatchObject({ ...name, path });
  const edited = await files.edit(
    name,
    { raw: read.text.replace("Rates", "Yearly").replace("Old.", "New.") },
    by,
  );
  expect([await index(), edited.text.includes("New.")]).toEqual(["- [Tax](tax.md) — Yearly", true]);
  expect(await memoriesIn(store).memory(name)).toMatchObject({ content: "New.", disclosure: "Yearly" });
  await expect(files.edit({ ...name, hash: read.hash }, { raw: "x" }, by)).rejects.toMatchObject({
    code: "client_file_changed",
  });
  const renamed = await files.rename(name, "rates", by);
  expect(renamed).toMatchObject({ uri: "client://rates", project, path: join(path, "..", "rates.md") });
  expect(renamed.hash).toBe((await readText(renamed.path))?.hash ?? "");
  expect(await index()).toBe("- [Tax](rates.md) — Yearly");
  expect(await memoriesIn(store).memory(name)).toMatchObject({ status: "deleted" });
  const reasons = async (uri: string) =>
    (await memoriesIn(store).memoryVersions({ uri, project })).map(({ reason, author }) => [author, reason]);
  expect((await reasons("client://tax")).some(([, reason]) => reason === "renamed to rates")).toBe(true);
  await files.remove({ uri: "client://rates", project }, { author: "bob", reason: "old" });
  expect([await index(), await readText(renamed.path)]).toEqual(["", undefined]);
  expect(
    (await reasons("client://rates")).some(([author, reason]) => author === "bob" && reason === "old"),
  ).toBe(true);
  await expect(files.read("client://rates", project)).rejects.toMatchObject({ code: "client_file_unknown" });
});
