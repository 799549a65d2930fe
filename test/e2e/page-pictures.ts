/** Screenshots of every view for README and docs: the story, with a month of history and a running session. */

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { VIEWS } from "../../viewer/src/words/en/views.ts";
import { toSvg } from "../terminal/svg.ts";
import { openStage } from "../terminal/transcript.ts";
import type { Story } from "./page-story.ts";
import { toSmallerPng } from "./smaller-png.ts";

const FOLDER = resolve(import.meta.dir, "..", "..", "docs", "pictures");
const CODE = resolve(import.meta.dir, "..", "..");
const MOST_BYTES = 150_000;
const DAY_MS = 86_400_000;

/** A month of history, and a running session. */
async function prepare(story: Story): Promise<void> {
  await story.pawl.run(["forget", "--project", story.scratch.project, "--yes"]);
  await story.pawl.run(
    [
      "memory",
      "edit",
      "project://money/rounding",
      "Totals are rounded to cents when they are shown, and only then.",
      "--reason",
      "the invoice needs it too",
    ],
    { cwd: story.shop },
  );
  await story.pawl.run(["down"]);
  await livePast(story);
  await story.pawl.run(["up"]);
  await liveNow(story);
}

const WIDTHS = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;

/** To look at before a release: every view in both themes and three widths, and `pawl ui`, in the folder that PAWL_PICTURES names. */
export async function takeAll(story: Story): Promise<void> {
  const folder = resolve(process.env.PAWL_PICTURES ?? "");
  await mkdir(folder, { recursive: true });
  await prepare(story);
  const shop = encodeURIComponent(story.shop);
  const views: [name: string, hash: string][] = [
    ...VIEWS.map((view): [string, string] => [view, `#/${view}`]),
    ["session", `#/sessions/${story.first}`],
    ["used", "#/injected?part=used"],
    ["next-session", `#/injected?part=next&project=${shop}`],
    ["memory-one", "#/memory/project%3A%2F%2Fmoney%2Frounding"],
    ["proposals", "#/memory?part=proposals"],
    ["check", "#/memory?part=check"],
    ["file", `#/files?project=${shop}&path=totals.ts`],
    ["results", "#/search?q=rounding totals"],
    ["doctor", "#/settings?part=doctor"],
  ];
  for (const [width, height] of WIDTHS) {
    for (const colorScheme of ["light", "dark"] as const) {
      await using opened = await story.open({ colorScheme, viewport: { width, height } });
      for (const [name, hash] of views) {
        await opened.show(hash);
        await opened.page.waitForTimeout(500);
        await Bun.write(join(folder, `${name}-${width}-${colorScheme}.png`), await opened.page.screenshot());
      }
    }
  }
  await using stage = await openStage();
  await using terminal = await story.open({ viewport: { width: 1100, height: 560 } });
  for (const columns of [60, 120]) {
    const svg = toSvg(await stage.browser(columns, 24), columns, "pawl ui");
    await terminal.page.setContent(svg);
    await Bun.write(join(folder, `terminal-ui-${columns}.png`), await terminal.page.screenshot());
  }
}

export async function takePictures(story: Story): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await prepare(story);
  const session = `#/sessions/${story.first}`;
  const pictures: [name: string, hash: string, colorScheme: "light" | "dark"][] = [
    ["today", "#/today", "light"],
    ["sessions", "#/sessions", "light"],
    ["session", session, "light"],
    ["session-diff", `${session}?show=edits`, "light"],
    ["injected", "#/injected", "light"],
    ["used", "#/injected?part=used", "light"],
    ["forget", "#/memory?part=forget", "light"],
    ["memory", "#/memory/project%3A%2F%2Fmoney%2Frounding", "light"],
    ["search", "#/search?q=rounding totals", "dark"],
    ["settings", "#/settings", "light"],
    ["palette", "#/today", "dark"],
  ];
  for (const [name, hash, colorScheme] of pictures) {
    await using opened = await story.open({ colorScheme });
    await opened.show(hash);
    if (name === "injected")
      await opened.page.getByRole("link", { name: /start of the session.*And in the invoice too/ }).click();
    if (name === "session-diff") await opened.page.locator(".row", { hasText: "totals.ts" }).last().click();
    if (name === "used") await opened.page.getByRole("table").first().waitFor({ timeout: 120_000 });
    if (name === "forget") {
      await opened.page.getByLabel("What to forget").selectOption({ label: "One session (id)" });
      await opened.page.getByRole("textbox", { name: "One session (id)" }).fill(story.second.slice(0, 8));
      await opened.page.getByRole("button", { name: "Preview" }).click();
      await opened.page.getByRole("button", { name: "Delete permanently" }).waitFor();
    }
    if (name === "palette") {
      await opened.page.keyboard.press("Control+k");
      await opened.page.keyboard.type("total");
    }
    await opened.page.waitForTimeout(700);
    await shoot(opened.page, name, story);
  }
  await using phone = await story.open({
    viewport: { width: 390, height: 780 },
    isMobile: true,
    hasTouch: true,
  });
  await phone.show("#/today");
  await phone.page.waitForTimeout(500);
  await shoot(phone.page, "phone", story);
}

