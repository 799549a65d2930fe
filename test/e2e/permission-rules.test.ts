/** The user's own rules also apply if no daemon is available. */
import { expect, test } from "bun:test";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch, runClaude } from "./harness/client.ts";
import { callTool, lastText, say, startModel } from "./harness/model.ts";
import { createPawl } from "./pawl.ts";

const LIMIT = 180_000;
const DENY = 'tool == "Bash" && tool_input.command =~ /forbidden/';

interface Settings {
  hooks: { PreToolUse: { matcher: string; hooks: { type: string }[] }[] };
}

test(
  "S1.4 permissions.deny and ask apply with and without a daemon; calls without a rule continue",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    const { home, project: cwd } = scratch;
    const config = (permissions: object) =>
      writeFile(join(pawl.home, "config.json"), JSON.stringify({ port: pawl.port, permissions }));
    const registered = async () => {
      const settings = (await Bun.file(join(home, ".claude", "settings.json")).json()) as Settings;
      return settings.hooks.PreToolUse.map(({ matcher, hooks }) => `${matcher} ${hooks[0]?.type}`);
    };
    const hooksCheck = async () =>
      (await pawl.json<{ checks: { name: string; ok: boolean }[] }>(["doctor"])).checks.find(
        ({ name }) => name === "hooks",
      )?.ok;
    await mkdir(pawl.home, { recursive: true });
    await pawl.run(["install"]);
    expect(await registered()).toEqual(["* http"]);
    await config({ deny: [DENY], ask: ["WebFetch"] });
    expect(await hooksCheck()).toBe(false);
    await pawl.run(["install"]);
    expect(await registered()).toEqual(["Bash|WebFetch command", "^(?!(?:Bash|WebFetch)$).*$ http"]);
    expect(await hooksCheck()).toBe(true);

    const file = join(cwd, "notes.txt");
    await writeFile(file, "a line of notes\n");
    const bash = (command: string) => callTool("Bash", { command, description: "Run" });
    const play = async () => {
      await using model = startModel([
        bash("echo forbidden"),
        bash("echo permitted"),
        callTool("WebFetch", { url: "http://127.0.0.1:1/", prompt: "Read it" }),
        callTool("Read", { file_path: file }),
        say("Tried."),
      ]);
      const allowedTools = ["Bash", "Read", "WebFetch"];
      const run = await runClaude({ home, cwd, model, prompt: "Try", allowedTools });
      expect(run.exitCode).toBe(0);
      const [, denied = "", ran = "", asked = "", read = ""] = model.mainRequests().map(lastText);
      expect(denied).toContain(`Refused by the user's rule in Pawl's configuration: ${DENY}`);
      expect(ran).toContain("permitted");
      expect(ran).not.toContain("Refused");
      // Nobody can be asked: an allowed tool with an ask rule does not run.
      expect(asked).toContain("The user wants to be asked (rule in Pawl's configuration): WebFetch");
      expect(read).toContain("a line of notes");
    };
    await play();
    await pawl.run(["down", "--all"]);
    {
      using _taken = Bun.serve({ hostname: "127.0.0.1", port: pawl.port, fetch: () => new Response("mine") });
      await play();
    }
    await config({});
    expect(await hooksCheck()).toBe(false);
    await pawl.run(["install"]);
    expect(await registered()).toEqual(["* http"]);
  },
  LIMIT,
);
