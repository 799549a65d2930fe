/** S1.8: a person's refusal is injected before the same kind of call; any other refusal is not. */
import { expect, test } from "bun:test";
import { createScratch, runClaude } from "./harness/client.ts";
import { startInteractive } from "./harness/interactive.ts";
import { callTool, lastText, say, startModel } from "./harness/model.ts";
import { createPawl, eventually } from "./pawl.ts";

const LIMIT = 180_000;
const bash = (command: string) => callTool("Bash", { command, description: "Run" });
const fetchIt = callTool("WebFetch", { url: "http://127.0.0.1:1/", prompt: "Read it" });

test(
  "S1.4 S1.8 a refusal at the terminal is injected in the next session; those of the automatic mode and of a headless run are not",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["install"]);
    const { home, project: cwd } = scratch;

    // Nobody decided these: the automatic mode cannot evaluate, and a headless run has nobody to ask.
    await using auto = startModel([bash("python3 -c 1"), say("Denied.")]);
    const args = ["--permission-mode", "auto"];
    const denied = await runClaude({ home, cwd, model: auto, prompt: "Run it", args });
    expect(JSON.stringify(denied.hookEvents)).toContain("PermissionDenied");
    await using alone = startModel([fetchIt, say("Not granted.")]);
    await runClaude({ home, cwd, model: alone, prompt: "Fetch it" });

    await using asked = startModel([bash("touch made.txt"), say("Left it.")]);
    await using terminal = await startInteractive({
      home,
      cwd,
      model: asked,
      args: ["--permission-mode", "manual"],
    });
    await terminal.type("Make the file");
    await terminal.answer("Do you want to proceed?", "4");
    await terminal.waitFor("What should Claude do instead?");
    await terminal.type("Never mind");
    await terminal.waitFor("Left it.");
    const isKept = async () => {
      const [newest] = (await pawl.json<{ sessions: { id: string }[] }>(["sessions"])).sessions;
      const { observations } = await pawl.json<{ observations: { ok: boolean }[] }>([
        "session",
        newest?.id ?? "",
      ]);
      return observations.some(({ ok }) => !ok);
    };
    expect(await eventually(isKept)).toBe(true);
    await terminal.close();

    await using next = startModel([bash("touch other.txt"), bash("python3 -c 2"), fetchIt, say("Done.")]);
    const allowedTools = ["Bash", "WebFetch"];
    await runClaude({ home, cwd, model: next, prompt: "Do all three", allowedTools });
    const [, touched = "", ran = "", fetched = ""] = next.mainRequests().map(lastText);
    expect(touched).toContain("the user refused Bash(touch) once in earlier sessions");
    expect(ran).not.toContain("refused");
    expect(fetched).not.toContain("refused");
  },
  LIMIT,
);
