import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIGEST_VERSION } from "../memory/digest/types.ts";
import { digestsIn, memoriesIn } from "../memory/sql/index.ts";
import { searchIn } from "../search/sql/index.ts";
import { openStore } from "./open.ts";
import { recordsIn } from "./records/queries.ts";
import { rescan } from "./rescan.ts";
import type { Store } from "./store.ts";

let dir: string;
let database: string;
let store: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-rescan-"));
  database = join(dir, "pawl.db");
  store = await openStore({ database: database });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const clean = (text: string) => text.replaceAll("heronSecret", "[redacted:new]");
const rules = {
  text: clean,
  version: 2,
};

async function fill(redaction: number, id = "s1") {
  const common = { sessionId: id, at: 5, redaction };
  const entry = (key: string) => ({ ...common, key: `${id} ${key}` });
  const command = JSON.stringify({ command: "use heronSecret" });
  await recordsIn(store).record({
    session: { id, project: "/p", cwd: "/p", at: 5 },
    prompts: [{ ...entry("p"), text: "the heronSecret here" }],
    responses: [{ ...entry("r"), text: "nothing" }],
    observations: [
      {
        ...entry("o"),
        toolName: "Bash",
        ok: true,
        input: command,
        response: "heronSecret\n",
        files: ["/heronSecret"],
      },
    ],
    events: [{ ...entry("e"), event: "X", body: '{"a":"heronSecret"}' }],
  });
  await recordsIn(store).saveSummary({ sessionId: id, at: 6, text: "used heronSecret", redaction });
}

test("older records are scanned again with the current rules, and the secret is gone, from the index too", async () => {
  await fill(1);
  await recordsIn(store).addInjection({
    sessionId: "s1",
    event: "X",
    at: 1,
    text: "heronSecret",
    tokens: 1,
    sources: [],
  });
  expect(await rescan({ database, rules, fix: true })).toEqual({ looked: 5, found: 6 });
  const records = await recordsIn(store).session("s1");
  expect(JSON.stringify(records)).not.toContain("heronSecret");
  expect(records?.prompts[0]).toMatchObject({ text: "the [redacted:new] here", redaction: 2 });
  expect(records?.responses[0]).toMatchObject({ text: "nothing", redaction: 2 });
  expect(records?.observations[0]?.files).toEqual(["/[redacted:new]"]);
  expect(await searchIn(store).search({ text: "heronSecret", limit: 9 })).toEqual([]);
  expect(await searchIn(store).search({ text: "redacted here", limit: 9 })).not.toEqual([]);
  expect(await recordsIn(store).sessions({ limit: 1 })).toMatchObject([{ title: "the [redacted:new] here" }]);
  expect(await rescan({ database, rules, fix: true })).toEqual({ looked: 0, found: 0 });
});

test("the digest of a session whose records change is deleted, and others stay", async () => {
  const digest = (sessionId: string, prompt: string) =>
    digestsIn(store).saveDigest({
      version: DIGEST_VERSION,
      sessionId,
      startedAt: 5,
      lastAt: 5,
      turns: [{ at: 5, prompt, answer: "", edited: [] }],
      files: [],
      commands: [],
      failures: [],
    });
  await fill(1);
  await digest("s1", "the prompt");
  for (const id of ["s2", "s3"]) {
    const prompt = { key: `${id} p`, sessionId: id, at: 5, text: "nothing", redaction: 1 };
    await recordsIn(store).record({ session: { id, project: "/p", cwd: "/p", at: 5 }, prompts: [prompt] });
  }
  await digest("s2", 'say "nothing"\nagain');
  await digest("s3", "made of a heronSecret under older rules");
  await rescan({ database, rules, fix: false, all: true });
  expect(await digestsIn(store).sessionsWithoutDigest(9)).toEqual([]);
  await rescan({ database, rules, fix: true });
  expect((await digestsIn(store).sessionsWithoutDigest(9)).sort()).toEqual(["s1", "s3"]);
  const [kept] = await digestsIn(store).digests({ project: "/p", limit: 9 });
  expect(kept?.turns[0]?.prompt).toBe('say "nothing"\nagain');
});

test("a digest's texts are guarded one by one, and it can be read again", async () => {
  await fill(2);
  const token = `${["gh", "p_"].join("")}aB3dE6gH9jK2aB3dE6gH9jK2aB3dE6gH9jK2`;
  await digestsIn(store).saveDigest({
    version: DIGEST_VERSION,
    sessionId: "s1",
    startedAt: 5,
    lastAt: 5,
    turns: [{ at: 5, prompt: `say "${token}"\n`, answer: "", edited: [] }],
    files: [],
    commands: [],
    failures: [],
  });
  const [digest] = await digestsIn(store).digests({ project: "/p", limit: 9 });
  expect(digest?.turns[0]?.prompt).toBe('say "[redacted:github]"\n');
});

