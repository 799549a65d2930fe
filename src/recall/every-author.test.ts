/** Nothing that is injected at a start says "the user" of what somebody else said: every author and kind of memory. */
import { expect, test } from "bun:test";
import { memory, openTempStore, PROJECT } from "../../test/temp-store.ts";
import type { Authorship } from "../memory/records/authorship.ts";
import { memoriesIn } from "../memory/sql/index.ts";
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

test("S1.18 only the user's own words are under the user's heading, whatever kind of memory it is", async () => {
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
