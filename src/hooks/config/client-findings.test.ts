import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clientFindings } from "./client-findings.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "pawl-findings-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function check(text: string) {
  const file = join(dir, "settings.json");
  await writeFile(file, text);
  return (await clientFindings(file)).map(({ level, path, message }) => ({ level, path, message }));
}

test("an entry that makes the client ignore hooks is named with its place", async () => {
  const hooks = {
    Stop: [
      {
        hooks: [
          { type: "command", command: "x" },
          { type: "script", script: "./a.ts" },
        ],
      },
    ],
    PreToolUse: [{ matcher: 'tool == "Bash"', hooks: [{ type: "http", url: "http://x" }] }],
  };
  expect(await check(JSON.stringify({ hooks }))).toEqual([
    {
      level: "warning",
      path: "hooks.Stop[0].hooks[1].type",
      message: expect.stringContaining("runs no hook of this file"),
    },
    {
      level: "warning",
      path: "hooks.PreToolUse[0].matcher",
      message: expect.stringContaining("never matches"),
    },
  ]);
});

test("the client reads strict JSON", async () => {
  expect(await check('{ "hooks": {}, }')).toMatchObject([{ level: "error", path: "" }]);
  expect(await check('{ "hooks": { "Stop": [7, { "hooks": 7 }] } }')).toEqual([]);
  expect(await check("")).toEqual([]);
  expect(await clientFindings(join(dir, "none.json"))).toEqual([]);
});

test("alone in its event it is ignored; beside others the file is dropped, and the lost deny rules are named", async () => {
  const script = { type: "script", script: "./a.ts" };
  const command = { type: "command", command: "x" };
  const permissions = { deny: ["Bash(touch *)"] };
  const alone = { PreToolUse: [{ hooks: [command] }], PostToolUse: [{ hooks: [script] }] };
  const [only] = await check(JSON.stringify({ permissions, hooks: alone }));
  expect(only?.message).toContain("ignores this entry");
  const mixed = {
    PreToolUse: [
      { matcher: "Bash", hooks: [command] },
      { matcher: "Write", hooks: [script] },
    ],
  };
  const [dropped] = await check(JSON.stringify({ permissions, hooks: mixed }));
  expect(dropped?.message).toContain("its deny rules do not hold (Bash(touch *))");
});

test.each(["[]", "null", '{"model":"opus"}', '{"hooks":[]}', '{"hooks":null}', " "])(
  "%s has no hooks that could be wrong",
  async (text) => {
    expect(await check(text)).toEqual([]);
  },
);
