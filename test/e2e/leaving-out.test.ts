/** What people want left out is not recorded, whatever way it comes; what is deleted is shown first. */
import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch, runClaude } from "./harness/client.ts";
import { callTool, say, startModel } from "./harness/model.ts";
import { createPawl, eventually, type Pawl } from "./pawl.ts";

const LIMIT = 180_000;

const sessions = async (pawl: Pawl) =>
  (await pawl.json<{ sessions: { id: string }[] }>(["sessions"])).sessions.map(({ id }) => id);

test(
  "an excluded project is recorded neither by hooks, nor from its transcript, nor by an import",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const { home, project } = scratch;
    await pawl.run(["install"]);
    await pawl.run(["up", "--no-open"]);
    expect(await pawl.json(["exclude", project])).toEqual({ exclude: [project] });
    await using model = startModel([callTool("Bash", { command: "echo hidden" }), say("Hidden answer.")]);
    const run = await runClaude({
      home,
      cwd: project,
      model,
      prompt: "Hidden question",
      allowedTools: ["Bash"],
      env: pawl.env,
    });
    expect(run.sessionId).not.toBe("");
    expect(await sessions(pawl)).toEqual([]);
    await pawl.run(["import"]);
    expect(await sessions(pawl)).toEqual([]);
    for (const file of ["pawl.db", "pawl.db-wal"])
      expect(readFileSync(join(pawl.home, file), "latin1").includes("Hidden")).toBe(false);
    expect(model.mainRequests().some(({ text }) => text.includes("<pawl-context>"))).toBe(false);

    // Recorded again from here on, and what was before can be imported by hand.
    expect(await pawl.json(["exclude", project, "--remove"])).toEqual({ exclude: [] });
    await using next = startModel([say("Seen answer.")]);
    const seen = await runClaude({ home, cwd: project, model: next, prompt: "Seen question", env: pawl.env });
    expect(await sessions(pawl)).toContain(seen.sessionId);
  },
  LIMIT,
);

test(
  "forget lists what goes, takes a short id, and previews what retention would delete",
  async () => {
    await using scratch = await createScratch();
    await using pawl = await createPawl(scratch);
    await pawl.run(["up"]);
    const event = (id: string, prompt: string) =>
      JSON.stringify({ hook_event_name: "UserPromptSubmit", session_id: id, cwd: scratch.project, prompt });
    await pawl.run(["hook"], { stdin: event("1111aaaa-0000-4000-8000-000000000000", "About the zebra") });
    await pawl.run(["hook"], { stdin: event("2222bbbb-0000-4000-8000-000000000000", "About the lion") });
    // A hook that a busy daemon does not answer in time leaves its event for later.
    const both = async () => (await pawl.json<{ sessions: unknown[] }>(["sessions"])).sessions.length === 2;
    expect(await eventually(both)).toBe(true);
    const shown = await pawl.run(["forget", "--session", "1111"]);
    expect(shown.stdout).toContain("1111aaaa  About the zebra");
    expect(shown.stdout).not.toContain("lion");
    const preview = await pawl.json<{ items: { kind: string; title: string }[] }>([
      "forget",
      "--match",
      "lion",
    ]);
    // The prompt was all that the session had: it goes as well.
    expect(preview.items).toMatchObject([{ kind: "session", title: "About the lion" }]);
    // The same short id over HTTP, as the page sends it.
    const headers = { Authorization: `Bearer ${await pawl.token()}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ selector: { session: "1111aaaa" } });
    const answer = await (await fetch(`${pawl.url}/api/forget`, { method: "POST", headers, body })).json();
    expect(answer).toMatchObject({ counts: { sessions: 1, prompts: 1 }, items: [{ kind: "session" }] });

    expect((await pawl.run(["forget", "--retention"])).stdout).toContain("No matches");
    writeFileSync(
      join(pawl.home, "config.json"),
      JSON.stringify({ retention: { megabytes: 1, days: 10_000 } }),
    );
    expect(await pawl.json(["forget", "--retention"])).toMatchObject({ deleted: 0 });
    expect(await pawl.json(["forget", "--session", "1111", "--yes"])).toMatchObject({
      counts: { sessions: 1 },
    });
    expect(await sessions(pawl)).toEqual(["2222bbbb-0000-4000-8000-000000000000"]);
  },
  LIMIT,
);
