/**
 * The client's own memory, through the whole service: is a memory injected for its own prompt and for no other, what does
 * plain FTS5 do with the same, and what does it cost.
 *
 *   bun bench/client-memory.ts [--check]      exit code 1 if a target is missed
 */

import { Database } from "bun:sqlite";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestApp } from "../src/daemon/test-app.ts";
import { slugOf } from "../src/memory/client/folders.ts";
import { recordsIn } from "../src/store/records/queries.ts";
import { createCorpus, type Fact, toFileText } from "./client-memory/corpus.ts";
import { interleave, median } from "./statistics.ts";

type App = Awaited<ReturnType<typeof openTestApp>>;

async function openProject() {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-client-memory-")));
  const app = await openTestApp({ dir });
  const project = join(dir, "project");
  const memory = join(dir, "claude", "projects", slugOf(project), "memory");
  for (const folder of [project, memory]) mkdirSync(folder, { recursive: true });
  return {
    app,
    project,
    memory,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

let sessions = 0;
const nextSession = () => `00000000-0000-4000-9000-${String(sessions++).padStart(12, "0")}`;

const send = (app: App, event: string, sessionId: string, cwd: string, more: object) =>
  app.post("/hook", { hook_event_name: event, session_id: sessionId, cwd, transcript_path: "", ...more });

/** Every fact is written by a session of its own, as the client's model does it. */
async function writeFacts(
  facts: readonly Fact[],
  place: Awaited<ReturnType<typeof openProject>>,
): Promise<void> {
  const { app, project, memory } = place;
  const index: string[] = [];
  for (const fact of facts) {
    const path = join(memory, fact.file);
    writeFileSync(path, toFileText(fact));
    index.push(`- [${fact.title}](${fact.file}) — ${fact.description}`);
    writeFileSync(join(memory, "MEMORY.md"), `${index.join("\n")}\n`);
    const call = { tool_name: "Write", tool_use_id: `t-${fact.id}`, tool_response: {} };
    await send(app, "PostToolUse", nextSession(), project, {
      ...call,
      tool_input: { file_path: path, content: "" },
    });
  }
}

/** The client's memories that a prompt brings, by their file. */
async function injectedFor(
  prompt: string,
  { app, project }: Awaited<ReturnType<typeof openProject>>,
): Promise<string[]> {
  const sessionId = nextSession();
  await (await send(app, "UserPromptSubmit", sessionId, project, { prompt })).text();
  const injections = await recordsIn(app.store).injections({ sessionId, limit: 5 });
  return injections.flatMap(({ sources }) =>
    sources.flatMap(({ uri }) => (uri.startsWith("client://") ? [uri.slice("client://".length)] : [])),
  );
}

/** All words of the prompt, joined by OR, best first: what an index gives without further thought. */
function openFts(facts: readonly Fact[]) {
  const db = new Database(":memory:");
  db.run(
    "create virtual table facts using fts5 (id unindexed, head, body, tokenize = 'unicode61 remove_diacritics 2')",
  );
  for (const { id, title, description, body } of facts)
    db.run("insert into facts values (?, ?, ?)", [id, `${title} ${description}`, body]);
  const best = db.query<{ id: string }, [string]>(
    "select id from facts where facts match ? order by rank limit 1",
  );
  return (prompt: string): string[] => {
    const words = prompt.match(/[\p{L}\p{N}]+/gu) ?? [];
    return best.all(words.map((word) => `"${word}"`).join(" OR ")).map(({ id }) => id);
  };
}

interface Score {
  own: number;
  other: number;
}

async function main(): Promise<void> {
  const corpus = createCorpus();
  await using place = await openProject();
  await writeFacts(corpus.facts, place);
  const fts = openFts(corpus.facts);
  const own = corpus.facts.flatMap(({ id, language, prompts }) =>
    prompts.map((prompt) => ({ prompt, id, language })),
  );
  const alien = [...corpus.unrelated, ...corpus.elsewhere].map((prompt) => ({
    prompt,
    id: "",
    language: "none",
  }));
  const results: { language: string; id: string; pawl: string[]; fts: string[] }[] = [];
  for (const { prompt, id, language } of [...own, ...alien]) {
    results.push({ language, id, pawl: await injectedFor(prompt, place), fts: fts(prompt) });
  }
  const share = (of: "pawl" | "fts", language?: string): Score => {
    const asked = results.filter(
      (one) => one.id !== "" && (language === undefined || one.language === language),
    );
    const all = language === undefined ? results : asked;
    return {
      own: asked.filter((one) => one[of].includes(one.id)).length / asked.length,
      other: all.filter((one) => one[of].some((id) => id !== one.id)).length / all.length,
    };
  };
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  console.log(
    `${corpus.facts.length} memories, ${own.length} prompts that need one, ${alien.length} that need none`,
  );
  console.log("| prompts | Pawl: its own | Pawl: another's | FTS5: its own | FTS5: another's |");
  console.log("|---|---:|---:|---:|---:|");
  for (const language of [undefined, ...new Set(corpus.facts.map(({ language }) => language))]) {
    const [pawl, plain] = [share("pawl", language), share("fts", language)];
    console.log(
      `| ${language ?? "all"} | ${percent(pawl.own)} | ${percent(pawl.other)} | ${percent(plain.own)} | ${percent(plain.other)} |`,
    );
  }
  for (const [name, prompts] of [
    ["unrelated", corpus.unrelated],
    ["same subject, another matter", corpus.elsewhere],
  ] as const) {
    let pawl = 0;
    for (const prompt of prompts) if ((await injectedFor(prompt, place)).length > 0) pawl++;
    const plain = prompts.filter((prompt) => fts(prompt).length > 0).length;
    console.log(
      `| ${name} (${prompts.length}) | – | ${percent(pawl / prompts.length)} | – | ${percent(plain / prompts.length)} |`,
    );
  }
  const whole = share("pawl");
  const cost = await measureCost();
  if (process.argv.includes("--check") && (whole.own < 0.8 || whole.other > 0.05 || cost > 3))
    process.exit(1);
}

const FILES = 500;
const ROUNDS = 60;
const GAP_MS = 80;

/** With 500 files and with none, in turns. Returns what SessionStart takes longer, in ms. */
async function measureCost(): Promise<number> {
  await using empty = await openProject();
  await using full = await openProject();
  const facts = createCorpus().facts;
  for (let i = 0; i < FILES; i++) {
    const fact = facts[i % facts.length];
    if (fact === undefined) continue;
    writeFileSync(
      join(full.memory, `${fact.id}-${i}.md`),
      toFileText({ ...fact, body: `${fact.body}\nNumber ${i}.` }),
    );
  }
  const variants = [
    { name: "none", place: empty },
    { name: "500 files", place: full },
  ];
  const events: [string, (place: typeof full) => object][] = [
    ["SessionStart", () => ({ source: "startup" })],
    ["UserPromptSubmit", () => ({ prompt: "Explain how closures capture variables in a loop" })],
    [
      "PreToolUse",
      ({ project }) => ({ tool_name: "Read", tool_input: { file_path: join(project, "src/other.ts") } }),
    ],
    [
      "PostToolUse",
      ({ project }) => ({
        tool_name: "Edit",
        tool_input: { file_path: join(project, "src/other.ts") },
        tool_response: {},
      }),
    ],
  ];
  const times = new Map<string, number[]>();
  for (let round = -5; round < ROUNDS; round++) {
    for (const { name, place } of interleave(variants, Math.max(0, round))) {
      const sessionId = nextSession();
      for (const [event, more] of events) {
        // The client itself takes longer from a session's start to its first prompt.
        if (event === "UserPromptSubmit") await Bun.sleep(GAP_MS);
        const began = performance.now();
        await (
          await send(place.app, event, sessionId, place.project, { tool_use_id: sessionId, ...more(place) })
        ).text();
        const key = `${event} ${name}`;
        if (round >= 0) times.set(key, [...(times.get(key) ?? []), performance.now() - began]);
      }
      await place.app.service.idle();
    }
  }
  const of = (event: string, name: string) => median(times.get(`${event} ${name}`) ?? []);
  console.log("\n| event (median, ms) | no memory files | 500 memory files | difference |");
  console.log("|---|---:|---:|---:|");
  for (const [event] of events) {
    const [without, within] = [of(event, "none"), of(event, "500 files")];
    console.log(
      `| ${event} | ${without.toFixed(2)} | ${within.toFixed(2)} | ${(within - without).toFixed(2)} |`,
    );
  }
  return of("SessionStart", "500 files") - of("SessionStart", "none");
}

await main();
