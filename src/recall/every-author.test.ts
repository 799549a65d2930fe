/** Nothing that is injected at a start says "the user" of what somebody else said: every author and kind of memory. */
import { expect, test } from "bun:test";
import { memory, openTempStore, PROJECT } from "../../test/temp-store.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import type { Authorship } from "../store/records/authorship.ts";
import { coreBlock } from "./start/core-memories.ts";

const AUTHORS: readonly Authorship[] = [
  { author: "user", place: "command" },
  { author: "user", place: "prompt" },
  { author: "model", authorName: "claude", place: "mcp" },
  { author: "model", authorName: "codex", place: "command" },
  { author: "import", place: "transcript" },
  { author: "repository", place: "client-file" },
  { author: "team", authorName: "mia", place: "pull" },
];
const KINDS = ["rules", "remembered", "decisions", "notes", "preferences"];

test("S1.27 only the user's own words are under the user's heading, whatever kind of memory it is", async () => {
  await using temp = await openTempStore();
  for (const by of AUTHORS)
    for (const kind of KINDS) {
      const name = `${by.author}-${by.place}`;
      const saved = memory(`project://${kind}/${name}`, `Words of ${name} about ${kind}.`, { priority: 2 });
      await memoriesIn(temp.store).saveMemory({ ...saved, by });
    }
  const query = { store: temp.store, project: PROJECT, isMuted: () => false, claudeMd: "", budget: 20_000 };
  const text = (await coreBlock(query))?.block.text ?? "";
  const [own = "", ...others] = text.split(/(?=Kept for every session)/);
  for (const { author, place } of AUTHORS)
    for (const kind of KINDS) {
      const words = `Words of ${author}-${place} about ${kind}.`;
      expect([words, own.includes(words)]).toEqual([words, author === "user"]);
    }
  expect(others.join("")).not.toMatch(/\b(?:the user|you said|your rules)/i);
  expect(others.join("")).not.toContain("repository-");
});

const EVENTS: readonly [name: string, fields: object][] = [
  ["SessionStart", { source: "startup" }],
  ["SessionStart", { source: "compact" }],
  ["UserPromptSubmit", { prompt: "Paint the zebra crossing in src/zebra.ts" }],
  ["PreToolUse", { tool_name: "Read", tool_input: { file_path: "src/zebra.ts" }, tool_use_id: "t1" }],
  ["SubagentStart", { agent_id: "a1", agent_type: "Explore", prompt: "Look at the zebra crossing" }],
];

test("S1.27 at every place where a memory is injected, another's words are not said to be the user's", async () => {
  const places = new Set<string>();
  for (const by of AUTHORS) {
    await using app = await openTestApp();
    const words = `Words of ${by.author}-${by.place}: the zebra crossing needs white paint.`;
    for (const [uri, priority, disclosure] of [
      ["project://zebra/core", 2, undefined],
      ["project://zebra/asked", 4, "zebra crossing"],
      ["project://zebra/file", 4, "when reading src/zebra.ts"],
    ] as const) {
      const saved = memory(uri, `${words} (${uri})`, { priority, ...(disclosure && { disclosure }) });
      await memoriesIn(app.store).saveMemory({ ...saved, project: app.dir, by });
    }
    for (const [at, [name, fields]] of EVENTS.entries()) {
      const body = { hook_event_name: name, session_id: `zebra-${at}`, cwd: app.dir, ...fields };
      const answer = await (await app.post("/hook", body)).text();
      if (!answer.includes(`Words of ${by.author}`)) continue;
      places.add(name);
      if (by.author !== "user")
        expect(answer).not.toMatch(/the user's rules|you said|your rules|the user said/i);
    }
  }
  // The test would pass in silence if nothing were injected anywhere.
  expect([...places]).toEqual(expect.arrayContaining(["SessionStart", "UserPromptSubmit", "PreToolUse"]));
});
