/** Records like those of real sessions, in any number: from a made-up language, or from real transcripts. */

import { importTranscripts } from "../src/clients/transcripts/import.ts";
import { REDACTION_VERSION, redactJson, redactText } from "../src/redact/index.ts";
import { openStore } from "../src/store/open.ts";
import { recordsIn } from "../src/store/records/queries.ts";
import type { Observation, Prompt, RecordBatch, Response } from "../src/store/records/records.ts";
import { override } from "../src/store/store.ts";

type Offsets = ReturnType<typeof recordsIn>;

export const PROJECTS = 12;
const CALLS_A_SESSION = 70;
const PROMPTS_A_SESSION = 7;
/** Measured on 120 real sessions: 22,000 different words in 8,000 calls, the most common ones in half of them. */
const VOCABULARY = 60_000;

/** The same numbers in every run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function* madeUpBatches(observations: number): Generator<RecordBatch> {
  const random = createRandom(11);
  const words = createVocabulary(random);
  const word = () => words[zipf(random, words.length)] ?? "the";
  const text = (length: number) => {
    const parts: string[] = [];
    for (let size = 0; size < length; size += (parts.at(-1)?.length ?? 0) + 1) parts.push(word());
    return parts.join(" ");
  };
  const path = () => `src/${word()}/${word()}-${word()}.ts`;
  // Long-tailed, like real output: most are short, some reach the limit.
  const size = () => Math.min(10_000, 40 + Math.round(300 * Math.exp(1.4 * normal(random))));

  for (let session = 0; session * CALLS_A_SESSION < observations; session++) {
    const id = `made-up-${session}`;
    const project = `/projects/p${session % PROJECTS}`;
    const at = (i: number) => (session * 1_000 + i) * 60_000;
    const entry = (kind: string, i: number) => ({
      key: `${id}/${kind}/${i}`,
      sessionId: id,
      at: at(i),
      redaction: 1,
    });
    const call = (i: number): Observation => {
      const file = path();
      const isBash = random() < 0.35;
      const input = isBash
        ? { command: text(60) }
        : { file_path: file, old_string: text(size() / 4), new_string: text(size() / 4) };
      const toolName = isBash ? "Bash" : random() < 0.5 ? "Read" : "Edit";
      const files = isBash ? [] : [file];
      const response = text(size());
      return {
        ...entry("tool", i),
        toolName,
        ok: random() > 0.05,
        input: JSON.stringify(input),
        response,
        files,
      };
    };
    const asked = (i: number): Prompt => ({ ...entry("prompt", i), text: text(20 + size()) });
    const said = (i: number): Response => ({ ...entry("response", i), text: text(200 + size()) });
    yield {
      session: { id, project, cwd: project, at: at(0) },
      prompts: Array.from({ length: PROMPTS_A_SESSION }, (_, i) => asked(i)),
      observations: Array.from({ length: CALLS_A_SESSION }, (_, i) => call(i)),
      responses: Array.from({ length: PROMPTS_A_SESSION }, (_, i) => said(i)),
    };
  }
}

/** The transcripts of a folder, repeated under other names until there are enough. */
export async function* realBatches(
  folder: string,
  database: string,
  observations: number,
): AsyncGenerator<RecordBatch> {
  const store = await openStore({ database: database });
  const offsets = new Map<string, Parameters<Offsets["saveTranscriptOffset"]>[0]>();
  await importTranscripts({
    store,
    paths: [folder],
    offsets: override(store, recordsIn, {
      transcriptOffset: async (path) => offsets.get(path),
      saveTranscriptOffset: async (offset) => void offsets.set(offset.path, offset),
    }),
    redact: { text: redactText, json: redactJson, version: REDACTION_VERSION },
    projectOf: (cwd) => cwd,
    now: Date.now,
  });
  const sessions = await recordsIn(store).sessions({ limit: 1_000_000, withContent: true });
  let made = 0;
  for (let copy = 0; made < observations && sessions.length > 0; copy++) {
    for (const { id } of sessions.toReversed()) {
      const records = await recordsIn(store).session(id);
      if (records === undefined) continue;
      const project = `/projects/p${copy % PROJECTS}`;
      const again = <T extends { key: string; sessionId: string }>(entries: T[]): T[] =>
        entries.map((entry) => ({ ...entry, key: `${copy}/${entry.key}`, sessionId: `${copy}/${id}` }));
      made += records.observations.length;
      yield {
        session: { id: `${copy}/${id}`, project, cwd: project, at: records.session.startedAt },
        prompts: again(records.prompts),
        observations: again(records.observations),
        responses: again(records.responses),
      };
    }
  }
  await store.close();
}

const SYLLABLES = "ba con de for ge in ka lo mi ner or pre qui re sta ter un ver wi ze shi tion ment".split(
  " ",
);

/** Common words are short, rare ones long; every fourth is a name of two or three words, as in code. */
function createVocabulary(random: () => number): string[] {
  const pick = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? "ba";
  const plain = (rank: number) =>
    Array.from({ length: 1 + Math.ceil(Math.log10(rank + 2) * random() * 1.4) }, pick).join("");
  const words: string[] = [];
  for (let rank = 0; rank < VOCABULARY; rank++) {
    const name = () => words[Math.floor(random() * Math.min(rank, 3_000))] ?? pick();
    if (rank < 50 || random() < 0.75) words.push(plain(rank));
    else words.push(`${name()}${name().replace(/^./, (first) => first.toUpperCase())}`);
  }
  return words;
}

/** A rank; the n-th occurs about 1/n as often as the first. */
function zipf(random: () => number, most: number): number {
  return Math.floor(most ** random()) - 1;
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random());
}
