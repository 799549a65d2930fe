import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { learnFrom } from "../../memory/learn/learn.ts";
import { digestsIn, knowledgeIn, memoriesIn } from "../../memory/sql/index.ts";
import { searchIn } from "../../search/sql/index.ts";
import { forgettingIn } from "../../team/sql/forget.ts";
import { wordIndexIn } from "../index/lazy-index.ts";
import { openStore } from "../open.ts";
import { recordsIn } from "../records/queries.ts";
import type { Store } from "../store.ts";
import type { ForgetSelector } from "./types.ts";

let dir: string;
let path: string;
let store: Store;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-forget-"));
  path = join(dir, "pawl.db");
  store = await openStore({ database: path, busyTimeoutMs: 50 });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** A unique word in every place that a word can get to, also long enough to fill its own pages. */
const WORD = "quetzalcoatlus";
const OTHER = "archaeopteryx";

async function fill(sessionId: string, project: string, word: string): Promise<void> {
  const common = { sessionId, at: 10, redaction: 1 };
  const long = `${`${word} and more `.repeat(900)}${word}Compound`;
  const observation = (key: string, text: string) => ({
    ...common,
    key: `${sessionId}/${key}`,
    toolName: "Bash",
    ok: true,
    input: JSON.stringify({ command: `echo "${text}"` }),
    response: text,
    files: [`src/${word}.ts`],
  });
  await recordsIn(store).record({
    session: { id: sessionId, project, cwd: project, at: 10 },
    prompts: [{ ...common, key: `${sessionId}/p`, text: `the ${word} plan` }],
    observations: [observation("o1", long), observation("o2", word)],
    responses: [{ ...common, key: `${sessionId}/r`, text: `a ${word.toUpperCase()} first` }],
    events: [{ ...common, key: `${sessionId}/event/${word}`, event: "Stop", body: `{"a":"${word}"}` }],
  });
  // Replaced text is still in free pages and in index segments.
  for (const text of [`${word} one`, `${word} two ${long}`, `${word} three`]) {
    await recordsIn(store).record({
      session: { id: sessionId, project, cwd: project, at: 11 },
      responses: [{ ...common, key: `${sessionId}/r`, text }],
    });
    await recordsIn(store).saveSummary({ ...common, text: `summary ${text}` });
  }
  const offset = { size: 1, mtimeMs: 1, dev: 1, ino: 1, offset: 1 };
  const state = JSON.stringify({ turns: [{ sessionId, said: { text: `last said ${word}` } }] });
  await recordsIn(store).saveTranscriptOffset({ ...offset, path: `/transcripts/${sessionId}.jsonl`, state });
  const sources = [{ uri: `session://${sessionId}`, type: "session", reason: word, tokens: 1 }];
  await recordsIn(store).addInjection({
    sessionId: "teller",
    event: "E",
    at: 12,
    text: `told ${word}`,
    tokens: 1,
    sources,
  });
  const provenance = { sessionId, evidence: `he said ${word}` };
  const draft = {
    project,
    origin: "derived",
    redaction: 1,
    author: "pawl",
    provenance,
    reason: word,
  } as const;
  const uri = `project://${word}`;
  await memoriesIn(store).saveMemory({
    ...draft,
    uri,
    at: 1,
    content: `old ${long}`,
    disclosure: word,
    status: "active",
  });
  await memoriesIn(store).saveMemory({ ...draft, uri, at: 2, content: `new ${word}` });
  const { id } = await knowledgeIn(store).saveSolution({
    project,
    fingerprint: word,
    kind: word,
    toolName: "Bash",
    errorSample: `no ${word}`,
    text: `find a ${word}`,
    steps: [word],
    source: "derived",
    provenance,
    redaction: 1,
    at: 1,
  });
  const counted = { key: `${sessionId}/o1`, sessionId, at: 1 };
  await knowledgeIn(store).countSolution(id, "success", counted);
  const decision = { toolName: "Bash", subject: word, decision: "deny" } as const;
  await knowledgeIn(store).addPermission({ key: `${sessionId}/d`, project, sessionId, at: 1, ...decision });
}

