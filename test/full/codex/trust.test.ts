/** Codex runs new hooks only after the user has trusted them; Pawl asks Codex whether that was done. */
import { expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createScratch } from "../../e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../../e2e/pawl.ts";
import { codexForTests, createCodexHome, runCodex } from "./client.ts";
import { startCodexModel } from "./model.ts";

const LIMIT = 120_000;
const codex = await codexForTests();

interface Doctor {
  checks: { name: string; ok: boolean; message: string; fix: string | null }[];
}

test.skipIf(codex === undefined)(
  "untrusted hooks do not run and doctor says so; trusted by the user they run, and doctor agrees",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    await using model = startCodexModel(() => ({ text: "Hello." }));
    const home = await createCodexHome(scratch, model.url);
    const program = codex ?? "";
    const check = async () => {
      const path = `${dirname(program)}:${process.env.PATH ?? ""}`;
      const { stdout } = await pawl.run(["doctor", "--json"], { env: { PATH: path, STUB_KEY: "none" } });
      return (JSON.parse(stdout) as Doctor).checks.find(({ name }) => name === "codex");
    };
    const say = (prompt: string) => runCodex(program, home, { cwd: scratch.project, prompt, args: [] });

    // A client that is not connected is not mentioned.
    expect(await check()).toBeUndefined();
    const installed = await pawl.run(["install", "--client", "codex"]);
    expect(installed.stdout).toContain("/hooks");
    expect(await check()).toMatchObject({ ok: false, message: expect.stringContaining("11 of 11 hooks") });
    await say("Nobody hears this");
    expect(await recorded(pawl)).toBe(0);

    await trustAsTheUser(program, home.env, scratch.project, join(home.dir, "config.toml"));
    expect(await check()).toMatchObject({
      ok: true,
      message: expect.stringContaining("11 hooks, all trusted"),
    });
    await say("Somebody hears this");
    // On a busy machine the daemon starts too late for the first events and takes them from the spool.
    await eventually(async () => (await recorded(pawl)) === 1);
    // The trust that Codex has stays Codex's: only Pawl's own entries go.
    const removed = await pawl.json(["uninstall", "--client", "codex"]);
    expect(removed).toMatchObject({ client: "codex", mcp: { removed: true } });
    const left = Bun.TOML.parse(await Bun.file(join(home.dir, "config.toml")).text()) as Record<
      string,
      unknown
    >;
    expect(left).toHaveProperty("hooks");
    expect(left).not.toHaveProperty("mcp_servers");
  },
  LIMIT,
);

async function recorded(pawl: Pawl): Promise<number> {
  const { sessions } = await pawl.json<{ sessions: object[] }>(["sessions"]);
  return sessions.length;
}

/** What the `/hooks` view of Codex does when a person agrees. Pawl itself never does this. */
async function trustAsTheUser(program: string, env: Record<string, string>, cwd: string, config: string) {
  const server = Bun.spawn([program, "app-server"], { env, stdin: "pipe", stdout: "pipe", stderr: "ignore" });
  const clientInfo = { name: "test", title: "Test", version: "1" };
  const messages = [
    { jsonrpc: "2.0", id: 1, method: "initialize", params: { clientInfo } },
    { jsonrpc: "2.0", method: "initialized" },
    { jsonrpc: "2.0", id: 2, method: "hooks/list", params: { cwds: [cwd] } },
  ];
  for (const message of messages) server.stdin.write(`${JSON.stringify(message)}\n`);
  await server.stdin.flush();
  let text = "";
  for await (const chunk of server.stdout) {
    text += new TextDecoder().decode(chunk);
    if (/^\{"id":2,.*\}$/m.test(text)) break;
  }
  server.kill();
  await server.exited;
  const line = /^\{"id":2,.*\}$/m.exec(text)?.[0] ?? "{}";
  const { result } = JSON.parse(line) as {
    result: { data: { hooks: { key: string; currentHash: string }[] }[] };
  };
  for (const { key, currentHash } of result.data.flatMap(({ hooks }) => hooks)) {
    appendFileSync(config, `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "${currentHash}"\n`);
  }
}
