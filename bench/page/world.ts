/** A daemon on a filled store, a browser in front of it, and what both of them cost. */
import { constants, copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { launchBrowser } from "../../test/e2e/browser.ts";
import { createScratch } from "../../test/e2e/harness/scratch.ts";
import { createPawl, type Pawl } from "../../test/e2e/pawl.ts";
import { processorTime } from "../processor-time.ts";

export interface PageWorld extends AsyncDisposable {
  pawl: Pawl;
  page: Page;
  project: string;
  /** Processor time of an action: other load on the machine hardly changes it. */
  cost<T>(act: () => Promise<T>): Promise<{ value: T; pageMs: number; daemonMs: number }>;
}

/** `fill` makes the database, or names one that is copied. */
export async function openPageWorld(
  browserPath: string,
  fill: (database: string) => Promise<string | undefined>,
): Promise<PageWorld> {
  const scratch = await createScratch();
  const pawl = await createPawl(scratch);
  mkdirSync(pawl.home, { recursive: true, mode: 0o700 });
  const database = join(pawl.home, "pawl.db");
  const made = await fill(database);
  if (made !== undefined) copyFileSync(made, database, constants.COPYFILE_FICLONE);
  await pawl.json(["up"]);
  await untilQuiet(pawl);
  const browser = await launchBrowser(browserPath);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto((await pawl.json<{ url: string }>(["up"])).url);
  await page.locator("h1").waitFor();
  const system = await browser.newBrowserCDPSession();

  return {
    pawl,
    page,
    project: scratch.project,
    async cost(act) {
      const daemon = await pawl.pid();
      const renderers = await renderersOf(system);
      const [pageBefore, daemonBefore] = [mainOf(renderers), processorTime(daemon).all];
      const value = await act();
      return {
        value,
        pageMs: mainOf(renderers) - pageBefore,
        daemonMs: processorTime(daemon).all - daemonBefore,
      };
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await pawl[Symbol.asyncDispose]();
      await scratch.dispose();
    },
  };
}

/** What the start brings along (indexing, catching up) is not what is measured. */
async function untilQuiet(pawl: Pawl): Promise<void> {
  const isQuiet = async () => (await pawl.json<{ doing: unknown[] }>(["status"])).doing.length === 0;
  for (let quiet = 0; quiet < 3; ) {
    quiet = (await isQuiet()) ? quiet + 1 : 0;
    await Bun.sleep(300);
  }
}

async function renderersOf(system: CDPSession): Promise<number[]> {
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
}

/** The thread that runs the page's script and layout. */
function mainOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + timeOf(pid), 0);
}

function timeOf(pid: number): number {
  try {
    return processorTime(pid).main;
  } catch {
    // A renderer that has ended.
    return 0;
  }
}
