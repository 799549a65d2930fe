import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import { toDigest } from "../../memory/digest/build.ts";
import { digestsIn, memoriesIn } from "../../memory/sql/index.ts";
import { openStore } from "../../store/open.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { readFileHistory, toHistoryPath } from "./file-history.ts";

const FIRST = Date.UTC(2026, 2, 1);
const SECOND = Date.UTC(2026, 2, 5);

let dir = "";
let store: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-file-"));
  store = await openStore({ database: join(dir, "pawl.db") });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

async function keep({ session }: ReturnType<typeof createSession>) {
  const { sessionId, prompts, observations, responses } = session;
  const at = prompts[0]?.at ?? 0;
  const seen = { id: sessionId, project: PROJECT, cwd: PROJECT, at };
  await recordsIn(store).record({ session: seen, prompts, observations, responses });
  await digestsIn(store).saveDigest(toDigest(session));
}

const read = (path: string, limit = 50) =>
  readFileHistory(store, { projects: [PROJECT], path, limit, now: SECOND });

async function story() {
  const one = createSession("one", FIRST);
  one.ask("Round the totals");
  one.write("src/totals.ts", "a\nb\nc");
  one.fail("npx tsc --noEmit", "src/totals.ts(3,1): error TS2304: Cannot find name 'tax'.");
  one.edit("src/totals.ts", "a", "x\ny");
  one.run("npx tsc --noEmit");
  one.ask("And the till");
  one.edit("src/till/open.ts", "a", "b");
  await keep(one);
  const two = createSession("two", SECOND);
  two.ask("Describe the totals");
  two.edit("docs/totals.md", "a", "b");
  two.run("sed -i s/a/b/ src/totals.ts");
  await keep(two);
  await memoriesIn(store).saveMemory({
    uri: "project://notes/totals",
    project: PROJECT,
    content: "src/totals.ts rounds half to even",
    priority: 3,
    origin: "user",
    redaction: 1,
    at: SECOND,
    author: "user",
  });
}

test("a file's history has its sessions with what was asked and changed, its failures and memories", async () => {
  await story();
  const history = await read("src/totals.ts");
  expect(
    history.sessions.map(({ id, edits, added, removed, asked }) => [
      id,
      edits,
      added,
      removed,
      asked[0]?.text,
    ]),
  ).toEqual([
    ["two", 1, 0, 0, "Describe the totals"],
    ["one", 2, 5, 1, "Round the totals"],
  ]);
  expect(history.sessions[1]?.changes.map(({ tool, added }) => [tool, added])).toEqual([
    ["Write", 3],
    ["Edit", 2],
  ]);
  expect(history.failures).toMatchObject([
    { sessionId: "one", what: "npx tsc --noEmit", fix: "src/totals.ts" },
  ]);
  expect(history.memories.map(({ uri }) => uri)).toEqual(["project://notes/totals"]);
  expect(history).toMatchObject({ isFolder: false, hasMore: false, files: [] });
});

test("a folder's history has the files that were changed in it, with or without a slash at its end", async () => {
  await story();
  const history = await read("src/");
  expect(history.files.map(({ file, edits, sessions }) => [file, edits, sessions])).toEqual([
    ["src/totals.ts", 3, 2],
    ["src/till/open.ts", 1, 1],
  ]);
  expect(await read("src")).toEqual(history);
  // An error that names a file in it is no reason to take the folder for a file.
  expect(history.failures.length).toBe(1);
  expect((await read("sr")).sessions).toEqual([]);
  expect((await read("")).totals.sessions).toBe(2);
});

test("a file of the same name elsewhere, and the name in a prompt, are not its history", async () => {
  const s = createSession("one", FIRST);
  s.ask('Look at "src/totals.ts" and src/totals.ts');
  s.edit("lib/src/totals.ts", "a", "b");
  await keep(s);
  const history = await read("src/totals.ts");
  expect([history.sessions, history.failures]).toEqual([[], []]);
});

test("older sessions than asked for are said to exist", async () => {
  await story();
  expect(await read("src/totals.ts", 1)).toMatchObject({ hasMore: true, totals: { sessions: 1 } });
});

test("a path is taken as a person names it", () => {
  const paths = [`${PROJECT}/src/a.ts`, "./src/a.ts", "src/a.ts", PROJECT, `${PROJECT}/`, ".", "/etc/hosts"];
  expect(paths.map((path) => toHistoryPath(path, PROJECT))).toEqual([
    "src/a.ts",
    "src/a.ts",
    "src/a.ts",
    "",
    "",
    "",
    "/etc/hosts",
  ]);
});

test("memories about a folder's files or naming the folder belong to it, those about the file itself come first", async () => {
  await story();
  const save = (name: string, content: string, priority: number, at = SECOND) =>
    memoriesIn(store).saveMemory({
      ...{ uri: `project://notes/${name}`, project: PROJECT, content, priority, origin: "user" },
      ...{ redaction: 1, at, author: "user" },
    });
  await save("folder", "Everything in src/ is typed.", 0);
  await save("other", "Nothing of the kind.", 0);
  await save("deep", "Look into src/till/open.ts first.", 4);
  const names = async (path: string) =>
    (await read(path)).memories.map(({ uri }) => uri.slice("project://notes/".length));
  expect(await names("src/totals.ts")).toEqual(["totals", "folder"]);
  expect((await names("src/")).toSorted()).toEqual(["deep", "folder", "totals"]);
  expect(await names("")).toEqual([]);
  await save("newer", "src/totals.ts is slow.", 3, SECOND + 5);
  expect(await names("src/totals.ts")).toEqual(["newer", "totals", "folder"]);
});
