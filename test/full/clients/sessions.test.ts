/** Real clients against a scripted model: every call once, context, refusals, resume, import, and a removed program. */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createScratch, type Scratch } from "../../e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../../e2e/pawl.ts";
import { PLAYED, type Played, type PlayedClient } from "./play.ts";

const LIMIT_MS = 600_000;

interface SessionJson {
  client: string;
  prompts: { text: string }[];
  observations: { toolName: string; ok: boolean; input: string; files: string[] }[];
  responses: { text: string }[];
}

const whole = (pawl: Pawl, id: string) => pawl.json<SessionJson>(["session", id]);
const calls = ({ observations }: SessionJson) =>
  observations.map(({ toolName, ok }) => `${toolName} ${ok}`).sort();

async function sessionIds(pawl: Pawl): Promise<string[]> {
  const { sessions } = await pawl.json<{ sessions: { id: string }[] }>(["sessions"]);
  return sessions.map(({ id }) => id);
}

const textsOf = (client: PlayedClient, { home }: Scratch) =>
  client.files.map((file) => {
    const path = join(home, file);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  });

/** What the first request has of Pawl. Gemini CLI escapes the brackets. */
const injected = ({ requests }: Played) =>
  /(?:<|&lt;)pawl-context.*?\/pawl-context/.exec(requests[0] ?? "")?.[0] ?? "";

for (const client of PLAYED) {
  test(
    `${client.title}: each call once, failures as failures, the next session is given the first, the import is equal`,
    async () => {
      await using scratch = await createScratch({ git: true });
      await using pawl = await createPawl(scratch);
      client.prepare(scratch);
      const before = textsOf(client, scratch);
      const installed = await pawl.run(["install", "--client", client.short]);
      // On its own port: the client's environment does not name it.
      await pawl.run(["up"]);
      expect(installed).toMatchObject({ exitCode: 0, stderr: "" });
      expect(textsOf(client, scratch)).not.toEqual(before);

      const notes = join(scratch.project, "notes.md");
      const turns = [
        client.run("echo twice"),
        client.run("echo twice"),
        client.run("ls /nonexistent-anywhere"),
        client.write(notes, "Totals are rounded per line.\n"),
        client.read(notes),
        client.read(join(scratch.project, "missing.md")),
        { text: "The totals are rounded per line now." },
      ];
      const first = await client.play(scratch, turns, "Round the totals per line");
      expect(first).toMatchObject({ exitCode: 0 });
      expect(first.output).toContain("The totals are rounded per line now.");

      const EXPECTED = ["Bash false", "Bash true", "Bash true", "Read false", "Read true", "Write true"];
      const [id = ""] = await sessionIds(pawl);
      await eventually(async () => {
        const { responses, observations } = await whole(pawl, id);
        return responses.length > 0 && observations.length >= 6;
      });
      const recorded = await whole(pawl, id);
      expect(recorded.client).toBe(client.name);
      expect(calls(recorded)).toEqual(EXPECTED);
      expect(recorded.prompts.map(({ text }) => text)).toEqual(["Round the totals per line"]);
      expect(recorded.responses.map(({ text }) => text)).toEqual(["The totals are rounded per line now."]);
      expect(recorded.observations.find(({ toolName }) => toolName === "Write")?.files).toEqual([notes]);

      // The transcript is read again, and adds nothing.
      expect((await pawl.run(["import", "--client", client.short])).exitCode).toBe(0);
      expect(await whole(pawl, id)).toEqual(recorded);

      const second = await client.play(scratch, [{ text: "Nothing to do." }], "What about the totals?");
      expect(injected(second)).toContain(`Session ${id.slice(0, 8)} · Changed: notes.md`);

      const resumed = await client.play(scratch, [{ text: "Still rounded." }], "And now?", id);
      expect(resumed.exitCode).toBe(0);
      await eventually(async () => (await whole(pawl, id)).prompts.length === 2);

      // Without any hook's record, the import alone gives the same.
      await using fresh = await createPawl(scratch, { folder: "fresh" });
      expect((await fresh.run(["import", "--client", client.short])).exitCode).toBe(0);
      expect(calls(await whole(fresh, id))).toEqual(EXPECTED);
      const texts = ({ prompts, responses }: SessionJson) =>
        [...prompts, ...responses].map(({ text }) => text).sort();
      expect(texts(await whole(fresh, id))).toEqual(texts(await whole(pawl, id)));

      expect((await pawl.run(["uninstall", "--client", client.short])).exitCode).toBe(0);
      expect(textsOf(client, scratch)).toEqual(before);
    },
    LIMIT_MS,
  );

  test(
    `${client.title}: a rule refuses in its words, and without Pawl's program the user can work`,
    async () => {
      await using scratch = await createScratch({ git: true });
      await using pawl = await createPawl(scratch);
      client.prepare(scratch);
      mkdirSync(pawl.home, { recursive: true });
      const permissions = { deny: ['tool_input.file_path matches "**/secrets/**"'] };
      writeFileSync(join(pawl.home, "config.json"), JSON.stringify({ port: pawl.port, permissions }));
      await pawl.run(["install", "--client", client.short]);
      // On its own port: the client's environment does not name it.
      await pawl.run(["up"]);

      const secret = join(scratch.project, "secrets", "key.txt");
      const open = join(scratch.project, "open.txt");
      const turns = [client.write(secret, "x\n"), client.write(open, "x\n"), { text: "Done." }];
      mkdirSync(join(scratch.project, "secrets"));
      const refused = await client.play(scratch, turns, "Write both files");
      expect(refused.exitCode).toBe(0);
      expect([existsSync(secret), existsSync(open)]).toEqual([false, true]);
      expect(refused.requests[1]).toContain("Refused by the user's rule in Pawl's configuration");

      // All of Pawl is gone: no hook refuses, and no hook's error is shown.
      await pawl.run(["down"]);
      rmSync(pawl.home, { recursive: true, force: true });
      rmSync(open);
      const after = await client.play(scratch, [client.write(open, "y\n"), { text: "Done." }], "Once more");
      expect(after.exitCode).toBe(0);
      expect(existsSync(open)).toBe(true);
      expect(after.output).not.toMatch(/hook.{0,40}(errored|failed)/i);
    },
    LIMIT_MS,
  );
}

test(
  "what one client learns reaches the other, and doctor speaks of the connected ones only",
  async () => {
    await using scratch = await createScratch({ git: true });
    await using pawl = await createPawl(scratch);
    const [one, other] = PLAYED;
    if (one === undefined || other === undefined) throw new Error("two clients");
    for (const client of [one, other]) {
      client.prepare(scratch);
      await pawl.run(["install", "--client", client.short]);
      // On its own port: the client's environment does not name it.
      await pawl.run(["up"]);
    }
    const notes = join(scratch.project, "notes.md");
    await one.play(scratch, [one.write(notes, "x\n"), { text: "Written." }], "Write the notes");
    const [id = ""] = await sessionIds(pawl);
    const told = await other.play(scratch, [{ text: "Nothing to do." }], "What about the notes?");
    expect(injected(told)).toContain(`Session ${id.slice(0, 8)} · Changed: notes.md`);

    const { checks } = await pawl.json<{ checks: { name: string; ok: boolean; message: string }[] }>([
      "doctor",
    ]);
    const named = (name: string) => checks.find((check) => check.name === name);
    expect(named("hooks")).toMatchObject({ ok: true, message: `connected to ${one.title}, ${other.title}` });
    expect(named(one.name)).toMatchObject({
      ok: true,
      message: expect.stringContaining("tested with Gemini CLI 0.61.0"),
    });
  },
  LIMIT_MS,
);
