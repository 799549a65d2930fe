/**
 * A forget of every kind, killed at random points and run again: none of 300 words that occur nowhere else is left in any
 * byte of the store's files, and the rest answers as before.
 */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { searchIn } from "../../src/search/sql/index.ts";
import type { ForgetSelector } from "../../src/store/forget/types.ts";
import { wordIndexIn } from "../../src/store/index/lazy-index.ts";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { forgettingIn } from "../../src/team/sql/forget.ts";
import { observation, prompt, response, seen } from "../contract/fixtures.ts";
import { memory } from "../temp-store.ts";

const RECORDS = Number(process.env.PAWL_FORGET_RECORDS ?? 20_000);
/** Of each kind of forget. */
const KILLS = Number(process.env.PAWL_FORGET_KILLS ?? 5);
const PER_SESSION = 500;
const SECRET_WORDS = Array.from({ length: 300 }, (_, i) => `zeq${toLetters(i)}xov`);
const OTHER_WORDS = Array.from({ length: 20 }, (_, i) => `heron${toLetters(i)}`);
const MARK = "quagga";

function toLetters(n: number): string {
  return [...String(n).padStart(3, "0")].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

/** The second session of all has the words; it is the oldest, and alone in its project. */
const SELECTORS: [string, ForgetSelector][] = [
  ["a session", { sessionId: "secret" }],
  ["a project", { project: "/projects/secret" }],
  ["a text", { match: MARK }],
  ["everything before a time", { before: 1_000_000 }],
  ["what an author wrote", { by: "user" }],
];

async function fill(database: string, selector: ForgetSelector): Promise<void> {
  const store = await openStore({ database });
  if ("by" in selector) for (const word of SECRET_WORDS) await memoriesIn(store).saveMemory(memoryWith(word));
  for (let s = 0; s * PER_SESSION < RECORDS; s++) {
    const isSecret = s === 1 && !("by" in selector);
    const id = isSecret ? "secret" : `s${s}`;
    const from = isSecret ? 1000 : 2_000_000 + s * PER_SESSION;
    const project = isSecret ? "/projects/secret" : "/projects/one";
    const of = (i: number) => {
      if (isSecret) return `${MARK} ${SECRET_WORDS[i % SECRET_WORDS.length]} in its sentence`;
      return `${OTHER_WORDS[i % OTHER_WORDS.length]} and number ${s * PER_SESSION + i} of them`;
    };
    const numbers = Array.from({ length: PER_SESSION }, (_, i) => i);
    const ofKind = (kind: number) => numbers.filter((i) => i % 3 === kind);
    await recordsIn(store).record({
      session: seen(id, from, { project, cwd: project }),
      prompts: ofKind(0).map((i) => prompt(id, from + i, of(i))),
      observations: ofKind(1).map((i) => observation(id, from + i, { response: of(i) })),
      responses: ofKind(2).map((i) => response(id, from + i, of(i))),
    });
  }
  while ((await wordIndexIn(store).indexWords()) > 0);
  await store.close();
}

const memoryWith = (word: string) => memory(`project://${word}`, `${MARK} ${word} in its sentence`);

const SCRIPT = `
  const { openStore } = await import(${JSON.stringify(join(import.meta.dir, "../../src/store/open.ts"))});
  const { forgettingIn } = await import(${JSON.stringify(join(import.meta.dir, "../../src/team/sql/forget.ts"))});
  const [, path, selector, kill] = process.argv;
  const store = await openStore({ database: path });
  let steps = 0;
  await forgettingIn(store).forget(JSON.parse(selector), 9_000_000, () => {
    if (steps++ === Number(kill)) process.kill(process.pid, "SIGKILL");
  });
  await store.close();
  console.log(steps);
`;

async function runForget(path: string, selector: ForgetSelector, kill: number) {
  const child = Bun.spawn([process.execPath, "-e", SCRIPT, path, JSON.stringify(selector), String(kill)], {
    stderr: "inherit",
  });
  const steps = Number(await new Response(child.stdout).text());
  await child.exited;
  return { wasKilled: child.signalCode === "SIGKILL", steps };
}

async function othersFound(database: string): Promise<string[][]> {
  const store = await openStore({ database });
  const found: string[][] = [];
  for (const text of OTHER_WORDS)
    found.push((await searchIn(store).search({ text, limit: 50 })).map(({ id, title }) => `${id} ${title}`));
  await store.close();
  return found;
}

/** Every word begins alike, so that each file is read twice and not once for each of them. */
function wordsLeft(dir: string): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(dir)) {
    const bytes = readFileSync(join(dir, name));
    if (bytes.includes(MARK)) found.add(MARK);
    for (let at = bytes.indexOf("zeq"); at !== -1; at = bytes.indexOf("zeq", at + 1)) {
      const word = bytes.toString("latin1", at, at + LONGEST_WORD);
      if (SECRET_WORDS.includes(word)) found.add(word);
    }
  }
  return [...found];
}
const LONGEST_WORD = 9;

function checkFile(path: string): void {
  using db = new Database(path);
  expect(db.query("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  for (const table of ["call_stems", "text_stems", "memory_stems"])
    db.run(`insert into ${table} (${table}) values ('integrity-check')`);
}

test.each(SELECTORS)(
  "of %s nothing is left, wherever the forget was killed, and others are found as before",
  async (_, selector) => {
    const root = mkdtempSync(join(tmpdir(), "pawl-forget-"));
    try {
      const whole = join(root, "whole.db");
      await fill(whole, selector);
      const others = await othersFound(whole);
      const begin = (name: string) => {
        const dir = join(root, name);
        mkdirSync(dir);
        const path = join(dir, "pawl.db");
        copyFileSync(whole, path);
        return { dir, path };
      };
      const once = begin("once");
      expect(wordsLeft(once.dir).length).toBeGreaterThan(SECRET_WORDS.length / 2);
      const { steps } = await runForget(once.path, selector, -1);
      expect(wordsLeft(once.dir)).toEqual([]);
      let killed = 0;
      for (let round = 0; round < KILLS; round++) {
        const { dir, path } = begin(`round-${round}`);
        const at = Math.floor((steps * (round + Math.random())) / KILLS);
        if ((await runForget(path, selector, at)).wasKilled) killed++;
        const store = await openStore({ database: path });
        await forgettingIn(store).forget(selector, 9_000_000);
        await store.close();
        expect([at, wordsLeft(dir)]).toEqual([at, []]);
        expect(await othersFound(path)).toEqual(others);
        checkFile(path);
        rmSync(dir, { recursive: true });
      }
      expect(killed).toBeGreaterThan(KILLS / 2);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
  3_600_000,
);
