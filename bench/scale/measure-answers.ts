/** What hooks and searches cost in a store: each asked many times, every time something else. */

import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { residentBytes } from "../process-memory.ts";
import { sampleText } from "../sample.ts";
import { type Figure, ofNumber, ofTaken, type Taken } from "./figures.ts";
import { projectRoot } from "./made-sessions.ts";
import { UNTIL } from "./made-store.ts";
import { createRandom, pick } from "./made-words.ts";
import type { RunningDaemon } from "./running-daemon.ts";

const ROUNDS = 60;
/** Not counted: they warm up the compiler and the pages that any answer reads. */
const WARM_UP = 12;
const LARGEST = projectRoot(0);
/** Less than any answer takes: the keeper gave it, because the daemon came to no processor for too long. */
const LEAST_MS = 0.05;
const MOST_TRIES = 20;
/** The daemon gives memory back when nobody has asked for a minute and a half: see daemon-work.ts. */
const UNTIL_IDLE_MS = 130_000;
const WEEK_MS = 7 * 86_400_000;

interface Asked {
  prompts: string[];
  files: string[];
  errors: string[];
}

export async function measureAnswers(
  daemon: RunningDaemon,
  database: string,
  projects: number,
): Promise<Figure[]> {
  const here = await materialOf(database, LARGEST);
  const random = createRandom(3);
  let round = 0;
  const common = (session: string, root = LARGEST) => ({
    session_id: session,
    transcript_path: `${root}/.sessions/${session}.jsonl`,
    cwd: root,
    prompt_id: `p-${round}`,
    permission_mode: "default",
  });
  const prompt = (root: string) => ({
    ...common(`s-${round}`, root),
    hook_event_name: "UserPromptSubmit",
    prompt: `${pick(random, here.prompts)} (${round})`,
  });
  const call = (event: string, more: object) => ({
    ...common(`s-${round % 7}`),
    hook_event_name: event,
    tool_use_id: `toolu_bench_${round}`,
    duration_ms: 3,
    ...more,
  });
  const read = () => ({ tool_name: "Read", tool_input: { file_path: pick(random, here.files) } });
  const failed = () => ({
    tool_name: "Bash",
    tool_input: { command: "npm test" },
    error: pick(random, here.errors),
  });
  const hooks: [string, () => Record<string, unknown>][] = [
    ["SessionStart", () => ({ ...common(`s-${round}`), hook_event_name: "SessionStart", source: "startup" })],
    ["UserPromptSubmit, largest project", () => prompt(LARGEST)],
    ["PreToolUse of Read", () => call("PreToolUse", read())],
    ["PostToolUse", () => call("PostToolUse", { ...read(), tool_response: { text: sampleText(round) } })],
    ["PostToolUseFailure", () => call("PostToolUseFailure", failed())],
    [
      "Stop",
      () => ({
        ...common(`s-${round % 7}`),
        hook_event_name: "Stop",
        last_assistant_message: `Done ${round}.`,
      }),
    ],
  ];
  if (projects > 1)
    hooks.splice(2, 0, ["UserPromptSubmit, small project", () => prompt(projectRoot(projects - 1))]);

  const figures: Figure[] = [];
  const many = async (what: string, ask: () => Promise<Taken>) => {
    const taken: Taken[] = [];
    for (let i = 0; i < WARM_UP + ROUNDS; i++, round++) {
      let one = await ask();
      for (let again = 0; one.cpu < LEAST_MS && again < MOST_TRIES; again++) {
        console.error(`${what}: the keeper answered for the daemon. Asked again when the daemon is quiet.`);
        await daemon.quiet();
        round++;
        one = await ask();
      }
      if (i >= WARM_UP) taken.push(one);
    }
    figures.push(ofTaken(what, taken));
  };
  for (const [what, event] of hooks)
    await many(what, async () => {
      const body = event();
      return { ...(await daemon.hook(body)), asked: String(body.prompt ?? body.error ?? "") };
    });
  const words = () => pick(random, here.prompts).match(/[A-Za-z]{4,}/g) ?? ["error"];
  const query = (count: number) => Array.from({ length: count }, () => pick(random, words())).join(" ");
  const search = async (more: object) => {
    const body = { query: query(1), ...more };
    return { ...(await daemon.api("/api/search", body)), asked: body.query };
  };
  await many("search, 1 word", () => search({}));
  await many("search, 3 words in a project", () => search({ query: query(3), project: LARGEST }));
  await many("search, type response", () => search({ query: query(2), type: "response" }));
  await many("search, since 7 days", () => search({ query: query(2), since: UNTIL - WEEK_MS }));
  await many("search, mistyped", () => search({ query: toSlip(query(1), random()) }));
  return figures;
}

export async function measureIdleMemory(daemon: RunningDaemon): Promise<Figure[]> {
  const inUse = ofNumber("daemon memory in use", residentBytes(daemon.pid) / 1e6, " MB");
  await Bun.sleep(UNTIL_IDLE_MS);
  return [inUse, ofNumber("daemon memory after use", residentBytes(daemon.pid) / 1e6, " MB")];
}

/** Two letters in the wrong order. */
function toSlip(word: string, place: number): string {
  const at = 1 + Math.floor(place * Math.max(1, word.length - 2));
  return `${word.slice(0, at)}${word[at + 1] ?? "x"}${word[at]}${word.slice(at + 2)}`;
}

async function materialOf(database: string, project: string): Promise<Asked> {
  const store = await openStore({ database });
  try {
    const sessions = await recordsIn(store).sessions({ project, limit: 40 });
    const prompts: string[] = [];
    const files = new Set<string>();
    const errors: string[] = [];
    for (const { id } of sessions) {
      const records = await recordsIn(store).session(id);
      prompts.push(...(records?.prompts ?? []).map(({ text }) => text));
      for (const call of records?.observations ?? []) {
        for (const file of call.files) files.add(file);
        if (!call.ok) errors.push(call.response);
      }
    }
    return { prompts, files: [...files], errors };
  } finally {
    await store.close();
  }
}
