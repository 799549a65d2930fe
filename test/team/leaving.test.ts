/** What leaves a machine by choice, what of it is taken back with its session, and what never leaves. */

import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { knowledgeIn, memoriesIn } from "../../src/memory/sql/index.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { forgettingIn } from "../../src/team/sql/forget.ts";
import { teamIn } from "../../src/team/sql/index.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../postgres.ts";
import { superQuery } from "./handing.ts";
import { founder, member, type TeamHome } from "./team-home.ts";

const SENTENCE = "From now on the Zwiebelkuchen stays in for an hour, said Hildegard.";

async function pair(server: Postgres): Promise<AsyncDisposable & { ann: TeamHome; mia: TeamHome }> {
  const ann = await founder(server.url);
  const mia = await member(ann, "Mia");
  return {
    ann,
    mia,
    async [Symbol.asyncDispose]() {
      for (const home of [ann, mia]) await home[Symbol.asyncDispose]();
    },
  };
}

const bodies = async (server: Postgres) =>
  (
    await superQuery<{ text: string }>(
      server,
      "select convert_from(body, 'utf8') as text from pawl.record where body is not null",
    )
  )
    .map(({ text }) => text)
    .join("\n");

const filesWith = ({ dir }: TeamHome, text: string): string[] =>
  readdirSync(dir).filter((name) => readFileSync(join(dir, name)).includes(text));

async function clientFile(home: TeamHome, name: string, type: string | undefined, content: string) {
  await memoriesIn(home.store).saveMemory({
    uri: `client://${name}`,
    project: home.folder,
    content,
    origin: "model",
    status: "active",
    redaction: 1,
    author: "client",
    at: Date.now(),
    provenance: { client: { path: `/m/${name}.md`, hash: "h", mtimeMs: 1, size: 1, ...(type && { type }) } },
  });
}

describe.skipIf(hasNoPostgres())("of a shared project", () => {
  test("no session summary and no file of the client's memory leaves, and none of another member comes in", async () => {
    await using server = await startPostgres();
    await using team = await pair(server);
    const { ann, mia } = team;
    const session = { id: "s1", project: ann.folder, cwd: ann.folder, at: 1 };
    const prompts = [{ key: "p1", sessionId: "s1", at: 1, redaction: 1, text: "Round the invoice totals" }];
    await recordsIn(ann.store).record({ session, prompts });
    await recordsIn(ann.store).saveSummary({ sessionId: "s1", at: 2, text: "Rounded them.", redaction: 1 });
    for (const type of ["project", "user"]) await clientFile(ann, `about-${type}`, type, "The Quarkstrudel.");
    for (const home of [ann, mia]) await home.share();
    await ann.sync();
    expect(await bodies(server)).toBe("");
    // An earlier version, or a modified client, could send one.
    const [number] = (await ann.team.hello()).projects;
    const body = { kind: "client-memory", name: "me", type: "user", content: "Likes tea." };
    await ann.team.server.push(number?.id ?? 0, [
      {
        ...{ op: "put", id: "forged", rev: "r", seen: { x: 1 }, at: 1, keyVersion: 0 },
        body: Buffer.from(JSON.stringify(body)).toString("base64"),
      },
    ]);
    await mia.sync();
    expect((await mia.contents()).join()).not.toContain("Likes tea");
    expect(filesWith(mia, "Likes tea")).toEqual([]);
  });

  test("a memory loses the sentence that it quotes, everywhere, when its session is forgotten", async () => {
    await using server = await startPostgres();
    await using team = await pair(server);
    const { ann, mia } = team;
    await recordsIn(ann.store).record({
      session: { id: "s1", project: ann.folder, cwd: ann.folder, at: 1 },
      prompts: [{ key: "p1", sessionId: "s1", at: 1, redaction: 1, text: SENTENCE }],
    });
    const uri = "project://rules/cake";
    await memoriesIn(ann.store).saveMemory({
      uri,
      project: ann.folder,
      content: "An hour in the oven.",
      origin: "user",
      redaction: 1,
      author: "user",
      at: 2,
      provenance: { sessionId: "s1", event: "p1", at: 1, evidence: SENTENCE },
    });
    for (const home of [ann, mia]) await home.share();
    for (const home of [ann, mia]) await home.sync();
    const shown = () => memoriesIn(mia.store).memory({ uri, project: mia.folder });
    expect((await shown())?.provenance).toMatchObject({ evidence: SENTENCE, team: { author: "Ann" } });
    expect(await bodies(server)).toContain("Hildegard");

    await forgettingIn(ann.store).forget({ sessionId: "s1" }, Date.now());
    expect(filesWith(ann, "Hildegard")).toEqual([]);
    expect(await ann.sync()).toMatchObject({ pushed: 1, conflicts: 0 });
    expect(await bodies(server)).not.toContain("Hildegard");
    await mia.sync();
    expect(await shown()).toMatchObject({
      content: "An hour in the oven.",
      provenance: { team: { author: "Ann" } },
    });
    expect((await shown())?.provenance?.evidence).toBeUndefined();
    expect(filesWith(mia, "Hildegard")).toEqual([]);
    // And that is all: nobody sends it again.
    for (const home of [ann, mia, ann]) expect(await home.sync()).toMatchObject({ pushed: 0, pulled: 0 });
  });

  test("nothing personal and nothing of an excluded folder leaves, whatever it is", async () => {
    await using server = await startPostgres();
    await using team = await pair(server);
    const { ann } = team;
    await ann.remember("user://style", "Personally: the Quarkstrudel.");
    await ann.share();
    ann.excluded.add(ann.folder);
    await ann.remember("project://rules/strudel", "Excluded: the Quarkstrudel.");
    await knowledgeIn(ann.store).saveSolution({
      ...{
        project: ann.folder,
        fingerprint: "f",
        kind: "by-hand",
        toolName: "Bash",
        errorSample: "error: f",
      },
      ...{ text: "Restart the Quarkstrudel.", steps: [], source: "user", redaction: 1, at: 1 },
    });
    await clientFile(ann, "notes", "project", "The client's Quarkstrudel.");
    await ann.share();
    await ann.sync();
    expect(await superQuery(server, "select 1 from pawl.record")).toEqual([]);
    expect(await teamIn(ann.store).teamOutbox({ limit: 9 })).toEqual([]);
  });
});
