/** How long a view takes: the first one, and a search. Each beside something that does next to nothing, in turns. */
import { median, percentile } from "../statistics.ts";
import { ms, type Row, times } from "../table.ts";
import type { PageWorld } from "./world.ts";

const ROUNDS = 9;

/** From the request to the first rows on the screen, without a cache. `date`: the day that is opened, else today. */
export async function firstView({ page, pawl, cost }: PageWorld, date: string): Promise<Row[]> {
  const painted = "new Promise((done) => requestAnimationFrame(() => done(performance.now())))";
  const open = async (url: string, shown: string) => {
    await page.goto("about:blank");
    return cost(async () => {
      await page.goto(url, { waitUntil: "commit" });
      await page.locator(shown).first().waitFor();
      return page.evaluate<number>(painted);
    });
  };
  const empty: number[] = [];
  const first: number[] = [];
  const pageCpu: number[] = [];
  const daemonCpu: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    empty.push((await open(`${pawl.url}/icon.svg`, "svg")).value);
    const { value, pageMs, daemonMs } = await open(
      `${pawl.url}/#/today${date === "" ? "" : `?date=${date}`}`,
      ".day-project",
    );
    first.push(value);
    pageCpu.push(pageMs);
    daemonCpu.push(daemonMs);
  }
  const value = percentile(first, 95);
  return [
    {
      what: "page: first view",
      median: ms(median(first)),
      p95: ms(value),
      compared: `${times(median(first) / median(empty), "an empty page")}; cpu: page ${ms(median(pageCpu))}, daemon ${ms(median(daemonCpu))}`,
      limit: { value, most: 1000, text: "under 1 s" },
    },
  ];
}

interface Typed {
  shown: number;
  ms: number;
  idle: number;
}

/** From the last key press to the results on the screen, including the 25 ms that the page waits for another key. */
export async function search({ page, pawl, cost }: PageWorld, queries: readonly string[]): Promise<Row[]> {
  await page.goto(`${pawl.url}/#/search`);
  await page.locator(".filters input").first().waitFor();
  const all: (Typed & { pageMs: number; daemonMs: number })[] = [];
  for (const query of queries) {
    const { value, pageMs, daemonMs } = await cost(() => page.evaluate<Typed>(typing(query)));
    all.push({ ...value, pageMs, daemonMs });
  }
  const of = (name: keyof (typeof all)[number]) => all.map((one) => one[name]);
  const value = Math.max(...of("shown"));
  return [
    {
      what: "page: search, last key to results",
      median: ms(median(of("shown"))),
      p95: ms(value),
      compared: `${times(median(of("shown")) / median(of("idle")), "an empty answer")}; cpu: page ${ms(median(of("pageMs")))}, daemon ${ms(median(of("daemonMs")))}`,
      limit: { value, most: 200, text: "under 200 ms" },
    },
    { what: "page: of that, in the daemon", median: ms(median(of("ms"))), p95: ms(Math.max(...of("ms"))) },
  ];
}

/** In the page: an empty request for comparison, then the word, as if typed. */
const typing = (query: string) => `(async () => {
  const before = performance.now();
  await fetch("/api/health");
  const idle = performance.now() - before;
  const box = document.querySelector(".filters input");
  const status = document.querySelector("p[role=status]");
  const type = (word) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(box, word);
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  // The search before leaves nothing: two of them may say the same of themselves.
  type("");
  while (document.querySelector(".hit") !== null) await new Promise((done) => requestAnimationFrame(done));
  const text = status.textContent;
  const from = performance.now();
  type(${JSON.stringify(query)});
  return new Promise((done) => {
    const look = () => {
      const now = status.textContent;
      // A word that this store does not have is an answer too.
      const isShown = document.querySelector(".hit mark") !== null || performance.now() - from > 5000;
      const isLate = performance.now() - from > 10000;
      if ((now !== "" && now !== text && isShown) || isLate) {
        const ms = Number(/in ([\\d.,]+) ms/.exec(now)?.[1].replace(",", "") ?? 0);
        done({ shown: performance.now() - from, ms, idle });
      } else requestAnimationFrame(look);
    };
    look();
  });
})()`;