test("a version has no order: records of a version with a greater number are read again as well", async () => {
  await fill(3_000_000_000);
  expect(await rescan({ database, rules, fix: true })).toEqual({ looked: 5, found: 5 });
  expect(JSON.stringify(await recordsIn(store).session("s1"))).not.toContain("heronSecret");
  expect(await rescan({ database, rules, fix: true })).toEqual({ looked: 0, found: 0 });
});

test("a memory of another version is read again without any session, once", async () => {
  const draft = { uri: "project://bird", project: "/p", origin: "user", author: "ann", at: 1 } as const;
  await memoriesIn(store).saveMemory({ ...draft, content: "the heronSecret", redaction: 1 });
  // Once in the memory, once in its version.
  expect(await rescan({ database, rules, fix: true })).toEqual({ looked: 0, found: 2 });
  const memory = await memoriesIn(store).memory(draft);
  expect(memory).toMatchObject({ content: "the [redacted:new]", redaction: 2 });
  const read: string[] = [];
  const noting = (text: string) => {
    read.push(text);
    return clean(text);
  };
  await rescan({ database, rules: { ...rules, text: noting }, fix: true });
  expect(read).toEqual([]);
});

test("a dry run changes nothing; records stored under the current rules are scanned on request", async () => {
  await fill(2);
  await fill(1, "s2");
  expect(await rescan({ database, rules, fix: false })).toMatchObject({ looked: 5 });
  expect(await rescan({ database, rules, fix: false, all: true })).toEqual({ looked: 10, found: 10 });
  expect((await recordsIn(store).session("s1"))?.prompts[0]?.text).toContain("heronSecret");
  await rescan({ database, rules, fix: true, all: true });
  expect(await rescan({ database, rules, fix: false, all: true })).toEqual({ looked: 10, found: 0 });
});

test("no byte of the secret is left in the file, free pages and write-ahead log included", async () => {
  await fill(1);
  await rescan({ database, rules, fix: true });
  for (const file of readdirSync(dir)) {
    expect(readFileSync(join(dir, file)).toString("latin1").toLowerCase()).not.toContain("heronsecret");
  }
});

test("a secret in a compressed output is found, replaced, and its old bytes are overwritten", async () => {
  const response = `${"many lines of output, all of them harmless\n".repeat(60)}token heronSecret`;
  const call = { key: "c/1", sessionId: "c", at: 1, redaction: 1, toolName: "Bash", ok: true, files: [] };
  await recordsIn(store).record({
    session: { id: "c", project: "/p", cwd: "/p", at: 1 },
    observations: [{ ...call, input: "{}", response }],
  });
  const packedOf = () => {
    using db = new Database(database, { readonly: true });
    return Buffer.from(
      db.query<{ packed: Uint8Array }, []>("select packed from calls").get()?.packed ?? new Uint8Array(),
    );
  };
  const before = packedOf();
  const isThere = () =>
    readdirSync(dir).some((file) => readFileSync(join(dir, file)).includes(before.subarray(-24)));
  expect([before.length > 40, isThere()]).toEqual([true, true]);
  expect(await rescan({ database, rules, fix: true })).toEqual({ looked: 1, found: 1 });
  expect((await recordsIn(store).session("c"))?.observations[0]?.response).toEndWith("token [redacted:new]");
  expect(isThere()).toBe(false);
});

test("stopped before it is done, it has lost nothing: the next run finds all of it", async () => {
  await fill(1);
  const stop = new AbortController();
  const text = (before: string) => {
    stop.abort();
    return clean(before);
  };
  const first = await rescan({ database, rules: { ...rules, text }, fix: true, signal: stop.signal });
  expect(first.looked).toBe(0);
  expect(await rescan({ database, rules, fix: true })).toMatchObject({ looked: 5 });
  expect(JSON.stringify(await recordsIn(store).session("s1"))).not.toContain("heronSecret");
  expect(await rescan({ database, rules, fix: true })).toEqual({ looked: 0, found: 0 });
});

test("texts beyond the first page of a table are read too, and it says how far it is", async () => {
  const session = { project: "/p", cwd: "/p", at: 5 };
  for (let i = 0; i < 560; i++) await recordsIn(store).record({ session: { ...session, id: `s${i}` } });
  await fill(1, "last");
  const told: number[][] = [];
  await rescan({ database, rules, fix: true, onProgress: (...at) => void told.push(at) });
  const [{ title } = { title: "" }] = await recordsIn(store).sessions({ limit: 1 });
  expect(title).toBe("the [redacted:new] here");
  expect(told).toEqual([[5, 5]]);
});
