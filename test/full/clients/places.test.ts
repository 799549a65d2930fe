/** Where a hook's context reaches the model of each client, and what becomes of a compaction. docs/clients.md says the same. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch } from "../../e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../../e2e/pawl.ts";
import { PLAYED } from "./play.ts";

const LIMIT_MS = 600_000;

function eventsIn({ home }: Pawl): string[] {
  using database = new Database(join(home, "pawl.db"), { readonly: true });
  return database
    .query<{ event: string }, []>("select event from texts where event is not null")
    .all()
    .map(({ event }) => event);
}

const EVENTS = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure"];

for (const client of PLAYED)
  test(
    `${client.title}: context reaches the model at its places and no others; a compaction is recorded`,
    async () => {
      await using scratch = await createScratch({ git: true });
      await using pawl = await createPawl(scratch);
      client.prepare(scratch);
      mkdirSync(pawl.home, { recursive: true });
      const says = (prompt: string, matcher = "") => [{ matcher, hooks: [{ type: "prompt", prompt }] }];
      const hooks: Record<string, object[]> = Object.fromEntries(
        EVENTS.map((event) => [event, says(`CTX-${event}.`)]),
      );
      hooks.PreCompact = [{ matcher: "", hooks: [{ type: "command", command: "echo CTX-PreCompact." }] }];
      hooks.SessionStart = [
        ...says("CTX-SessionStart.", "startup|resume"),
        ...says("CTX-compact.", "compact"),
      ];
      writeFileSync(join(pawl.home, "config.json"), JSON.stringify({ port: pawl.port, hooks }));
      await pawl.run(["install", "--client", client.short]);
      await pawl.run(["up"]);

      const turns = [
        client.run("echo fine"),
        client.read(join(scratch.project, "none.md")),
        { text: "Done." },
      ];
      const played = await client.play(scratch, turns, "Say something");
      const last = played.requests.at(-1) ?? "";
      expect(EVENTS.filter((event) => last.includes(`CTX-${event}.`))).toEqual(client.contexts);

      const { sessions } = await pawl.json<{ sessions: { id: string }[] }>(["sessions"]);
      const [{ id } = { id: "" }] = sessions;
      const compacted = await client.compact(scratch, id);
      await pawl.run(["import", "--client", client.short]);
      await eventually(async () => eventsIn(pawl).includes("compact_summary"));
      if (client.name !== "opencode") return;
      expect(compacted.aside.some((request) => request.includes("CTX-PreCompact."))).toBe(true);
      expect(compacted.requests.at(-1)).toContain("CTX-compact.");
    },
    LIMIT_MS,
  );
