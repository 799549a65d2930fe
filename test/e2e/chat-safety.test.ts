/** `pawl chat` is as safe as `claude`: the same gates, each message once, refusals with their reason. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bareEnv, createScratch, writeSettings } from "./harness/client.ts";
import { callTool, lastText, say, startModel } from "./harness/model.ts";
import { createPawl, freePort } from "./pawl.ts";

const LIMIT = 180_000;

test(
  "a gate in the user's settings holds, its reason and every message are shown once, CLAUDE.md is read",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { project } = scratch;
    await pawl.run(["install"]);
    const gate = "if grep -q precious; then echo 'Precious stays.' >&2; exit 2; fi";
    const settings = JSON.parse(await Bun.file(join(scratch.home, ".claude", "settings.json")).text());
    settings.permissions = { allow: ["Bash"] };
    settings.hooks.PreToolUse.push({ matcher: "Bash", hooks: [{ type: "command", command: gate }] });
    await writeSettings(scratch.home, settings);
    const post = { type: "command", command: `echo '{"systemMessage":"SAID ONCE"}'` };
    await mkdir(join(project, ".claude"), { recursive: true });
    await writeFile(
      join(project, ".claude", "settings.local.json"),
      JSON.stringify({ hooks: { PostToolUse: [{ matcher: "Bash", hooks: [post] }] } }),
    );
    await writeFile(join(project, "CLAUDE.md"), "MIND THE GRANITE.");
    await writeFile(join(project, "precious"), "");
    await using model = startModel([
      callTool("Bash", { command: "rm precious", description: "Delete" }),
      callTool("Bash", { command: "echo fine", description: "Say" }),
      say("Done."),
    ]);
    const env = bareEnv(scratch.home, model.url);
    await mkdir(env.TMPDIR ?? "", { recursive: true });
    const { exitCode, stdout, stderr } = await pawl.run(["chat", "go"], { env });
    expect([exitCode, stdout]).toEqual([0, "Done.\n"]);
    expect(existsSync(join(project, "precious"))).toBe(true);
    expect(lastText(model.mainRequests()[1] ?? expect.unreachable())).toContain("Precious stays.");
    expect(stderr.split("Precious stays.")).toHaveLength(2);
    expect(stderr.split("SAID ONCE")).toHaveLength(2);
    expect(model.mainRequests()[0]?.text).toContain("MIND THE GRANITE.");
  },
  LIMIT,
);

test(
  "an API that nobody answers at is said while the client still tries",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const env = { ...bareEnv(scratch.home, `http://127.0.0.1:${await freePort()}`), ...pawl.env };
    await mkdir(env.TMPDIR ?? "", { recursive: true });
    const bin = join(import.meta.dir, "..", "..", "bin", "pawl");
    const child = Bun.spawn([bin, "chat", "go"], {
      cwd: scratch.project,
      env,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    let said = "";
    for await (const bytes of child.stderr) {
      said += new TextDecoder().decode(bytes);
      if (/cannot be reached|No answer from the API/.test(said)) break;
    }
    expect(said).toMatch(/cannot be reached|No answer from the API/);
    child.kill("SIGTERM");
    await child.exited;
  },
  LIMIT,
);
