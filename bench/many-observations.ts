/** A database like after years of work: made up, but with the sizes of real sessions. */

import { openStore } from "../src/store/open.ts";
import { recordsIn } from "../src/store/records/queries.ts";
import type { Observation, RecordBatch } from "../src/store/records/records.ts";

const WORDS =
  "total invoice rounding price cart order customer ledger token parser render signal session cache index schema migrate query worker socket header cookie layout theme button dialog chart export import filter report".split(
    " ",
  );

const DAY_MS = 86_400_000;
/** Time between two calls. */
const STEP_MS = 4000;

/** The same numbers every time. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** `sessions` sessions in 12 projects over half a year; the newest one has `longest` calls. */
export async function fillDatabase(
  path: string,
  options: { sessions: number; calls: number; longest: number; now: number },
): Promise<string> {
  const store = await openStore({ database: path });
  const roll = createDice(7);
  const text = (words: number) => Array.from({ length: words }, () => WORDS[roll(WORDS.length)]).join(" ");
  let last = "";
  for (let s = 0; s < options.sessions; s++) {
    const id = `bench-${String(s).padStart(5, "0")}`;
    const isLast = s === options.sessions - 1;
    const calls = isLast ? options.longest : options.calls;
    const share = (options.sessions - s) / options.sessions;
    const began = options.now - calls * STEP_MS - Math.floor(share * 180 * DAY_MS);
    const project = `/home/dev/project-${roll(12)}`;
    const entry = (kind: string, i: number) => ({
      key: `${id}/${kind}/${i}`,
      sessionId: id,
      at: began + i * STEP_MS,
      redaction: 1,
    });
    const batch: Required<Omit<RecordBatch, "session">> & RecordBatch = {
      session: { id, project, cwd: project, at: began, transcriptPath: `${project}/t.jsonl` },
      prompts: [],
      observations: [],
      responses: [],
      events: [],
    };
    for (let i = 0; i < calls; i++) {
      if (i % 20 === 0) batch.prompts.push({ ...entry("prompt", i), text: `Make the ${text(9)}` });
      batch.observations.push({ ...entry("tool", i), ...toCall(roll, text, project, i) });
      if (i % 20 === 19) batch.responses.push({ ...entry("response", i), text: `Done: ${text(40)}` });
    }
    await recordsIn(store).record(batch);
    if (!isLast) await recordsIn(store).endSession(id, began + calls * STEP_MS, "other");
    last = id;
  }
  await store.close();
  return last;
}

function toCall(
  roll: (sides: number) => number,
  text: (words: number) => string,
  project: string,
  i: number,
): Omit<Observation, "key" | "sessionId" | "at" | "redaction"> {
  const file = `${project}/src/${WORDS[roll(WORDS.length)]}-${roll(40)}.ts`;
  const isEdit = i % 3 === 0;
  return {
    toolName: isEdit ? "Edit" : "Bash",
    toolUseId: `t${i}`,
    ok: i % 17 !== 0,
    input: JSON.stringify(
      isEdit ? { file_path: file, new_string: text(12) } : { command: `npm test ${text(2)}` },
    ),
    response: text(60 + roll(140)),
    files: isEdit ? [file] : [],
    durationMs: roll(4000),
  };
}
