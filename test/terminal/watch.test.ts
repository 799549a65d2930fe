/** `pawl hooks watch` beside an author who edits a hook. */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { opened } from "./in-terminal.ts";

test("pawl hooks watch trusts the author's own edits and shows each run of a hook", async () => {
  await using all = await opened();
  const { scratch, inTerminal, pawl, steady } = all;
  await pawl.run(["install"]);
  await using watch = inTerminal("hooks", "watch", "--yes");
  await watch.waitFor("Ctrl-C ends it");
  await pawl.run(["hooks", "init"]);
  await watch.waitFor("✓ Allowed: .claude/pawl.json, .claude/hooks/no-force-push.ts");
  const call = (command: string) =>
    pawl.run(["hook"], {
      stdin: JSON.stringify({
        hook_event_name: "PreToolUse",
        session_id: "w",
        cwd: scratch.project,
        tool_name: "Bash",
        tool_input: { command },
        tool_use_id: command,
      }),
    });
  expect((await call("git push --force")).stdout).toContain('"deny"');
  await watch.waitFor('instead."}\r\n');
  // How long the folder's path is decides where the terminal's lines end.
  const lines = steady(watch.output()).replace(/\n(?=[^✓✗←→\n])/g, " ");
  expect(lines.split("\n").slice(-4)).toMatchInlineSnapshot(`
    [
      "✓ PreToolUse Nobody pushes with force  <n> ms",
      "← {"hook_event_name":"PreToolUse","session_id":"w","cwd":"~/project","tool_name":"Bash","tool_input":{"command":"git push --force"},"tool_use_id":"git push --force"}",
      "→ {"deny":"Nobody pushes with force here. Push to a new branch instead."}",
      "",
    ]
  `);
  // An edit is allowed at once, and only what was edited is named.
  const script = join(scratch.project, ".claude", "hooks", "no-force-push.ts");
  writeFileSync(script, `${readFileSync(script, "utf8")}\nthrow new Error("broken on purpose");\n`);
  await watch.waitFor("✓ Allowed: .claude/hooks/no-force-push.ts");
  await call("git push --force again");
  await watch.waitFor("✗ PreToolUse");
  await watch.waitFor("broken on purpose");
  writeFileSync(join(scratch.project, ".claude", "pawl.json"), "{ cut");
  await watch.waitFor("Warning: ");
  watch.press("\u0003");
  expect(await watch.exited).toBe(0);
}, 180_000);
