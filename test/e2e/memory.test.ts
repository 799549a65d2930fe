/** Memory in the real client: relevant memories are injected once, and nothing else is. */
import { expect, test } from "bun:test";
import { chmod, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude, type Scratch } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

const LIMIT = 180_000;
const RULE = "Reply in short sentences and name every file that you touched.";
const BILLING = "In billing.ts all amounts are integer cents, never floats.";

interface AlreadyInjected {
  event: string;
  sessionId: string;
  text: string;
  sources: { uri: string; score?: number }[];
}

async function injections(pawl: Pawl, sessionId: string): Promise<AlreadyInjected[]> {
  const headers = { authorization: `Bearer ${await pawl.token()}` };
  const response = await fetch(`${pawl.url}/api/injections?sessionId=${sessionId}`, { headers });
  return ((await response.json()) as { injections: AlreadyInjected[] }).injections;
}

async function session(scratch: Scratch, prompt: string, turns: Parameters<typeof startModel>[0]) {
  await using model = startModel(turns);
  const { home, project: cwd } = scratch;
  const allowedTools = ["Bash", "Read", "Write", "Edit", "mcp__pawl__search"];
  const run = await runClaude({ home, cwd, model, prompt, allowedTools });
  expect(run.exitCode).toBe(0);
  return { run, requests: model.mainRequests(), texts: model.mainRequests().map(({ text }) => text) };
}

const times = (text: string | undefined, part: string) => (text ?? "").split(part).length - 1;

test(
  "S1.1 S1.13 S1.14 core memories come first, a file's memory with the file, and nothing twice",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    await pawl.run(["up"]);
    const file = join(scratch.project, "billing.ts");
    await writeFile(file, "export const cents = 100;\n");
    await pawl.run(["remember", RULE, "--priority", "0", "--uri", "project://rules/style"]);
    await pawl.run(["remember", BILLING, "--uri", "project://files/amounts", "--priority", "5"]);
    const { run, texts } = await session(scratch, "Hello there", [
      callTool("Read", { file_path: file }),
      callTool("Read", { file_path: file, limit: 1 }),
      say("Read."),
    ]);
    expect(times(texts[0], RULE)).toBe(1);
    expect(times(texts[0], BILLING)).toBe(0);
    expect(times(texts[1], BILLING)).toBe(1);
    expect(times(texts[2], BILLING)).toBe(1);
    const shown = run.hookEvents.filter((event) => JSON.stringify(event).includes("added 1 memory"));
    expect(shown).not.toEqual([]);
    const injected = await injections(pawl, run.sessionId);
    // An unrelated prompt recalls nothing: only the start and the file did.
    expect(injected.map(({ event }) => event).sort()).toEqual(["PreToolUse", "SessionStart"]);
    expect(injected.flatMap(({ sources }) => sources.map(({ uri }) => uri))).toContain(
      "project://files/amounts",
    );
    const ledger = (await pawl.run(["context", "--session", run.sessionId.slice(0, 8), "--why"])).stdout;
    for (const part of ["SessionStart", RULE, "core memory, priority 0", "PreToolUse", BILLING]) {
      expect(ledger).toContain(part);
    }
    const imports = "@pawl:project://rules/style @pawl:project://gone @pawl:project://none/\n";
    await writeFile(join(scratch.project, "CLAUDE.md"), imports);
    expect((await pawl.run(["context", "--why"])).stdout).toContain(
      "CLAUDE.md imports memories that do not exist: project://gone, project://none/. ",
    );
    await pawl.run(["memory", "edit", "project://files/amounts", "Cents, never floats.", "--priority", "3"]);
    const history = (await pawl.run(["memory", "history", "project://files/amounts"])).stdout;
    expect(history).toContain(`  - ${BILLING}\n  + Cents, never floats.\n  priority: 5 → 3\n`);
  },
  LIMIT,
);

const CHECK = `#!/bin/sh
if grep -q port config.json; then echo fine; else echo "config.json:1: error: field portNumber is not defined"; exit 1; fi
`;

test(
  "S1.6 S1.16 the fix of a failed command is injected at the same failure in the next session",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    const config = join(scratch.project, "config.json");
    await writeFile(join(scratch.project, "check.sh"), CHECK);
    await chmod(join(scratch.project, "check.sh"), 0o755);
    await writeFile(config, '{ "name": "shop" }\n');
    const check = callTool("Bash", { command: "./check.sh", description: "Check" });
    const first = await session(scratch, "Make the settings check pass", [
      check,
      callTool("Read", { file_path: config }),
      callTool("Edit", { file_path: config, old_string: '"shop" }', new_string: '"shop", "port": 80 }' }),
      check,
      say("It passes now."),
    ]);
    expect(first.texts.join("\n")).not.toContain("failed like this before");
    const learned = async () =>
      (await pawl.json<{ solutions: { successes: number }[] }>(["solution", "list"])).solutions.length > 0;
    expect(await eventually(learned)).toBe(true);

    await writeFile(config, '{ "name": "other" }\n');
    const second = await session(scratch, "Hello again", [check, check, say("I see.")]);
    expect(second.texts[0]).not.toContain("failed like this before");
    expect(second.texts[1]).toContain("`./check.sh` failed like this before");
    expect(second.texts[1]).toContain('after `config.json` was changed: `"shop" }` → `"shop", "port": 80 }`');
    expect(times(second.texts[2], "failed like this before")).toBe(1);
    const injected = await injections(pawl, second.run.sessionId);
    expect(injected.filter(({ event }) => event === "PostToolUseFailure")).toHaveLength(1);
  },
  LIMIT,
);

test(
  "after pawl install the model has Pawl's tools, a call works, and forgetting leaves no byte",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const client = join(scratch.home, ".claude.json");
    const before = await Bun.file(client).exists();
    await pawl.run(["install"]);
    expect((await pawl.run(["install"])).stdout).not.toContain("MCP server is");
    await pawl.run(["remember", BILLING, "--uri", "project://files/amounts", "--priority", "5"]);
    const { run, requests, texts } = await session(scratch, "What do we know?", [
      callTool("mcp__pawl__search", { query: "integer cents" }),
      say("Cents."),
    ]);
    // The client may list a server's tools first and load them on demand.
    expect([...(requests[0]?.tools ?? []), texts[0]].join("\n")).toContain("mcp__pawl__search");
    expect(texts[1]).toContain("project://files/amounts");
    expect((await pawl.run(["search", "cents", "--why"])).stdout).toContain("words");

    await pawl.run(["forget", "--match", "integer cents", "--yes"]);
    await pawl.run(["down"]);
    for (const name of await readdir(pawl.home)) {
      if (!name.startsWith("pawl.db")) continue;
      const bytes = await Bun.file(join(pawl.home, name)).bytes();
      expect(Buffer.from(bytes).includes("integer cents")).toBe(false);
    }
    expect(run.exitCode).toBe(0);
    await pawl.run(["uninstall"]);
    const after = (await Bun.file(client).exists()) ? await Bun.file(client).json() : {};
    expect(after.mcpServers?.pawl).toBeUndefined();
    expect(before).toBe(false);
  },
  LIMIT,
);