async function shoot(page: Page, name: string, { scratch }: Story): Promise<void> {
  // Do not show this machine's paths.
  await page.evaluate(`{
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const [from, to] of ${JSON.stringify([
        [scratch.root, "/home/dev"],
        [CODE, "/home/dev/code/pawl"],
      ])}) {
        if (node.nodeValue.includes(from)) node.nodeValue = node.nodeValue.replaceAll(from, to);
      }
    }
  }`);
  const picture = toSmallerPng(await page.screenshot());
  if (picture.length > MOST_BYTES)
    throw new Error(`${name}.png has ${picture.length} bytes; at most ${MOST_BYTES} are wanted.`);
  await writeFile(join(FOLDER, `${name}.png`), picture);
}

const ASKED = [
  "Show the cart's total in the header",
  "The checkout is slow on phones",
  "Send the invoice as PDF",
  "Why does the discount apply twice?",
  "Move the shipping table into the database",
  "Rename customer to account everywhere",
  "Make the search ignore accents",
];

/** Work of the last month: the same every time. */
async function livePast({ pawl, shop, scratch }: Story): Promise<void> {
  const store = await openStore({ database: join(pawl.home, "pawl.db") });
  const projects = [shop, join(scratch.root, "website"), join(scratch.root, "warehouse")];
  const today = new Date().setHours(9, 0, 0, 0);
  for (let back = 29; back >= 1; back--) {
    const day = new Date(today - back * DAY_MS);
    const weekend = day.getDay() === 0 || day.getDay() === 6;
    const sessions = weekend ? back % 2 : 2 + ((back * 7) % 4);
    for (let s = 0; s < sessions; s++) {
      const id = Bun.hash(`${back} ${s}`).toString(16).padStart(16, "0");
      const project = projects[(back + s) % projects.length] ?? shop;
      const at = day.getTime() + s * 5_400_000;
      const calls = 14 + ((back * 13 + s * 29) % 60);
      const entry = (kind: string, i: number) => ({
        key: `${id}/${kind}/${i}`,
        sessionId: id,
        at: at + i * 20_000,
        redaction: 1,
      });
      await recordsIn(store).record({
        session: { id, project, cwd: project, at, transcriptPath: join(project, "t.jsonl") },
        prompts: [{ ...entry("prompt", 0), text: ASKED[(back + s * 3) % ASKED.length] ?? "" }],
        observations: Array.from({ length: calls }, (_, i) => ({
          ...entry("tool", i),
          toolName: i % 3 === 0 ? "Edit" : "Bash",
          ok: (i + back) % 11 !== 0,
          input: JSON.stringify({ command: (i + back) % 22 === 0 ? "npm test" : `npm run step-${i}` }),
          response: "",
          files: [],
        })),
      });
      await recordsIn(store).addInjection({
        sessionId: id,
        event: "SessionStart",
        at,
        text: "<pawl-context>\n# Earlier sessions in this project\n</pawl-context>",
        tokens: 240 + ((back * 37 + s * 111) % 420),
        sources: [{ uri: `session://${id}`, type: "session", reason: "the session before", tokens: 160 }],
      });
      await recordsIn(store).endSession(id, at + calls * 20_000, "prompt_input_exit");
    }
  }
  await store.close();
}

/** A running session, halfway through its workflow. */
async function liveNow({ pawl, shop }: Story): Promise<void> {
  const token = await pawl.token();
  const sessionId = "4f0c9a2e-1111-4111-8111-111111111111";
  const post = async (event: string, more: object) => {
    const input = {
      hook_event_name: event,
      session_id: sessionId,
      cwd: shop,
      transcript_path: join(dirname(shop), "t.jsonl"),
    };
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${pawl.url}/hook`, { method: "POST", headers, body: JSON.stringify({ ...input, ...more }) });
    await Bun.sleep(20);
  };
  const bash = (id: string, command: string) => ({
    tool_name: "Bash",
    tool_use_id: id,
    tool_input: { command },
    duration_ms: 1240,
  });
  await post("SessionStart", { source: "startup", model: "claude-opus-5-5" });
  await post("UserPromptSubmit", { prompt: "Add a discount code to the cart", prompt_id: "p" });
  await post("PostToolUse", {
    ...bash("t1", ""),
    tool_name: "Edit",
    tool_input: { file_path: join(shop, "cart.ts") },
    tool_response: {},
  });
  await post("PostToolUseFailure", { ...bash("t2", "npm test"), error: "1 test failed: discount twice" });
  await post("PostToolUse", {
    ...bash("t3", ""),
    tool_name: "Edit",
    tool_input: { file_path: join(shop, "discount.ts") },
    tool_response: {},
  });
  await post("PostToolUse", { ...bash("t4", "npm test"), tool_response: "all 12 tests passed" });
  const workflow = (...args: string[]) =>
    pawl.run(["workflow", ...args, "--session", sessionId], { cwd: shop });
  await workflow("start", "standard");
  for (const stage of ["PLAN", "ARCH", "TEST"]) await workflow("stage", stage, "completed");
  await workflow("stage", "DEV", "active");
}
