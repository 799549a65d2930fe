/** The client's own memory files on the page, beside a real model that writes the same files. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { findBrowser, launchBrowser } from "./browser.ts";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, say, startModel, type Turn } from "./harness/model.ts";
import { openPage } from "./page-story.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 240_000;
const path = findBrowser();

const FILE = `---
name: invoice-rounding
description: Invoice exports are rounded half up
---

Round invoice totals half up.
Amounts are in cents.
`;

describe.skipIf(path === undefined)("a memory file on the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(path ?? "");
  }, LIMIT);
  afterAll(() => browser?.close(), LIMIT);

  async function start() {
    const scratch = await createScratch();
    const pawl = await createPawl(scratch);
    const dir = join(scratch.home, ".claude", "projects", slugOf(scratch.project), "memory");
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "invoice-rounding.md"), FILE);
    writeFileSync(
      join(dir, "MEMORY.md"),
      "- [Invoice rounding](invoice-rounding.md) — Invoice exports are rounded half up\n",
    );
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    await session(scratch, "Hello", [say("Hello.")]);
    const opened = await openPage(pawl, browser);
    const query = `?project=${encodeURIComponent(scratch.project)}`;
    const uri = encodeURIComponent("client://invoice-rounding");
    const show = () => opened.show(`#/memory/${uri}${query}`);
    const read = (name = "invoice-rounding.md") => readFileSync(join(dir, name), "utf8");
    return {
      scratch,
      pawl,
      dir,
      page: opened.page,
      show,
      read,
      query,
      opened,
      async [Symbol.asyncDispose]() {
        await opened[Symbol.asyncDispose]();
        await pawl[Symbol.asyncDispose]();
        await scratch.dispose();
      },
    };
  }

  test(
    "an edit writes the file and its index line; an edit of the model in between is refused to the page and stays",
    async () => {
      await using here = await start();
      const { page, dir, read, scratch } = here;
      await here.show();
      const editor = page.getByLabel("The whole file");
      expect(await editor.inputValue()).toBe(FILE);

      const file_path = join(dir, "invoice-rounding.md");
      await session(scratch, "Note that it is per line", [
        callTool("Read", { file_path }),
        callTool("Edit", { file_path, old_string: "in cents.", new_string: "in cents, per line." }),
        say("Noted."),
      ]);
      // The client adds fields of its own to the frontmatter.
      const byModel = read();
      expect(byModel).toContain("in cents, per line.");

      await editor.fill(FILE.replace("half up.\n", "half to even.\n"));
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("alert").filter({ hasText: "changed" }).waitFor();
      expect(read()).toBe(byModel);

      await page.getByRole("button", { name: "Read it again" }).click();
      await page.getByRole("alert").waitFor({ state: "detached" });
      expect(await editor.inputValue()).toContain("in cents, per line.");
      const both = read()
        .replaceAll("half up", "half to even")
        .replace("Invoice exports", "All invoice exports");
      await editor.fill(both);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("button", { name: "Save", exact: true, disabled: true }).waitFor();
      expect(read()).toBe(both);
      expect(read("MEMORY.md")).toContain("All invoice exports are rounded half to even");
    },
    LIMIT,
  );

  test(
    "the other order: what the page saved is there when the model edits, and both changes stay; rename and delete follow",
    async () => {
      await using here = await start();
      const { page, dir, read, scratch } = here;
      await here.show();
      await page.getByLabel("The whole file").fill(FILE.replace("half up.\n", "half to even.\n"));
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("button", { name: "Save", exact: true, disabled: true }).waitFor();
      const file_path = join(dir, "invoice-rounding.md");
      await session(scratch, "Note that it is per line", [
        callTool("Read", { file_path }),
        callTool("Edit", { file_path, old_string: "in cents.", new_string: "in cents, per line." }),
        say("Noted."),
      ]);
      expect(read()).toContain("half to even.\nAmounts are in cents, per line.\n");

      await here.show();
      await page.reload();
      await page.getByLabel("File name").fill("rounding.md");
      await page.getByRole("button", { name: "Rename" }).click();
      await page.getByRole("heading", { name: "client://rounding" }).waitFor();
      expect(read("rounding.md")).toContain("per line");
      expect(read("MEMORY.md")).toContain("(rounding.md)");
      expect(read("MEMORY.md")).not.toContain("invoice-rounding.md");

      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("button", { name: "Delete rounding.md" }).click();
      await page.getByRole("heading", { name: "client://rounding" }).waitFor({ state: "detached" });
      expect(() => read("rounding.md")).toThrow();
      expect(read("MEMORY.md")).not.toContain("rounding.md");
    },
    LIMIT,
  );

  test(
    "what no longer exists is marked with its reason, and two that contradict each other stand side by side",
    async () => {
      await using here = await start();
      const { page, dir, scratch } = here;
      const write = (name: string, description: string, body: string) =>
        writeFileSync(
          join(dir, `${name}.md`),
          `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`,
        );
      mkdirSync(join(scratch.project, "scripts"));
      write("deploy-script", "How to deploy", "Deploy with `scripts/deploy-everything.sh` from the root.");
      write("port-one", "The development server's port", "The development server listens on port 3000.");
      write("port-two", "The development server's port", "The development server listens on port 4000.");
      await session(scratch, "Hello again", [say("Hello.")]);
      await here.opened.show(`#/memory${here.query}&part=check`);
      const marked = page.getByRole("region", { name: "client://deploy-script" });
      await marked.getByText("scripts/deploy-everything.sh").waitFor();
      expect(await marked.textContent()).toContain("The file does not exist:");
      const pair = page.getByRole("region", { name: "These two contradict each other" });
      await pair.getByText("port 3000").waitFor();
      expect(await pair.textContent()).toContain("port 4000");
      expect(here.opened.complaints).toEqual([]);
    },
    LIMIT,
  );
});

/** As the client names a folder: every sign but letters and digits is a dash. */
function slugOf(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, "-");
}

async function session({ home, project: cwd }: Scratch, prompt: string, turns: Turn[]): Promise<void> {
  await using model = startModel(turns);
  const run = await runClaude({ home, cwd, model, prompt, allowedTools: ["Read", "Edit"] });
  expect(run.exitCode).toBe(0);
}
