import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_STORE } from "../../../test/temp-store.ts";
import { PawlError } from "../../platform/errors.ts";
import { override } from "../../store/store.ts";
import { memoriesIn } from "../sql/index.ts";
import { exportToClient } from "./export.ts";
import { readText } from "./files.ts";
import { removeIfSame, writeIfSame, writeIndexLine, writeNew } from "./write-file.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-write-file-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const put = async (name: string, text: string) => {
  writeFileSync(join(dir, name), text);
  return (await readText(join(dir, name)))?.hash ?? "";
};
const textOf = (name: string) => readFileSync(join(dir, name), "utf8");

test("a file is replaced only as it was read, and keeps its rights", async () => {
  const hash = await put("a.md", "one");
  chmodSync(join(dir, "a.md"), 0o640);
  await writeIfSame(join(dir, "a.md"), "two", hash);
  expect([textOf("a.md"), statSync(join(dir, "a.md")).mode & 0o777]).toEqual(["two", 0o640]);
  await expect(writeIfSame(join(dir, "a.md"), "three", hash)).rejects.toMatchObject({
    code: "client_file_changed",
  });
  expect([textOf("a.md"), readdirSync(dir)]).toEqual(["two", ["a.md"]]);
});

test("a new file is the user's alone and never takes the place of another", async () => {
  await writeNew(join(dir, "a.md"), "one");
  expect([textOf("a.md"), statSync(join(dir, "a.md")).mode & 0o777]).toEqual(["one", 0o600]);
  await expect(writeNew(join(dir, "a.md"), "two")).rejects.toMatchObject({ code: "client_file_exists" });
  expect(textOf("a.md")).toBe("one");
  await expect(writeNew(join(dir, "none", "a.md"), "x")).rejects.toMatchObject({ code: "ENOENT" });
});

test("a file is removed only as it was read; a changed one is put back", async () => {
  const hash = await put("a.md", "one");
  await put("a.md", "two");
  await expect(removeIfSame(join(dir, "a.md"), hash)).rejects.toMatchObject({ code: "client_file_changed" });
  expect([textOf("a.md"), readdirSync(dir)]).toEqual(["two", ["a.md"]]);
  await removeIfSame(join(dir, "a.md"), (await readText(join(dir, "a.md")))?.hash ?? "");
  expect(readdirSync(dir)).toEqual([]);
  await expect(removeIfSame(join(dir, "a.md"), hash)).rejects.toMatchObject({ code: "client_file_changed" });
});

test("a line of the index is added, changed and taken out; the others stay, and nothing is written for nothing", async () => {
  await writeIndexLine(dir, "a.md", "- [A](a.md) — first");
  await writeIndexLine(dir, "b.md", "- [B](b.md) — second");
  expect(textOf("MEMORY.md").trim().split("\n")).toEqual(["- [A](a.md) — first", "- [B](b.md) — second"]);
  const before = statSync(join(dir, "MEMORY.md")).ino;
  await writeIndexLine(dir, "b.md", "- [B](b.md) — second");
  expect(statSync(join(dir, "MEMORY.md")).ino).toBe(before);
  await writeIndexLine(dir, "a.md", undefined);
  expect(textOf("MEMORY.md").trim()).toBe("- [B](b.md) — second");
});

test("exporting goes on over files that are there; any other failure ends it", async () => {
  const memories = ["project://patterns/errors", "project://b", "user://me", "client://own"].map((uri) => ({
    ...{ uri, project: "/p", content: "First line.\nMore.", status: "active" },
  }));
  const store = override(NO_STORE, memoriesIn, {
    memories: async () => memories as never,
    memory: async ({ uri }) => memories.find((one) => one.uri === uri) as never,
  });
  const added: { name: string; type: string }[] = [];
  const failing = (error: Error) => ({
    add: async (file: { name: string; type: string }) => {
      added.push(file);
      if (file.name === "b") throw error;
      return `/m/${file.name}.md`;
    },
  });
  const run = (error: Error, uris?: string[]) =>
    exportToClient({ uris, project: "/p", author: "a" }, { store, files: failing(error) } as never);
  expect(await run(new PawlError("client_file_exists", "there"))).toEqual({
    ...{ written: ["project://patterns/errors", "user://me"], skipped: ["project://b"], dir: "/m" },
  });
  expect(added.map(({ name, type }) => [name, type])).toEqual([
    ["patterns-errors", "project"],
    ["b", "project"],
    ["user-me", "user"],
  ]);
  await expect(run(new PawlError("client_file_changed" as never, "odd"))).rejects.toThrow("odd");
  await expect(run(Object.assign(new Error("disk"), { code: "client_file_exists" }))).rejects.toThrow("disk");
  await expect(run(new Error("x"), ["project://none"])).rejects.toMatchObject({ code: "memory_unknown" });
  expect((await run(new Error("x"), ["client://own"])).written).toEqual([]);
});

test("an index that is changed again and again is tried eight times, then it is told", async () => {
  await put("MEMORY.md", "# Index\n");
  let tries = 0;
  const path = join(dir, "MEMORY.md");
  using drafts = spyOn(crypto, "randomUUID");
  drafts.mockImplementation(() => {
    // Each draft gets a name of its own: somebody writes in between.
    writeFileSync(path, `# Index ${++tries}\n`);
    return `00000000-0000-4000-8000-${String(tries).padStart(12, "0")}`;
  });
  await expect(writeIndexLine(dir, "a.md", "- [A](a.md)")).rejects.toMatchObject({
    code: "client_file_changed",
  });
  expect(tries).toBe(8);
});
