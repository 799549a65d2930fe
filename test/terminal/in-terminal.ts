/** Commands of `pawl` in a real terminal, with a home, a project and a daemon of their own. */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { version } from "../../src/platform/version.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl } from "../e2e/pawl.ts";
import { runInTerminal } from "../e2e/terminal.ts";

const BIN = resolve(import.meta.dir, "..", "..", "bin", "pawl");

export async function opened() {
  const scratch = await createScratch();
  const pawl = await createPawl(scratch);
  mkdirSync(join(scratch.home, ".claude"), { recursive: true });
  const settings = join(scratch.home, ".claude", "settings.json");
  const codexHooks = join(scratch.home, ".codex", "hooks.json");
  const inTerminal = (...args: string[]) =>
    // Nothing that could open a browser.
    runInTerminal([BIN, ...args], {
      cwd: scratch.project,
      env: { ...pawl.env, PATH: "/usr/bin:/bin", LANG: "en_US.UTF-8" },
    });
  /** Without what differs from one machine and one minute to another. */
  const steady = (text: string) =>
    text
      .replaceAll("\r", "")
      .replaceAll(BIN, "pawl")
      .replaceAll(scratch.root, "~")
      .replaceAll(String(pawl.port), "<port>")
      .replaceAll(/process \d+/g, "process <n>")
      .replaceAll(/\d+\.\d ms/g, "<n> ms")
      .replaceAll(/code=\S+/g, "code=<code>")
      .replaceAll(/\d+ hooks/g, "<n> hooks")
      .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "<time>")
      .replaceAll(/\d+\.\d (MB|GB|s)\b/g, "<n> $1")
      .replaceAll(/\(\d+\) keeps/g, "(<n>) keeps")
      .replaceAll(version, "<v>")
      // The bar, drawn as often as there was time for.
      .replaceAll(/\[[─█]+\][^[\n]*?(?=\[|Imported)/g, "")
      .replaceAll(/^ +| +$/gm, "");
  return {
    scratch,
    pawl,
    settings,
    codexHooks,
    inTerminal,
    steady,
    async [Symbol.asyncDispose]() {
      await pawl[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}
