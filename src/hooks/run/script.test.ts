// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell and script text is what this is about
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { processEnv } from "../../platform/env.ts";
import { ScriptHost } from "./script.ts";
import type { ScriptResult } from "./script-process.ts";

let dir: string;
let host: ScriptHost;

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), "pawl-script-")));
  host = new ScriptHost({ env: processEnv });
});

afterEach(async () => {
  await host.close();
  await rm(dir, { recursive: true, force: true });
});

async function script(name: string, source: string): Promise<string> {
  const file = join(dir, name);
  await writeFile(file, source);
  return file;
}

const run = (file: string, input: unknown = {}, timeoutMs = 10_000): Promise<ScriptResult> =>
  host.run({ file, input, toolUseID: "t1", timeoutMs, folder: dir });

describe("S2.2 a script is called and its answer returned", () => {
  test.each([
    [
      "default.ts",
      "export default (input: { a: number }, id: string) => ({ systemMessage: `${input.a} ${id}` });",
    ],
    [
      "named.ts",
      "export const hook = async (input: any, id: any) => ({ systemMessage: `${input.a} ${id}` });",
    ],
    ["plain.js", "export default function (input, id) { return { systemMessage: `${input.a} ${id}` }; }"],
    ["common.cjs", "exports.hook = (input, id) => ({ systemMessage: `${input.a} ${id}` });"],
  ])("S2.2 %s", async (name, source) => {
    expect(await run(await script(name, source), { a: 1 })).toEqual({
      kind: "answer",
      value: { systemMessage: "1 t1" },
    });
  });

  test("S2.2 no answer is no answer", async () => {
    expect(await run(await script("a.ts", "export default () => {};"))).toEqual({
      kind: "answer",
      value: undefined,
    });
  });

  test("it has its project as working directory, and the guard", async () => {
    const file = await script(
      "a.ts",
      "export default () => ({ cwd: process.cwd(), dir: process.env.CLAUDE_PROJECT_DIR, guard: process.env.PAWL_GUARD });",
    );
    expect(await run(file)).toEqual({ kind: "answer", value: { cwd: dir, dir, guard: "1" } });
  });

  test("Bun's settings in the project are not read, so nothing of it is run at start", async () => {
    await script("evil.ts", 'globalThis.evil = "loaded";');
    await script("bunfig.toml", 'preload = ["./evil.ts"]');
    await script(".env", "FROM_PROJECT=1");
    const file = await script(
      "a.ts",
      "export default () => ({ evil: globalThis.evil, env: process.env.FROM_PROJECT });",
    );
    expect(await run(file)).toEqual({ kind: "answer", value: {} });
  });
});

describe("imported once, reloaded when changed", () => {
  const counter = (mark: string) => `let n = 0; export default () => ({ mark: "${mark}", n: ++n });`;

  test("its state lasts from call to call, in one process", async () => {
    const file = await script("a.ts", counter("x"));
    await run(file);
    expect(await run(file)).toEqual({ kind: "answer", value: { mark: "x", n: 2 } });
    expect(host.pids).toHaveLength(1);
  });

  test("a change is seen at the next call", async () => {
    const file = await script("a.ts", counter("x"));
    await run(file);
    await script("a.ts", counter("yy"));
    expect(await run(file)).toEqual({ kind: "answer", value: { mark: "yy", n: 1 } });
  });

  test("a change of a file that it imports is seen too", async () => {
    await script("part.ts", 'export const mark = "one";');
    const file = await script("a.ts", 'import { mark } from "./part"; export default () => ({ mark });');
    expect(await run(file)).toEqual({ kind: "answer", value: { mark: "one" } });
    await script("part.ts", 'export const mark = "three";');
    expect(await run(file)).toEqual({ kind: "answer", value: { mark: "three" } });
  });
});

test("its signal fires when its time is over", async () => {
  const file = await script(
    "a.ts",
    `import { writeFileSync } from "node:fs";
     export default (input, id, { signal }) => new Promise(() => {
       signal.addEventListener("abort", () => writeFileSync(input.to, String(signal.reason.message)));
     });`,
  );
  const to = join(dir, "aborted.txt");
  expect(await run(file, { to }, 400)).toEqual({ kind: "timeout" });
  // The file is there a moment before its text.
  while (!((await Bun.file(to).exists()) && Bun.file(to).size > 0)) await Bun.sleep(10);
  expect(await Bun.file(to).text()).toBe("The hook's time (400 ms) is over.");
});

test("S2.15 a missing script fails with its name", async () => {
  expect(await run(join(dir, "none.ts"))).toMatchObject({
    kind: "failed",
    error: expect.stringContaining("none.ts"),
  });
});

test("several run at the same time", async () => {
  const file = await script(
    "a.ts",
    "let open = []; export default () => new Promise((done) => { open.push(done); if (open.length === 3) for (const each of open) each({ ok: true }); });",
  );
  const results = await Promise.all([run(file), run(file), run(file)]);
  expect(results.every((result) => result.kind === "answer")).toBe(true);
});

test("an unused process is ended", async () => {
  await host.close();
  host = new ScriptHost({ env: processEnv, idleMs: 50 });
  await run(await script("a.ts", "export default () => ({});"));
  while (host.pids.length > 0) await Bun.sleep(10);
  expect(await run(join(dir, "a.ts"))).toMatchObject({ kind: "answer" });
});
