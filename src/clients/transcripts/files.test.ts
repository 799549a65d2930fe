/** What a file is, where reading goes on, and how a command ended: on real files. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryOffsets } from "../../../test/fixtures/transcript-lines.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { exitCodeInRollout } from "../codex/transcripts/exit-code.ts";
import { rolloutDirs, threadOf } from "../codex/transcripts/files.ts";
import { fileState, findTranscripts, formatOf } from "./find.ts";
import { checkImportable } from "./importable.ts";
import { forkStateOf, isUnchanged, markFork, toCheckpoint, toOffset } from "./offsets.ts";

const THREAD = "01a1e000-0000-7000-8000-000000000001";
let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-files-"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, content: string): string {
  const path = join(dir, name);
  writeFileSync(path, content);
  return path;
}

const LINE = '{"type":"user","sessionId":"s","message":{"role":"user","content":"Hi"},"uuid":"u"}';

test("a file that is no transcript is refused", async () => {
  await checkImportable(dir);
  await checkImportable(write("empty.jsonl", ""));
  await checkImportable(write("good.jsonl", `${LINE}\n`));
  await checkImportable(write("damaged.jsonl", `not json\n{"half":\n[1]\n${LINE}\n`));
  for (const content of [
    "hello\n",
    '{"pawl":{"export":1}}\n',
    '{"other":1}\n',
    `[${LINE}]\n`,
    `${"[".repeat(50_000)}\n`,
  ]) {
    const path = write("other.txt", content);
    await expect(checkImportable(path)).rejects.toMatchObject({
      code: "import_unknown",
      message: `${path} is not a client's transcript`,
      hint: "Nothing was imported.",
      params: { path },
    });
  }
  await expect(checkImportable("/dev/null")).rejects.toMatchObject({
    code: "import_special",
    message: "/dev/null is a pipe, a device or a socket, not a file",
    params: { path: "/dev/null" },
  });
});

test("a rollout is Codex's, with its thread as session; every other file is Claude Code's", () => {
  const rollout = `/x/rollout-2026-06-20T10-00-00-${THREAD}.jsonl`;
  expect([formatOf(rollout).client, formatOf(rollout).sessionOf(rollout)]).toEqual(["codex", THREAD]);
  expect(threadOf(`${rollout}.zst`)).toBe(THREAD);
  expect(threadOf("/x/other.jsonl")).toBeUndefined();
  expect(formatOf("/x/abc.jsonl").client).toBe("claude-code");
  expect(formatOf("/x/abc.jsonl").sessionOf("/x/abc.jsonl")).toBe("abc");
  expect(rolloutDirs("/c")).toEqual([join("/c", "sessions"), join("/c", "archived_sessions")]);
});

test("transcripts are found oldest first, those written before a time are left out, and missing paths too", async () => {
  const home = join(dir, "found");
  mkdirSync(join(home, "deep", ".hidden"), { recursive: true });
  const touch = (name: string, seconds: number) => {
    writeFileSync(join(home, name), "12345");
    utimesSync(join(home, name), seconds, seconds);
    return { path: join(home, name), size: 5, mtimeMs: seconds * 1000 };
  };
  const [b, a, c] = [touch("b.jsonl", 20), touch("deep/a.jsonl.zst", 10), touch("deep/.hidden/c.jsonl", 20)];
  touch("notes.txt", 30);
  const deep = [a, b, c].toSorted((x, y) => x.mtimeMs - y.mtimeMs || (x.path < y.path ? -1 : 1));
  expect(await findTranscripts([home, join(home, "b.jsonl"), join(home, "gone"), "/dev/null"])).toEqual(deep);
  expect((await findTranscripts([home], 20_000)).map(({ path }) => path)).toEqual(
    [b.path, c.path].toSorted(),
  );
  expect(await findTranscripts([home], 20_001)).toEqual([]);
});

test("where reading goes on: only in the same file with the same beginning", async () => {
  const path = write("offset.jsonl", `${"x".repeat(300)}\nmore\n`);
  const file = await fileState(path);
  if (file === undefined) throw new Error("no file");
  const { size, mtimeMs, dev, ino } = statSync(path);
  expect(file).toEqual({ size, mtimeMs, dev, ino });
  expect(await fileState(join(dir, "gone.jsonl"))).toBeUndefined();
  expect(await fileState(join(path, "below"))).toBeUndefined();
  const turns = [{ sessionId: "s", cwd: "/p" }];
  const fork = { at: 1, from: ["a"], asked: [] };
  const known = await toOffset(path, file, { offset: 301, turns, forkedAt: 7, fork });
  expect({ ...known, state: 0 }).toEqual({ path, ...file, offset: 301, state: 0 } as never);
  // What an earlier version has noted still holds: it must not be computed in another way.
  expect(JSON.parse(known.state).before).toBe(
    new Bun.CryptoHasher("sha256")
      .update(`${"x".repeat(255)}\n`)
      .digest("hex")
      .slice(0, 16),
  );
  await expect(fileState(join(dir, "n".repeat(5000)))).rejects.toMatchObject({ code: "ENAMETOOLONG" });
  expect(isUnchanged(known, file)).toBe(true);
  expect(isUnchanged(undefined, file)).toBe(false);
  for (const field of ["size", "mtimeMs", "dev", "ino"] as const)
    expect(isUnchanged(known, { ...file, [field]: -1 })).toBe(false);
  expect(await toCheckpoint(known, file)).toEqual({ offset: 301, turns, forkedAt: 7, fork });
  expect(forkStateOf(known)).toEqual({ forkedAt: 7, fork });
  expect(forkStateOf(undefined)).toEqual({});
  expect(forkStateOf({ ...known, state: "{" })).toEqual({});
  // Exactly as long as what was read is long enough.
  expect(await toCheckpoint(known, { ...file, size: 301 })).toMatchObject({ offset: 301 });
  expect(await toCheckpoint(known, { ...file, size: 300 })).toBeUndefined();
  for (const field of ["dev", "ino"] as const)
    expect(await toCheckpoint(known, { ...file, [field]: -1 })).toBeUndefined();
  expect(await toCheckpoint({ ...known, state: "{" }, file)).toBeUndefined();
  expect(await toCheckpoint(undefined, file)).toBeUndefined();
  // The last 256 bytes before the offset tell whether the file was rewritten.
  write("offset.jsonl", `${"x".repeat(44)}y${"x".repeat(255)}\nmore\n`);
  expect(await toCheckpoint(known, file)).toMatchObject({ offset: 301 });
  write("offset.jsonl", `${"x".repeat(45)}y${"x".repeat(254)}\nmore\n`);
  expect(await toCheckpoint(known, file)).toBeUndefined();
  const start = await toOffset(path, file, { offset: 0, turns: [] });
  expect(JSON.parse(start.state)).toEqual({ turns: [], before: "" });
});

test("a fork is noted before its file is read, and not afterwards", async () => {
  const offsets = memoryOffsets();
  await markFork(offsets, "/f.jsonl", 5, ["a"]);
  await markFork(offsets, "/f.jsonl", 9, ["b"]);
  const noted = await recordsIn(offsets).transcriptOffset("/f.jsonl");
  expect({ ...noted, state: JSON.parse(noted?.state ?? "") }).toEqual({
    ...{ path: "/f.jsonl", size: -1, mtimeMs: -1, dev: -1, ino: -1, offset: 0 },
    state: { turns: [], before: "", forkedAt: 5, fork: { at: 5, from: [], asked: [], likely: ["a"] } },
  });
  await markFork(offsets, "/g.jsonl", 5);
  expect(forkStateOf(await recordsIn(offsets).transcriptOffset("/g.jsonl")).fork?.likely).toEqual([]);
});

test("a command's exit code is found behind much output, and not further back than eight megabytes", () => {
  const item = { type: "CommandExecution", id: "c1", exit_code: 3, aggregated_output: "" };
  const payload = { type: "item_completed", turn_id: "t", item };
  const line = `${JSON.stringify({ timestamp: "2026-06-20T10:00:00.000Z", type: "event_msg", payload })}\n`;
  const name = `rollout-2026-06-20T10-00-00-${THREAD}.jsonl`;
  const filler = (bytes: number) => `${"y".repeat(bytes - 1)}\n`;
  const found = (before: number, after: number) => {
    const path = write(name, filler(before) + line + filler(after));
    return exitCodeInRollout(path, "c1");
  };
  expect(found(1, 1)).toBe(3);
  expect(found(100_000, 100_000)).toBe(3);
  expect(found(100_000, 2 << 20)).toBe(3);
  expect(found(100_000, (8 << 20) - line.length)).toBe(3);
  expect(found(100_000, (8 << 20) - line.length + 1)).toBeUndefined();
  expect(exitCodeInRollout(write(`${name}.zst`, line), "c1")).toBeUndefined();
  expect(exitCodeInRollout(write("plain.jsonl", line), "c1")).toBeUndefined();
  expect(exitCodeInRollout(join(dir, "gone", name), "c1")).toBeUndefined();
  mkdirSync(join(dir, "folder", name), { recursive: true });
  expect(exitCodeInRollout(join(dir, "folder", name), "c1")).toBeUndefined();
});
