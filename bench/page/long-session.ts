/** Reading a session of many calls: frames, long tasks, elements, memory. */
import type { Browser, Page } from "playwright-core";
import { median, percentile } from "../statistics.ts";
import { mb, ms, type Row } from "../table.ts";
import type { PageWorld } from "./world.ts";

/** Times between frames while the list scrolls, 40 rows per second. */
export async function scrolling({ page, pawl }: PageWorld, session: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, hash] of [
    ["all sessions", "#/sessions"],
    ["the longest session", `#/sessions/${session}`],
  ] as const) {
    await page.goto(`${pawl.url}/${hash}`);
    await page.locator(":is(.virtual, .flow) li a").first().waitFor();
    await page.waitForTimeout(500);
    const frames = await page.evaluate<number[]>(`new Promise((done) => {
      const box = document.querySelector("main .flow") ?? document.querySelector("main .virtual");
      const frames = [];
      let last = performance.now();
      const until = last + 4000;
      const step = (now) => {
        frames.push(now - last);
        last = now;
        box.scrollTop += 24;
        if (now < until) requestAnimationFrame(step);
        else done(frames.slice(2));
      };
      requestAnimationFrame(step);
    })`);
    const perSecond = 1000 / median(frames);
    rows.push({
      what: `page: frames while scrolling ${what}`,
      median: `${perSecond.toFixed(0)} a second`,
      p95: ms(percentile(frames, 95)),
      limit: { value: median(frames), most: 17.2, text: "60 a second" },
    });
  }
  return rows;
}

/** While the longest session is opened, unfolded and scrolled: how long the page was busy at a time. */
export async function longTasks({ page, pawl }: PageWorld, session: string): Promise<Row> {
  await page.goto("about:blank");
  await page.goto(`${pawl.url}/#/sessions/${session}`);
  await page.locator(".flow li a").first().waitFor();
  const browser = page.context().browser() as Browser;
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await page.evaluate(`{
    window.longest = 0;
    window.tasks = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        window.longest = Math.max(window.longest, duration);
        window.tasks++;
      }
    }).observe({ type: "longtask" });
  }`);
  await page.getByRole("button", { name: "Unfold all turns" }).click();
  const most = await page.evaluate<number>(`new Promise((done) => {
    const box = document.querySelector(".flow");
    let most = 0;
    let step = 0;
    const next = () => {
      most = Math.max(most, document.querySelectorAll("*").length);
      box.scrollTop += step < 200 ? 120 : box.scrollHeight / 100;
      if (step++ < 300) requestAnimationFrame(next);
      else done(most);
    };
    next();
  })`);
  const [value, tasks] = await page.evaluate<[number, number]>("[window.longest, window.tasks]");
  const busiest = busiestTask(JSON.parse((await browser.stopTracing()).toString("utf8")));
  return {
    what: "page: longest task while unfolding and scrolling it",
    median: value === 0 ? "none over 50 ms" : ms(value),
    p95: `${tasks} over 50 ms`,
    compared: `longest by processor time ${ms(busiest)}; ${most} elements at most`,
    limit: { value, most: 50, text: "none over 50 ms" },
  };
}

interface Trace {
  traceEvents: {
    name: string;
    ph: string;
    pid: number;
    tid: number;
    tdur?: number;
    args?: { name?: string };
  }[];
}

/** By processor time: a page that only waits for a busy machine is not busy itself. */
function busiestTask({ traceEvents }: Trace): number {
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name.endsWith("RunTask") && ph === "X" && mains.has(`${pid}/${tid}`),
  );
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/** After scrolling through the session from end to end. */
export async function memory({ page, pawl }: PageWorld, session: string): Promise<Row> {
  await page.goto(`${pawl.url}/#/sessions/${session}`);
  const unfold = page.getByRole("button", { name: "Unfold all turns" });
  if ((await unfold.count()) > 0) await unfold.click();
  await page.locator(".flow li a").first().waitFor();
  const before = await heapOf(page);
  for (let i = 0; i < 200; i++) {
    await page.evaluate(`{
      const box = document.querySelector(".flow");
      box.scrollTop = (box.scrollHeight * ${i}) / 200;
    }`);
    await page.waitForTimeout(25);
  }
  await page.waitForTimeout(500);
  const value = await heapOf(page);
  return {
    what: "page: memory after reading all of it",
    median: mb(value),
    compared: `${mb(before)} before`,
    limit: { value, most: 50_000_000, text: "under 50 MB" },
  };
}

/** Scrolled through as far as the list loads. */
export async function listMemory({ page, pawl }: PageWorld): Promise<Row> {
  await page.goto(`${pawl.url}/#/sessions`);
  await page.locator("main .flow li a").first().waitFor();
  const before = await heapOf(page);
  for (let i = 0; i < 150; i++) {
    await page.evaluate(
      `{ const box = document.querySelector("main .flow"); box.scrollTop = box.scrollHeight; }`,
    );
    await page.waitForTimeout(40);
  }
  const value = await heapOf(page);
  const elements = await page.evaluate<number>(`document.querySelectorAll("*").length`);
  return {
    what: "page: memory after 150 screens of sessions",
    median: mb(value),
    compared: `${mb(before)} before; ${elements} elements`,
    limit: { value, most: 50_000_000, text: "under 50 MB" },
  };
}

async function heapOf(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  await cdp.detach();
  return usedSize;
}
