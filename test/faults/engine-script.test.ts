import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScriptHost } from "../../src/hooks/run/script.ts";
import type { ScriptResult } from "../../src/hooks/run/script-process.ts";
import { processEnv } from "../../src/platform/env.ts";

let dir: string;
let host: ScriptHost;

beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), "pawl-script-")));
  host = new ScriptHost({ env: processEnv, memoryMB: 256 });
});

afterEach(async () => {
  await host.close();
  await rm(dir, { recursive: true, force: true });
});

async function script(name: string, body: string): Promise<string> {
  const file = join(dir, name);
  await writeFile(file, body);
  return file;
}

const run = (file: string, timeoutMs = 10_000): Promise<ScriptResult> =>
  host.run({ file, input: {}, toolUseID: undefined, timeoutMs, folder: dir });

async function expectUsable(): Promise<void> {
  const good = await script("good.ts", "export default () => ({ systemMessage: 'fine' });");
  expect(await run(good)).toEqual({ kind: "answer", value: { systemMessage: "fine" } });
}

test.each([
  ["throws", 'export default () => { throw new Error("broken"); };', "broken"],
  ["rejects", 'export default async () => { throw "broken"; };', "broken"],
  ["throws when imported", 'throw new Error("broken");', "broken"],
  ["does not parse", "export default (=> {", ""],
  ["exports nothing", "const a = 1;", "exports no function"],
  ["exits", "export default () => process.exit(0);", "ended its process (code 0)"],
  ["exits when imported", "process.exit(7);", "ended its process (code 7)"],
  [
    "kills itself",
    'export default () => { process.kill(process.pid, "SIGSEGV"); for (;;); };',
    "ended its process (SIG",
  ],
  ["aborts", "export default () => process.abort();", "ended its process (SIG"],
  ["answers a cycle", "export default () => { const a = {}; a.a = a; return a; };", "cyclic"],
  ["answers a function", "export default () => () => 1;", "answered a function"],
  ["answers without end", 'export default () => ({ systemMessage: "x".repeat(5e6) });', "longer than"],
  [
    "imports a missing package",
    'import "pawl-no-such-package"; export default () => ({});',
    "pawl-no-such-package",
  ],
])("S2.15 a script that %s fails, and the next one runs", async (_, body, reason) => {
  const result = await run(await script("bad.ts", body));
  expect(result).toMatchObject({ kind: "failed", error: expect.stringContaining(reason) });
  await expectUsable();
});

test("a script in while (true) is killed at its timeout, and the next one runs", async () => {
  const bad = await script("bad.ts", "export default () => { while (true); };");
  expect(await run(bad, 500)).toEqual({ kind: "timeout" });
  await expectUsable();
});

test("a script that hangs on import is killed too", async () => {
  expect(await run(await script("bad.ts", "while (true);"), 500)).toEqual({ kind: "timeout" });
  await expectUsable();
});

test.each([
  ["buffers", "const all = []; for (;;) all.push(new Uint8Array(4 << 20).fill(1));"],
  ["objects", "const all = []; for (;;) all.push({ n: all.length, list: [1, 2, 3] });"],
  ["text", 'let all = "x"; const keep = []; for (;;) keep.push((all + keep.length).repeat(1e6).split(""));'],
])(
  "a script that allocates %s without end is killed before it affects the machine",
  async (_, body) => {
    const result = await run(await script("bad.ts", `export default () => { ${body} };`), 60_000);
    expect(result).toMatchObject({
      kind: "failed",
      error: expect.stringMatching(/MB and was ended|ended its process/),
    });
    await expectUsable();
  },
  180_000,
);

test("a script that blocks its thread does not block the answers of others", async () => {
  const bad = await script("bad.ts", "export default () => { while (true); };");
  const good = await script("good.ts", "export default () => ({ systemMessage: 'fine' });");
  await run(good);
  const hanging = run(bad, 6000);
  const others = Promise.all([run(good), run(good)]);
  expect(await Promise.race([others, hanging])).toEqual([
    { kind: "answer", value: { systemMessage: "fine" } },
    { kind: "answer", value: { systemMessage: "fine" } },
  ]);
  expect(await hanging).toEqual({ kind: "timeout" });
}, 180_000);

test("a script that exits does not lose the answers of scripts running next to it", async () => {
  const slow = await script(
    "slow.ts",
    "export default async () => { await Bun.sleep(300); return { ok: true }; };",
  );
  const bad = await script(
    "bad.ts",
    "export default async () => { await Bun.sleep(100); process.exit(1); };",
  );
  const [first, second, third] = await Promise.all([run(slow), run(bad), run(slow)]);
  expect(first).toEqual({ kind: "answer", value: { ok: true } });
  expect(third).toEqual({ kind: "answer", value: { ok: true } });
  expect(second).toMatchObject({ kind: "failed" });
}, 180_000);

test("a script that ends its process leaves the state of the others", async () => {
  const bad = await script("bad.ts", "export default async () => { await Bun.sleep(50); process.exit(1); };");
  await run(bad);
  const slow = await script(
    "slow.ts",
    "let n = 0; export default async () => { await Bun.sleep(200); return { n: ++n }; };",
  );
  const [answer] = await Promise.all([run(slow), run(bad)]);
  expect(answer).toEqual({ kind: "answer", value: { n: 1 } });
  expect(await run(slow)).toEqual({ kind: "answer", value: { n: 2 } });
}, 180_000);

test("a script process ends with the program that started it, even in while (true)", async () => {
  const bad = await script(
    "bad.ts",
    `import { writeFileSync } from "node:fs";
    export default () => { writeFileSync("${join(dir, "pid")}", String(process.pid)); while (true); };`,
  );
  const host = join(import.meta.dir, "../../src/hooks/run/script.ts");
  const owner = Bun.spawn(
    [
      process.execPath,
      "-e",
      `const { ScriptHost } = await import(${JSON.stringify(host)});
      await new ScriptHost({ env: process.env }).run({ file: ${JSON.stringify(bad)}, input: {}, timeoutMs: 60000, folder: ${JSON.stringify(dir)} });`,
    ],
    { stdout: "ignore", stderr: "ignore" },
  );
  // The file is there a moment before the number in it.
  while (!((await Bun.file(join(dir, "pid")).exists()) && Bun.file(join(dir, "pid")).size > 0))
    await Bun.sleep(20);
  const pid = Number(await Bun.file(join(dir, "pid")).text());
  owner.kill("SIGKILL");
  await owner.exited;
  while (await isRunning(pid)) await Bun.sleep(20);
}, 180_000);

/** An ended process that nobody has reaped yet is not running. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await Bun.$`ps -o stat= -p ${pid}`.nothrow().quiet().text();
  return state.trim() !== "" && !state.trim().startsWith("Z");
}
