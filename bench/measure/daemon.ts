/**
 * The daemon alone: its memory, and how long one POST of a tool result takes over loopback. The sessions have a transcript,
 * as the client's have, and a result comes when the one before is stored, as with the client, which asks its model in
 * between. A program without a transcript waits until its event is stored; it is measured beside it.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch } from "../../test/e2e/harness/scratch.ts";
import { createPawl } from "../../test/e2e/pawl.ts";
import { postToolUse, SESSIONS } from "../events.ts";
import { residentBytes } from "../process-memory.ts";
import { startEmptyServer } from "../start-empty-server.ts";
import { median, percentile } from "../statistics.ts";
import { mb, ms, type Row, times } from "../table.ts";

/** Half of them have a transcript. */
const OBSERVATIONS = 700;
/** A program that has just started is slower, the empty server too. */
const WARM_UP = 200;
/** After an answer: what goes on behind it belongs to it, not to the next one. A client's next result takes longer. */
const AFTERWARDS_MS = 5;
const TOLD = "told";
const EMPTY = "empty HTTP server";
const MOST_TIMES = 4;
const MOST_BYTES = 120_000_000;
/** The work thread ends after 20 s without work. */
const IDLE_MS = 25_000;
/** As many sessions as one person may run at once. */
const AT_ONCE = 8;

export async function measureDaemon({ atOnce }: { atOnce: number }): Promise<Row[]> {
  await using scratch = await createScratch({ git: true });
  await using pawl = await createPawl(scratch);
  await using empty = await startEmptyServer();
  await pawl.run(["up"]);
  const pid = await pawl.pid();
  const started = residentBytes(pid);

  const token = (await readFile(join(pawl.home, "hook-token"), "utf8")).trim();
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const post = async (url: string, body: string): Promise<number> => {
    const from = performance.now();
    const response = await fetch(url, { method: "POST", headers, body });
    await response.text();
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
    return performance.now() - from;
  };

  for (let n = 0; n < SESSIONS; n++) await writeFile(join(scratch.project, "..", `${TOLD}-${n}.jsonl`), "");
  const told = (i: number) => postToolUse(i, scratch.project, `${TOLD}-${i % SESSIONS}`);
  const emptyTook: number[] = [];
  const took: number[] = [];
  const untoldTook: number[] = [];
  let bytes = 0;
  for (let i = 0; i < OBSERVATIONS; i += 2) {
    const body = told(i);
    bytes += body.length;
    const nothing = await post(empty.url, body);
    const all = await post(`${pawl.url}/hook`, body);
    await Bun.sleep(AFTERWARDS_MS);
    const untold = await post(`${pawl.url}/hook`, postToolUse(i + 1, scratch.project));
    await Bun.sleep(AFTERWARDS_MS);
    if (i < WARM_UP) continue;
    emptyTook.push(nothing);
    took.push(all);
    untoldTook.push(untold);
  }
  const after = residentBytes(pid);
  const recorded = await pawl.json<{ observations: number }>(["status"]);
  if (recorded.observations !== OBSERVATIONS)
    throw new Error(`The daemon recorded ${recorded.observations} of ${OBSERVATIONS}`);

  const bodies = Array.from({ length: atOnce }, (_, i) => told(OBSERVATIONS + i));
  const from = performance.now();
  const queue = bodies.values();
  const worker = async () => {
    for (const body of queue) await post(`${pawl.url}/hook`, body);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - from) / 1000;

  await Bun.sleep(IDLE_MS);
  const idle = residentBytes(pid);

  const kilobytes = (bytes / (OBSERVATIONS / 2) / 1000).toFixed(1);
  const ratio = median(took) / median(emptyTook);
  return [
    {
      what: `daemon: POST /hook, PostToolUse of ${kilobytes} kB`,
      median: ms(median(took)),
      p95: ms(percentile(took, 95)),
      compared: times(ratio, EMPTY),
      limit: { value: ratio, most: MOST_TIMES, text: `≤ ${MOST_TIMES} ×` },
    },
    {
      what: "daemon: the same without a transcript, stored first",
      median: ms(median(untoldTook)),
      p95: ms(percentile(untoldTook, 95)),
      compared: times(median(untoldTook) / median(emptyTook), EMPTY),
    },
    {
      what: `daemon: the same to an empty HTTP server`,
      median: ms(median(emptyTook)),
      p95: ms(percentile(emptyTook, 95)),
    },
    { what: `daemon: the same, ${AT_ONCE} at once`, median: `${Math.round(atOnce / seconds)} a second` },
    { what: "daemon: memory after its start", median: mb(started) },
    {
      what: `daemon: memory after ${OBSERVATIONS} observations, with its work thread`,
      median: mb(after),
    },
    {
      what: "daemon: memory when it is idle again",
      median: mb(idle),
      limit: { value: idle, most: MOST_BYTES, text: "≤ 120 MB" },
    },
  ];
}
