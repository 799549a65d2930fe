/** Forgetting on one machine: the bytes are gone from the server's tables and from every other machine's files. */

import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toDigest } from "../../src/memory/digest/build.ts";
import { digestsIn, knowledgeIn, memoriesIn } from "../../src/memory/sql/index.ts";
import { searchIn } from "../../src/search/sql/index.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { derive } from "../../src/team/derive.ts";
import { forgettingIn } from "../../src/team/sql/forget.ts";
import { teamIn } from "../../src/team/sql/index.ts";
import { hasNoPostgres, startPostgres } from "../postgres.ts";
import { founder, member, type TeamHome } from "./team-home.ts";

const WORD = "Zwiebelkuchen";

/** Files of the machine that hold the text, in any case. */
function filesWith(home: TeamHome, text: string): string[] {
  const forms = [text, text.toLowerCase()].map((form) => Buffer.from(form));
  return readdirSync(home.dir).filter((name) => {
    const bytes = readFileSync(join(home.dir, name));
    return forms.some((form) => bytes.includes(form));
  });
}

describe.skipIf(hasNoPostgres())("forgetting in a team", () => {
  test("leaves no byte of a memory, its history and its injections on any machine, and no row on the server", async () => {
    await using server = await startPostgres();
    await using ann = await founder(server.url);
    await using mia = await member(ann, "Mia");
    await using ben = await member(ann, "Ben");
    for (const home of [ann, mia, ben]) await home.share();
    const uri = "project://recipes/backofen-cake";
    await ann.remember(uri, `The ${WORD} needs an hour.`);
    await ann.remember(uri, `The ${WORD} needs two hours.`);
    await ann.remember("project://recipes/soup", "The soup needs an hour.");
    for (const home of [ann, mia, ben]) await home.sync();
    // Changed by another, so that there is a history, and injected.
    await memoriesIn(mia.store).changeMemory(
      { uri, project: mia.folder },
      { content: `${WORD}: three hours.` },
      { at: Date.now(), author: "user" },
    );
    for (const home of [mia, ann, ben]) await home.sync();
    await recordsIn(ben.store).addInjection({
      sessionId: "s",
      event: "SessionStart",
      at: 1,
      text: `${uri}: “${WORD}: three hours.” (Mia, today)`,
      tokens: 9,
      sources: [{ uri, type: "memory", reason: "core", tokens: 9 }],
    });
    expect(await searchIn(ben.store).search({ text: WORD, limit: 5 })).toHaveLength(1);
    for (const home of [ann, mia, ben]) expect(filesWith(home, WORD)).not.toEqual([]);

    await forgettingIn(ann.store).forget({ uri, project: ann.folder }, Date.now());
    // At once here, before any server is asked.
    expect(filesWith(ann, WORD)).toEqual([]);
    for (const home of [ann, mia, ben]) await home.sync();
    for (const home of [ann, mia, ben]) {
      expect(filesWith(home, WORD)).toEqual([]);
      // Its name is made of words too.
      expect(filesWith(home, "backofen")).toEqual([]);
      expect(await home.contents()).toEqual(["The soup needs an hour."]);
    }
    const sql = new Bun.SQL(server.superUrl, { prepare: false, max: 1 });
    const rows = (await sql.unsafe(
      "select r::text as row, convert_from(body, 'utf8') as body from pawl.record r",
    )) as { row: string; body: string | null }[];
    const hex = Buffer.from(WORD).toString("hex");
    for (const { row, body } of rows) expect(`${row} ${body}`).not.toMatch(new RegExp(`${WORD}|${hex}`, "i"));
    // What an administrator runs to have it out of the server's files too.
    await sql.unsafe("vacuum full pawl.record");
    await sql.unsafe("checkpoint");
    await sql.close();
    await server.stop();
    const base = join(server.dir, "data", "base");
    const held = readdirSync(base, { recursive: true, encoding: "utf8" }).filter((name) => {
      const path = join(base, name);
      return existsSync(path) && /\/\d/.test(name) && readFileSync(path).includes(WORD);
    });
    expect(held).toEqual([]);
  }, 120_000);

  test("of a session takes back what was learned from it", async () => {
    await using server = await startPostgres();
    await using ann = await founder(server.url);
    await using mia = await member(ann, "Mia");
    const command = (at: number, text: string, ok: boolean, response: string) => ({
      key: `k${at}`,
      sessionId: "s1",
      at,
      redaction: 1,
      toolName: "Bash",
      ok,
      input: JSON.stringify({ command: text }),
      response,
      files: [],
    });
    const observations = [
      command(10, `./${WORD}.sh --all`, false, "error: unknown option '--all'"),
      command(20, `./${WORD}.sh --every`, true, "done"),
    ];
    await recordsIn(ann.store).record({
      session: { id: "s1", project: ann.folder, cwd: ann.folder, at: 1 },
      observations,
    });
    await ann.share();
    await mia.share();
    const digest = toDigest(
      { sessionId: "s1", project: ann.folder, branch: undefined, prompts: [], observations, responses: [] },
      { openFailures: [] },
    );
    await digestsIn(ann.store).saveDigest(digest);
    expect(derive([digest])).toMatchObject([{ body: { kind: "solution" } }]);
    await ann.sync();
    await mia.sync();
    expect((await teamIn(mia.store).teamKnowledge(mia.folder))?.sessions[0]).toMatchObject({ author: "Ann" });
    expect((await knowledgeIn(mia.store).solutions({ project: mia.folder, limit: 5 }))[0]?.text).toContain(
      WORD,
    );
    await forgettingIn(ann.store).forget({ sessionId: "s1" }, Date.now());
    expect(filesWith(ann, WORD)).toEqual([]);
    await ann.sync();
    await mia.sync();
    expect(filesWith(mia, WORD)).toEqual([]);
    expect(await teamIn(mia.store).teamKnowledge(mia.folder)).toEqual({
      sessions: [],
      pitfalls: [],
      commands: [],
    });
    // The same failure may teach the same again.
    await recordsIn(ann.store).record({
      session: { id: "s2", project: ann.folder, cwd: ann.folder, at: 100 },
      observations: [],
    });
    await digestsIn(ann.store).saveDigest({ ...digest, sessionId: "s2" });
    await ann.sync();
    await mia.sync();
    expect((await teamIn(mia.store).teamKnowledge(mia.folder))?.sessions).toHaveLength(1);
  }, 120_000);
});
