/**
 * Ten writers for a minute, half of them hostile, beside a page that asks all the time: `bun bench/flood.ts [--seconds N] [--check]`.
 * All of them send the same to Pawl and to a server that reads each request, parses its JSON and answers `{}`: five seconds to the
 * one, five to the other, so both get the whole flood on the same machine. The hostile writers have a thread of their own: what it
 * costs to make their bodies does not count.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createScratch } from "../test/e2e/harness/scratch.ts";
import { createPawl } from "../test/e2e/pawl.ts";
import { postToolUse, userPrompt } from "./events.ts";
import { describeMachine } from "./machine.ts";
import { sampleText } from "./sample.ts";
import { startEmptyServer } from "./start-empty-server.ts";
import { median, percentile } from "./statistics.ts";
import { missed, ms, type Row, times, toMarkdown } from "./table.ts";

const WRITERS = 5;
const MOST_TIMES = 3;
const MOST_DOWN_MS = 3000;
const pagePaths = (project: string) => [
  "/api/stats",
  "/api/day",
  `/api/file?project=${encodeURIComponent(project)}&path=sample-1.ts`,
  "/api/sessions",
  "/api/page/sessions?text=settings",
  "/api/daemon",
];

/** How long one server gets the flood before it is the other's turn. */
const SLICE_MS = 5000;

interface Flood {
  url: string;
  empty: string;
  token: string;
  project: string;
  /** Milliseconds since 1970. */
  from: number;
  /** Both servers together. */
  ms: number;
}

const isPawlsTurn = ({ from }: Flood) => Math.floor((Date.now() - from) / SLICE_MS) % 2 === 0;

type Statuses = Record<number, number>;

/** Bodies that no client sends, or only by accident. `i` makes each of them new. */
const HOSTILE: readonly ((i: number, project: string) => string)[] = [
  () => "not json",
  () => "",
  () => "[".repeat(100_000),
  (i) => JSON.stringify({ hook_event_name: "Nonsense", session_id: `h${i % 7}`, x: "y".repeat(5000) }),
  (i) => `{"hook_event_name":"PostToolUse","session_id":"h${i % 7}",${'"k":{"a":['.repeat(2000)}`,
  (i, project) => withOutput(i, project, Array.from({ length: 20 }, (_, n) => sampleText(i + n)).join("\n")),
  (i, project) => withOutput(i, project, `password=hunter${i} token: ghp_${"a1B2".repeat(9)}\n`.repeat(1500)),
  (i, project) => withOutput(i, project, `${i}${'a="b\\'.repeat(20_000)}`),
  (i, project) => withOutput(i, project, "\u0000\u001b[2J\u202e\ud800".repeat(5000) + i),
  (i, project) => withOutput(i, project, `${i} a line of a very long output\n`.repeat(60_000)),
  (i, project) => JSON.stringify({ ...outline(i, project), prompt: `why ${i} ${"word ".repeat(40_000)}` }),
  (i, project) => JSON.stringify({ ...outline(i, project), session_id: "../".repeat(5000), prompt: `${i}` }),
];

function outline(i: number, cwd: string) {
  return { hook_event_name: "UserPromptSubmit", session_id: `h${i % 7}`, cwd };
}

function withOutput(i: number, project: string, tool_response: string): string {
  return JSON.stringify({ ...JSON.parse(postToolUse(i, project, `h${i % 7}`)), tool_response });
}

/** The time until the answer has been read; undefined if there was none. */
async function post(url: string, token: string, body: string, statuses: Statuses): Promise<number> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const from = performance.now();
  const answer = await fetch(url, { method: "POST", headers, body });
  await answer.arrayBuffer();
  statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  return performance.now() - from;
}

async function writeUntilEnd(flood: Flood, write: (i: number) => Promise<void>): Promise<void> {
  const writer = async (first: number) => {
    for (let i = first; Date.now() < flood.from + flood.ms; i += WRITERS) await write(i);
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(n)));
}

