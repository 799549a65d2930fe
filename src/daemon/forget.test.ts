import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked } from "../../test/contract/fixtures.ts";
import { rememberFolder } from "../platform/files.ts";
import { homeAt } from "../platform/paths.ts";
import { addToSpool } from "../platform/spool.ts";
import type { ForgetSelector } from "../store/forget/types.ts";
import { openStore } from "../store/open.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Snapshot } from "../work/state-files.ts";
import { writeStateFile } from "../work/state-files.ts";
import { forgetEverywhere, transcriptsThatStay } from "./forget.ts";

const WORD = "zebrafink";
const idOf = (n: number) => `session-${n}`;
const snapshot = (sessionId: string, text: string): Snapshot => ({
  version: 1,
  writtenBy: "pawl",
  sessionId,
  event: "Stop",
  project: null,
  startedAt: "2026-01-15T10:00:00.000Z",
  timestamp: "2026-01-15T11:00:00.000Z",
  summary: null,
  prompts: [{ at: "2026-01-15T10:00:00.000Z", text }],
  files: [],
  commands: [],
  failures: [],
  decisions: [],
  standing: [],
  open: [],
  workflow: null,
});

/** A store, the spool, a handoff and a state file with the word; and each of them once without it. */
async function filled() {
  const dir = mkdtempSync(join(tmpdir(), "pawl-forget-all-"));
  const home = homeAt(join(dir, ".pawl"));
  const project = join(dir, "shop");
  const folder = join(project, ".claude", "sessions");
  mkdirSync(project);
  const store = await openStore(home);
  for (const [n, word] of [WORD, "wren"].entries()) {
    const batch = asked(idOf(n), 5 + n, `the ${word} plan`);
    await recordsIn(store).record({ ...batch, session: { ...batch.session, branch: `fix-${word}` } });
    const work = join(home.dir, "sessions", idOf(n));
    mkdirSync(work, { recursive: true });
    writeFileSync(join(work, "timeline.jsonl"), JSON.stringify({ text: word }));
    addToSpool(home.spool, 5, JSON.stringify({ session_id: idOf(n), cwd: join(dir, word), prompt: word }));
    const made = await writeStateFile(folder, snapshot(idOf(n), word));
    if (!made.ok) throw new Error(made.detail);
    mkdirSync(home.handoffs, { recursive: true });
    writeFileSync(join(home.handoffs, `${word}.json`), JSON.stringify({ from: idOf(n), text: word }));
  }
  rememberFolder(home.stateFolders, folder);
  return {
    home,
    store,
    dir,
    folder,
    async [Symbol.asyncDispose]() {
      await store.close();
      rmSync(dir, { recursive: true });
    },
  };
}

function filesWith(dir: string, text: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

test.each<[string, ForgetSelector]>([
  ["its text", { match: "Zebrafink" }],
  ["its session", { sessionId: idOf(0) }],
])(
  "by %s it is gone from the store, the spool, handoffs and state files; the others stay",
  async (_, selector) => {
    await using at = await filled();
    const before = filesWith(at.dir, "wren").length;
    const { files } = await forgetEverywhere(at, selector, 100);
    expect(files).toHaveLength(4);
    expect(filesWith(at.dir, WORD)).toEqual([]);
    expect(filesWith(at.dir, "wren").length).toBe(before);
  },
);

test("by a text, sessions that stay lose a branch, a folder and a title with it, and a project of that name goes", async () => {
  await using at = await filled();
  const { home, store, dir } = at;
  const word = "gadwall";
  const record = (id: string, session: object) => {
    const batch = asked(id, 50, "Round the totals");
    return recordsIn(store).record({ ...batch, session: { ...batch.session, ...session } });
  };
  await record("on-branch", {
    branch: `fix-${word}`,
    cwd: `/projects/one/${word}`,
    transcriptPath: `/t/-${word}/a`,
  });
  await record("in-project", { project: `/projects/${word}`, cwd: `/projects/${word}` });
  const work = join(home.dir, "work", `${word}-1234`, "main-5678");
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, "workflow.json"), "{}");
  mkdirSync(join(home.dir, "logs"));
  writeFileSync(join(home.dir, "logs", "pawl.log.1"), `in ${word}`);
  const { counts } = await forgetEverywhere(at, { match: "Gadwall" }, 100);
  expect(counts).toMatchObject({ sessions: 1, prompts: 1 });
  const ids = (await recordsIn(store).sessions({ limit: 9 })).map(({ id }) => id).sort();
  expect(ids).toEqual(["on-branch", idOf(0), idOf(1)]);
  expect(filesWith(dir, word)).toEqual([]);
  expect(readdirSync(home.dir, { recursive: true }).filter((path) => `${path}`.includes(word))).toEqual([]);
});

test.each([
  ["on two lines", "a heron\nand a wigeon", { text: "- a heron and a wigeon" }],
  ["with quotes", 'the "wigeon" of', { command: "echo 'the \"wigeon\" of'" }],
])(
  "a text %s is found as Pawl writes it down: on one line, in JSON, in JSON within JSON",
  async (_, match, held) => {
    await using at = await filled();
    const body = JSON.stringify(held);
    for (const [n, text] of [body, JSON.stringify(body), encodeURIComponent(match)].entries())
      await recordsIn(at.store).record(asked(`written-${n}`, 60 + n, text));
    expect((await forgetEverywhere(at, { match }, 100)).counts.prompts).toBe(3);
    expect(filesWith(at.dir, "wigeon")).toEqual([]);
  },
);

test("by time, files that were written before it go too; a memory's URI touches no file", async () => {
  await using at = await filled();
  const old = new Date(1_000_000);
  const [state = ""] = readdirSync(at.folder).filter((name) => name.endsWith(".json"));
  utimesSync(join(at.folder, state), old, old);
  expect((await forgetEverywhere(at, { uri: "user://x" }, 100)).files).toEqual([]);
  expect((await forgetEverywhere(at, { before: 2_000_000 }, 100)).files).toEqual([join(at.folder, state)]);
});

test("the transcripts that still hold it are named, if they are there", async () => {
  await using at = await filled();
  const transcriptPath = join(at.dir, "t.jsonl");
  const batch = asked("with-transcript", 9, `the ${WORD} again`);
  await recordsIn(at.store).record({ ...batch, session: { ...batch.session, transcriptPath } });
  expect(await transcriptsThatStay(at, { match: WORD })).toEqual([]);
  writeFileSync(transcriptPath, "");
  expect(await transcriptsThatStay(at, { match: WORD })).toEqual([transcriptPath]);
  expect(existsSync(transcriptPath)).toBe(true);
});
