/** Real sessions that tell a story, and a browser to view them. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { VIEWS } from "../../viewer/src/words/en/views.ts";
import { launchBrowser } from "./browser.ts";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, inSubagent, say, startModel, type Turn } from "./harness/model.ts";
import { learnStory } from "./page-knowledge.ts";
import { createPawl, type Pawl } from "./pawl.ts";

export const HOSTILE = "<img src=x onerror=document.title='pwned'>";

const CHECK = "node --experimental-strip-types check.ts";

export interface Story extends AsyncDisposable {
  scratch: Scratch;
  pawl: Pawl;
  browser: Browser;
  shop: string;
  first: string;
  second: string;
  hostile: string;
  /** Runs one more session of the real client; the result contains what the model read. */
  session(prompt: string, turns: Turn[], cwd?: string): Promise<{ id: string; requests: string[] }>;
  /** A signed-in page, with its requests and console errors. */
  open(options?: Parameters<Browser["newContext"]>[0]): Promise<Opened>;
}

export interface Opened extends AsyncDisposable {
  page: Page;
  context: BrowserContext;
  /** Hosts of every request. */
  hosts: Set<string>;
  complaints: string[];
  /** Shows a view and waits until it has loaded. */
  show(hash: string): Promise<void>;
}

export async function recordStory(browserPath: string): Promise<Story> {
  const scratch = await createScratch();
  const pawl = await createPawl(scratch);
  const shop = join(scratch.root, "shop");
  await mkdir(shop);
  await pawl.run(["install"]);

  const session: Story["session"] = async (prompt, turns, cwd = shop) => {
    await using model = startModel(turns);
    const allowedTools = ["Bash", "Write", "Edit", "Read", "Agent"];
    const run = await runClaude({ home: scratch.home, cwd, model, prompt, allowedTools });
    if (run.exitCode !== 0) throw new Error(`the client failed: ${run.stderr}`);
    return { id: run.sessionId, requests: model.mainRequests().map((request) => request.text) };
  };

  const first = await session("Round the totals to cents, everywhere", firstTurns(shop));
  await learnStory(pawl, shop, first.id);
  const second = await session("And in the invoice too", secondTurns(shop));
  const hostileFile = join(scratch.project, `${HOSTILE.replaceAll("/", "")}.ts`);
  const hostile = await session(
    `Look at ${HOSTILE}`,
    [callTool("Write", { file_path: hostileFile, content: HOSTILE }), say(`It says ${HOSTILE}`)],
    scratch.project,
  );
  const browser = await launchBrowser(browserPath);

  return {
    scratch,
    pawl,
    browser,
    shop,
    first: first.id,
    second: second.id,
    hostile: hostile.id,
    session,
    open: (options) => openPage(pawl, browser, options),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await pawl[Symbol.asyncDispose]();
      await scratch.dispose();
    },
  };
}

/** Every view, with its parts. */
export const viewsOf = (story: Story): string[] => [
  ...VIEWS.map((view) => `#/${view}`),
  `#/sessions/${story.first}`,
  `#/sessions/${story.first}?at=prompt-3`,
  "#/injected/injection-1",
  "#/memory/project%3A%2F%2Fmoney%2Frounding",
  "#/memory?part=proposals",
  "#/memory?part=new",
  "#/memory?part=forget",
  "#/search?q=totals",
  "#/search",
  "#/failures?part=solutions",
  "#/injected?part=used",
  "#/injected?part=next",
  `#/files?project=${encodeURIComponent(story.shop)}`,
  `#/files?project=${encodeURIComponent(story.shop)}&path=totals.ts`,
  "#/settings?part=doctor",
];

export async function openPage(
  pawl: Pawl,
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Opened> {
  const { url } = await pawl.json<{ url: string }>(["up"]);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    ...options,
  });
  const page = await context.newPage();
  const hosts = new Set<string>();
  const complaints: string[] = [];
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on("console", (message) => {
    // The page reports a missing record or a stopped daemon; the browser logs it here too.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(message.text());
  });
  await page.goto(url);
  const show = async (hash: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.locator("h1").waitFor();
    await page.locator(".loading").first().waitFor({ state: "detached" });
  };
  return { page, context, hosts, complaints, show, [Symbol.asyncDispose]: () => context.close() };
}

function firstTurns(shop: string): Turn[] {
  const totals = join(shop, "totals.ts");
  const check = join(shop, "check.ts");
  return [
    callTool("Write", {
      file_path: totals,
      content: "export const total = (prices: number[]) => prices.reduce((sum, price) => sum + price, 0);\n",
    }),
    callTool("Write", {
      file_path: check,
      content:
        'import { total } from "./totals.ts";\nconst got = total([0.1, 0.2]);\nif (got !== 0.3) throw new Error(`expected 0.3, got ${got}`);\nconsole.log("totals are right");\n',
    }),
    callTool("Bash", { command: "cat check.txt", description: "Check the totals" }),
    callTool("Bash", { command: "cp check.ts check.txt", description: "Keep a copy" }),
    callTool("Bash", { command: "cat check.txt", description: "Check the totals" }),
    callTool("Edit", {
      file_path: totals,
      old_string: "sum + price, 0);",
      new_string: "sum + price, 0).toFixed(2);",
    }),
    callTool("Agent", {
      description: "Look for other totals",
      prompt: "Find every place that adds prices up.",
      subagent_type: "general-purpose",
      run_in_background: false,
    }),
    inSubagent(callTool("Bash", { command: "grep -rn price . || true", description: "Find prices" })),
    inSubagent(say("Only totals.ts adds prices up.")),
    say(`Totals are rounded to cents now. ${CHECK} shows it.`),
  ];
}

function secondTurns(shop: string): Turn[] {
  return [
    callTool("Read", { file_path: join(shop, "totals.ts") }),
    callTool("Write", {
      file_path: join(shop, "invoice.ts"),
      content: 'export { total } from "./totals.ts";\n',
    }),
    callTool("Bash", { command: "ls invoice.ts", description: "Look" }),
    say("The invoice uses the same rounding."),
  ];
}