if (Bun.isMainThread) await main();
else {
  addEventListener("message", async ({ data }: MessageEvent<Flood>) => {
    const statuses: Statuses = {};
    let sent = 0;
    await writeUntilEnd(data, async (i) => {
      const body = HOSTILE[i % HOSTILE.length]?.(i, data.project) ?? "";
      const isOurs = isPawlsTurn(data);
      await post(isOurs ? `${data.url}/hook` : data.empty, data.token, body, isOurs ? statuses : {});
      if (isOurs) sent++;
    });
    postMessage({ statuses, sent });
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: "string", default: "60" }, check: { type: "boolean", default: false } },
  });
  await using scratch = await createScratch({ git: true });
  await using pawl = await createPawl(scratch);
  await using empty = await startEmptyServer({ reads: true });
  await pawl.run(["up"]);
  const token = await pawl.token();
  const flood: Flood = {
    url: pawl.url,
    empty: empty.url,
    token,
    project: scratch.project,
    from: Date.now(),
    ms: Number(values.seconds) * 2000,
  };
  console.log(`${describeMachine()}\n`);

  // Ordinary sessions have a transcript, as the client's have.
  for (let n = 0; n < WRITERS; n++) await Bun.write(join(scratch.project, "..", `o${n}.jsonl`), "");
  const hostile = Promise.withResolvers<{ statuses: Statuses; sent: number }>();
  const worker = new Worker(import.meta.path);
  worker.onmessage = ({ data }) => hostile.resolve(data);
  worker.postMessage(flood);

  const statuses: Statuses = {};
  const took: number[] = [];
  const emptyTook: number[] = [];
  const ordinary = writeUntilEnd(flood, async (i) => {
    // A session asks now and then; a prompt is answered from the store.
    const event = i % 60 < WRITERS ? userPrompt : postToolUse;
    const body = event(i, scratch.project, `o${i % WRITERS}`);
    if (isPawlsTurn(flood)) took.push(await post(`${pawl.url}/hook`, token, body, statuses));
    else emptyTook.push(await post(empty.url, token, body, {}));
  });

  const pageStatuses: Statuses = {};
  const paths = pagePaths(flood.project);
  const pageTook: number[] = [];
  for (let i = 0; Date.now() < flood.from + flood.ms; i++) {
    const isOurs = isPawlsTurn(flood);
    const from = performance.now();
    const answer = await fetch(isOurs ? `${pawl.url}${paths[i % paths.length]}` : empty.url, {
      headers: { Authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (isOurs) {
      pageStatuses[answer.status] = (pageStatuses[answer.status] ?? 0) + 1;
      pageTook.push(performance.now() - from);
    }
    await Bun.sleep(50);
  }
  await ordinary;
  const sent = await hostile.promise;
  worker.terminate();

  const from = performance.now();
  const down = await pawl.run(["down"]);
  const downMs = performance.now() - from;
  await pawl.run(["up"]);
  const stored = await pawl.json<{ observations: number }>(["status"]);

  const failures = [statuses, sent.statuses, pageStatuses]
    .flatMap((all) => Object.entries(all))
    .reduce((sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0), 0);
  const ratio = percentile(took, 99) / percentile(emptyTook, 99);
  const rows: Row[] = [
    {
      what: `hooks of ordinary sessions, ${took.length}; p99 in the last column but one`,
      median: ms(median(took)),
      p95: ms(percentile(took, 95)),
      compared: `p99 ${ms(percentile(took, 99))}, ${times(ratio, "empty server")}`,
      limit: { value: ratio, most: MOST_TIMES, text: `p99 ≤ ${MOST_TIMES} ×` },
    },
    {
      what: `the same to an empty server in the same flood, ${emptyTook.length}`,
      median: ms(median(emptyTook)),
      p95: ms(percentile(emptyTook, 95)),
      compared: `p99 ${ms(percentile(emptyTook, 99))}`,
    },
    {
      what: `page and API, ${pageTook.length}, beside ${sent.sent} hostile hooks`,
      median: ms(median(pageTook)),
      p95: ms(percentile(pageTook, 95)),
      compared: `longest ${ms(percentile(pageTook, 100))}`,
    },
    { what: "answers with 5xx", median: String(failures), limit: { value: failures, most: 0, text: "none" } },
    {
      what: `pawl down afterwards (exit ${down.exitCode})`,
      median: ms(downMs),
      limit: { value: downMs, most: MOST_DOWN_MS, text: `≤ ${MOST_DOWN_MS} ms` },
    },
  ];
  console.log(toMarkdown(rows));
  console.log(
    JSON.stringify({
      statuses,
      hostile: sent.statuses,
      page: pageStatuses,
      observations: stored.observations,
    }),
  );
  if (values.check && missed(rows).length > 0) process.exitCode = 1;
}
