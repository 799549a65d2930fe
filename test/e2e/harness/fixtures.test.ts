import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { HOOK_EVENTS } from "@anthropic-ai/claude-agent-sdk";
import { Glob } from "bun";

const FOLDER = resolve(import.meta.dir, "../../fixtures/events");
const names = [...new Glob("*.json").scanSync(FOLDER)].sort();

describe("recorded hook inputs", () => {
  test("every event of the client has at least one", () => {
    const events = new Set(names.map((name) => name.split(".")[0] ?? ""));
    expect([...events].sort()).toEqual([...HOOK_EVENTS].sort());
  });

  test.each(names)(
    "%s contains the event it is named after and no trace of the recording machine",
    async (name) => {
      const text = await Bun.file(resolve(FOLDER, name)).text();
      const input = JSON.parse(text) as Record<string, unknown>;
      expect(input.hook_event_name).toBe(name.split(".")[0]);
      expect(String(input.session_id)).toStartWith("00000000-");
      expect(String(input.transcript_path)).toStartWith("/home/dev/.claude/projects/");
      expect(text).not.toMatch(/\/tmp\/|\/root\/|pawl-e2e|\/work\//);
    },
  );
});