/** The store's files that contain the bytes of a text, case-insensitive. */
function filesWith(text: string): string[] {
  return readdirSync(dir).filter((name) =>
    readFileSync(join(dir, name)).toString("latin1").toLowerCase().includes(text.toLowerCase()),
  );
}

test.each<[string, ForgetSelector]>([
  ["its session and its project", { project: "/projects/one" }],
  ["its text", { match: WORD }],
])("no byte of data forgotten by %s is left in the database or its log", async (_, selector) => {
  await fill("s1", "/projects/one", WORD);
  await fill("s2", "/projects/two", OTHER);
  expect(filesWith(WORD)).not.toEqual([]);
  await forgettingIn(store).forget(selector, 100);
  expect(filesWith(WORD)).toEqual([]);
  expect(filesWith("quetzal")).toEqual([]);
  // The other record is intact, and so is the database.
  expect(filesWith(OTHER)).not.toEqual([]);
  expect(await searchIn(store).search({ text: OTHER, limit: 20 })).toHaveLength(7);
  const db = new Database(path, { readonly: true });
  expect(db.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
  db.close();
  await store.close();
  expect(filesWith(WORD)).toEqual([]);
});

/** What was counted, and for whom: a row says that a session used a solution. */
function countedRows(): { subject: string; session_id: string }[] {
  const db = new Database(path, { readonly: true });
  const rows = db
    .query<{ subject: string; session_id: string }, []>("select subject, session_id from counted order by at")
    .all();
  db.close();
  return rows;
}

test("of a forgotten session nothing stays counted, what another one counted does", async () => {
  await fill("s1", "/projects/one", WORD);
  await fill("s2", "/projects/one", OTHER);
  const [solution] = await knowledgeIn(store).solutionsFor(OTHER, "/projects/one");
  await knowledgeIn(store).countSolution(solution?.id ?? "", "success", {
    key: "s1/x",
    sessionId: "s1",
    at: 2,
  });
  expect(
    countedRows()
      .map((row) => row.session_id)
      .sort(),
  ).toEqual(["s1", "s1", "s2"]);
  await forgettingIn(store).forget({ sessionId: "s1" }, 100);
  expect(countedRows().map((row) => row.session_id)).toEqual(["s2"]);
});

test("of a forgotten solution nothing stays counted, whichever session used it", async () => {
  await fill("s1", "/projects/one", WORD);
  await fill("s2", "/projects/two", OTHER);
  const [solution] = await knowledgeIn(store).solutionsFor(WORD, "/projects/one");
  const [other] = await knowledgeIn(store).solutionsFor(OTHER, "/projects/two");
  await knowledgeIn(store).countSolution(solution?.id ?? "", "success", {
    key: "s2/x",
    sessionId: "s2",
    at: 2,
  });
  await forgettingIn(store).forget({ match: WORD }, 100);
  expect(countedRows()).toEqual([{ subject: other?.id ?? "", session_id: "s2" }]);
});

test("of everything before a moment nothing stays counted, what was counted since does", async () => {
  await fill("s1", "/projects/one", WORD);
  const common = { project: "/projects/one", kind: "k", toolName: "Bash", errorSample: "e", redaction: 1 };
  const { id } = await knowledgeIn(store).saveSolution({
    ...common,
    fingerprint: "f",
    text: "t",
    steps: [],
    source: "user",
    at: 60,
  });
  await knowledgeIn(store).countSolution(id, "success", { key: "s3/a", sessionId: "s3", at: 40 });
  await knowledgeIn(store).countSolution(id, "success", { key: "s3/b", sessionId: "s3", at: 60 });
  await forgettingIn(store).forget({ before: 50 }, 100);
  expect(countedRows()).toEqual([{ subject: id, session_id: "s3" }]);
});

test("a forgotten memory leaves no byte of any of its versions", async () => {
  await fill("s1", "/projects/one", OTHER);
  const draft = { uri: "project://bird", project: "/projects/one", origin: "user", redaction: 1 } as const;
  await memoriesIn(store).saveMemory({ ...draft, author: "ann", at: 1, content: `${WORD} lives` });
  await memoriesIn(store).saveMemory({
    ...draft,
    author: "ann",
    at: 2,
    content: "it is gone",
    reason: `was no ${WORD}`,
  });
  await forgettingIn(store).forget({ uri: "project://bird", project: "/projects/one" }, 100);
  expect(filesWith(WORD)).toEqual([]);
});

test("while another process reads, the bytes stay in the log; this is reported, and a second try succeeds", async () => {
  await fill("s1", "/projects/one", WORD);
  const reader = new Database(path);
  reader.run("begin");
  reader.query("select count(*) from sessions").get();
  await expect(forgettingIn(store).forget({ match: WORD }, 100)).rejects.toMatchObject({
    code: "forget_unfinished",
  });
  expect(await searchIn(store).search({ text: WORD, limit: 9 })).toEqual([]);
  expect(existsSync(`${path}-wal`)).toBe(true);
  reader.run("commit");
  reader.close();
  await forgettingIn(store).forget({ match: WORD }, 100);
  expect(filesWith(WORD)).toEqual([]);
});

/** Everything that a forget does in steps; a process that is killed in one of them leaves the rest to the next. */
test("killed at any step, the next forget finishes: no word is left, its digests neither, and it says what was deleted", async () => {
  await store.close();
  const script = `
    const { openStore } = await import(${JSON.stringify(join(import.meta.dir, "..", "open.ts"))});
    const { forgettingIn } = await import(${JSON.stringify(join(import.meta.dir, "../../team/sql/forget.ts"))});
    const store = await openStore({ database: process.argv[1] });
    let left = Number(process.argv[2]);
    await forgettingIn(store).forget({ match: "${WORD}" }, 100, () => {
      if (left-- === 0) process.kill(process.pid, "SIGKILL");
    });
  `;
  let killed = 0;
  for (let kill = 0; kill < 20; kill++) {
    for (const name of readdirSync(dir)) rmSync(join(dir, name));
    store = await openStore({ database: path });
    for (let i = 0; i < 300; i++) {
      const text = i % 2 === 0 ? `the ${WORD} number ${i}` : `the ${OTHER} number ${i}`;
      const session = { id: `s${i % 5}`, project: "/p", cwd: "/p", at: i };
      const key = `k${i}`;
      await recordsIn(store).record({
        session,
        prompts: [{ key, sessionId: session.id, at: i, redaction: 1, text }],
      });
    }
    while ((await wordIndexIn(store).indexWords()) > 0);
    for (let i = 0; i < 5; i++) await learnFrom(store, `s${i}`, { at: 99, redaction: 1 });
    expect(await digestsIn(store).digests({ project: "/p", limit: 9 })).toHaveLength(5);
    await store.close();
    const child = Bun.spawn([process.execPath, "-e", script, path, String(kill)], { stderr: "pipe" });
    if ((await child.exited) === 0) break;
    killed++;
    store = await openStore({ database: path });
    expect((await forgettingIn(store).previewForget({ match: WORD })).prompts).toBe(150);
    expect((await forgettingIn(store).forget({ match: WORD }, 100)).prompts).toBe(150);
    expect(filesWith(WORD)).toEqual([]);
    expect(await searchIn(store).search({ text: OTHER, limit: 999 })).toHaveLength(150);
    expect(await forgettingIn(store).previewForget({ match: WORD })).toMatchObject({ prompts: 0 });
    await store.close();
  }
  // Batches of records, then steps of the merge.
  expect(killed).toBeGreaterThan(5);
  store = await openStore({ database: path });
}, 60_000);
