/** `pawl start` and what it asks, in a real terminal; then the commands that talk to the daemon that it started. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { writeTranscript } from "../faults/records.ts";
import { opened } from "./in-terminal.ts";

test("every change is shown and asked for; yes connects, imports and ends with the page", async () => {
  await using all = await opened();
  const { scratch, inTerminal, settings, codexHooks, steady, pawl } = all;
  mkdirSync(dirname(codexHooks), { recursive: true });
  writeTranscript(scratch.home, "w1", 3);
  await using start = inTerminal("start");
  await start.waitFor("Connect Pawl to Claude Code? [Y/n]");
  expect(existsSync(settings)).toBe(false);
  start.type("maybe");
  await start.waitFor("Connect Pawl to Claude Code? [Y/n]");
  start.type("yes");
  await start.waitFor("Connect Pawl to Codex? [Y/n]");
  expect(readFileSync(settings, "utf8")).toContain("SessionStart");
  start.type("n");
  await start.waitFor("[Y/n]");
  start.type("");
  expect(await start.exited).toBe(0);
  expect(existsSync(codexHooks)).toBe(false);
  expect(steady(start.output())).toMatchInlineSnapshot(`
    "Pawl <v> started (process <n>, port <port>).
    Connecting Pawl to Claude Code changes:
    • <n> hooks in ~/.claude/settings.json: they report session events to Pawl, and add helpful context for the model
    • an MCP server in ~/.claude.json: the model can search and save memories
    • the command /pawl:workflow
    Nothing else changes. To undo: pawl uninstall
    Connect Pawl to Claude Code? [Y/n]  maybe
    Please answer y or n.
    Connect Pawl to Claude Code? [Y/n]  yes
    Connected to Claude Code. New sessions are recorded.
    Connecting Pawl to Codex changes:
    • <n> hooks in ~/.codex/hooks.json: they report session events to Pawl, and add helpful context for the model
    • an MCP server in ~/.codex/config.toml: the model can search and save memories
    Nothing else changes. To undo: pawl uninstall
    Connect Pawl to Codex? [Y/n]  n
    Not connected to Codex. Run pawl install to connect (--dry-run for a preview).
    Import your 1 past session (<n> MB, about 1 s)? [Y/n]
    Imported 1 session, 1 prompt, 3 tool calls (<n> MB in <n> s).
    All data stays on this machine, in ~/pawl. To undo: pawl uninstall
    Page (this link works once): http://127.0.0.1:<port>/?code=<code>
    "
  `);
  expect(await pawl.json(["status"])).toMatchObject({ running: true, sessions: 1, observations: 3 });

  await using again = inTerminal("start");
  await again.waitFor("Connect Pawl to Codex? [Y/n]");
  again.type("y");
  expect(await again.exited).toBe(0);
  expect(readFileSync(codexHooks, "utf8")).toContain("--installed-by=pawl");
  expect(steady(again.output())).toMatchInlineSnapshot(`
    "Pawl <v> is running (process <n>, port <port>).
    Connected to Claude Code. Sessions are recorded.
    Connecting Pawl to Codex changes:
    • <n> hooks in ~/.codex/hooks.json: they report session events to Pawl, and add helpful context for the model
    • an MCP server in ~/.codex/config.toml: the model can search and save memories
    Nothing else changes. To undo: pawl uninstall
    Connect Pawl to Codex? [Y/n]  y
    Pawl is in the settings of Codex.
    Warning: Codex runs new hooks only after you trust them. Start codex, type /hooks, and trust Pawl's.
    All data stays on this machine, in ~/pawl. To undo: pawl uninstall
    Page (this link works once): http://127.0.0.1:<port>/?code=<code>
    "
  `);
  expect(steady((await pawl.run(["status"])).stdout)).toMatchInlineSnapshot(`
    "Pawl <v>: running since <time>, process <n>, port <port>, <n> MB
    Claude Code  connected (~/.claude/settings.json)
    Codex        connected (~/.codex/hooks.json)
    Page         http://127.0.0.1:<port> (pawl up opens it)
    Keeper       holds port <port>, process <n>
    Database     ~/pawl/pawl.db (<n> MB)
    Recorded     1 session, 1 prompt, 3 tool calls
    Last event   <time>
    Errors       none
    "
  `);
  expect(steady((await pawl.run(["down"])).stdout)).toMatchInlineSnapshot(`
    "Pawl stopped. The next Claude Code / Codex session starts it again.
    A small process (<n>) keeps answering the hooks of open sessions. It ends by itself after an hour without them; pawl down --all ends it now.
    "
  `);
  expect(steady((await pawl.run(["down", "--all"])).stdout)).toMatchInlineSnapshot(`
    "Pawl is not running.
    "
  `);
}, 180_000);

test("who says no is told how to do it later; with --yes nothing is asked", async () => {
  await using all = await opened();
  const { scratch, inTerminal, settings, codexHooks, steady, pawl } = all;
  writeTranscript(scratch.home, "w1", 3);
  await using start = inTerminal("start");
  await start.waitFor("Connect Pawl to Claude Code? [Y/n]");
  start.type("No");
  await start.waitFor("[Y/n]");
  start.type("n");
  expect(await start.exited).toBe(0);
  expect(existsSync(settings)).toBe(false);
  expect(steady(start.output()).split("\n").slice(-6)).toMatchInlineSnapshot(`
    [
      "Not connected to Claude Code. Run pawl install to connect (--dry-run for a preview).",
      "Import your 1 past session (<n> MB, about 1 s)? [Y/n]  n",
      "To import later: pawl import",
      "All data stays on this machine, in ~/pawl. To undo: pawl uninstall",
      "Page (this link works once): http://127.0.0.1:<port>/?code=<code>",
      "",
    ]
  `);
  expect(await pawl.json(["status"])).toMatchObject({ sessions: 0 });

  mkdirSync(dirname(codexHooks), { recursive: true });
  const yes = await pawl.run(["start", "--yes"]);
  expect(steady(yes.stdout)).toMatchInlineSnapshot(`
    "Pawl <v> is running (process <n>, port <port>).
    Connected to Claude Code. New sessions are recorded.
    Codex is installed as well. To connect it: pawl install --client codex
    All data stays on this machine, in ~/pawl. To undo: pawl uninstall
    Page (this link works once): http://127.0.0.1:<port>/?code=<code>
    "
  `);
  expect(existsSync(codexHooks)).toBe(false);
  const { started, url } = await pawl.json(["up"]);
  expect([started, String(url).startsWith(`${pawl.url}/?code=`)]).toEqual([false, true]);
}, 180_000);
