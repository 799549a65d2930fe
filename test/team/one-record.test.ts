/** One record of a shared project: taken back and shared again; and the choice between two versions. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { toDigest } from "../../src/memory/digest/build.ts";
import { BY_HAND } from "../../src/memory/records/knowledge.ts";
import { digestsIn, knowledgeIn, memoriesIn } from "../../src/memory/sql/index.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { chooseVersion, listConflicts } from "../../src/team/conflicts.ts";
import { type Shareable, setSharing, sharingOf } from "../../src/team/sharing.ts";
import { forgettingIn } from "../../src/team/sql/forget.ts";
import { hasNoPostgres, type Postgres, startPostgres } from "../postgres.ts";
import { superQuery } from "./handing.ts";
import { founder, member, PROJECT, type TeamHome } from "./team-home.ts";

async function memoryOf({ store, folder }: TeamHome, uri: string): Promise<Shareable> {
  const record = await memoriesIn(store).memory({ uri, project: folder });
  if (record === undefined) throw new Error(`no ${uri}`);
  return { kind: "memory", record };
}

const state = async (home: TeamHome, one: Shareable) => (await sharingOf([one], home.team.parts()))[0]?.state;

describe.skipIf(hasNoPostgres())("one record of a team", () => {
  let server: Postgres;
  let ann: TeamHome;
  let mia: TeamHome;
  beforeAll(async () => {
    server = await startPostgres();
    ann = await founder(server.url);
    await ann.share();
    mia = await member(ann, "Mia");
    await mia.share();
  });
  afterAll(async () => {
    for (const home of [ann, mia]) await home[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  const rounds = async () => {
    for (const home of [ann, mia, ann]) await home.sync();
  };

  test("that is taken back leaves the server and the others, stays here, and can be shared again", async () => {
    const uri = "project://rules/quark";
    await ann.remember(uri, "Quarkstrudel on Fridays.");
    expect(await state(ann, await memoryOf(ann, uri))).toBe("leaving");
    await rounds();
    expect(await state(ann, await memoryOf(ann, uri))).toBe("shared");
    expect(await sharingOf([await memoryOf(mia, uri)], mia.team.parts())).toEqual([
      { key: uri, state: "theirs", author: "Ann" },
    ]);
    await expect(setSharing(await memoryOf(mia, uri), false, mia.team.parts())).rejects.toThrow("cannot");

    await setSharing(await memoryOf(ann, uri), false, ann.team.parts());
    await rounds();
    expect(await mia.contents()).toEqual([]);
    expect(await ann.contents()).toEqual(["Quarkstrudel on Fridays."]);
    expect(await state(ann, await memoryOf(ann, uri))).toBe("private");
    const text = "select convert_from(body, 'utf8') as text from pawl.record where body is not null";
    expect(JSON.stringify(await superQuery(server, text))).not.toContain("Quarkstrudel");
    // An edit of it stays private, and so does it where another member has one of that name.
    await memoriesIn(ann.store).changeMemory(
      { uri, project: ann.folder },
      { content: "Quarkstrudel on Saturdays." },
      { at: Date.now(), author: "user" },
    );
    await mia.remember(uri, "Kuchen, says Mia.");
    await mia.sync();
    await rounds();
    expect(await mia.contents()).toEqual(["Kuchen, says Mia."]);
    expect(await ann.contents()).toEqual(["Kuchen, says Mia.", "Quarkstrudel on Saturdays."]);

    await setSharing(await memoryOf(ann, uri), true, ann.team.parts());
    await rounds();
    expect(await mia.contents()).toContain("Quarkstrudel on Saturdays.");
  });

  test("that is a solution can be taken back too, written or learned", async () => {
    const written = await knowledgeIn(ann.store).saveSolution({
      project: ann.folder,
      fingerprint: "f",
      kind: BY_HAND,
      toolName: "Bash",
      errorSample: "error: f",
      text: "Restart the proxy.",
      steps: [],
      source: "user",
      redaction: 1,
      at: 1,
    });
    const command = (at: number, text: string, ok: boolean, response: string) => ({
      ...{ key: `k${at}`, sessionId: "s1", at, redaction: 1, toolName: "Bash", ok, response, files: [] },
      input: JSON.stringify({ command: text }),
    });
    const observations = [
      command(10, "./tool.sh --all", false, "error: unknown option '--all'"),
      command(20, "./tool.sh --every", true, "done"),
    ];
    await recordsIn(ann.store).record({
      session: { id: "s1", project: ann.folder, cwd: ann.folder, at: 1 },
      observations,
    });
    const digest = toDigest(
      { sessionId: "s1", project: ann.folder, branch: undefined, prompts: [], observations, responses: [] },
      { openFailures: [] },
    );
    await digestsIn(ann.store).saveDigest(digest);
    const [failure] = digest.failures;
    if (failure?.cure === undefined) throw new Error("nothing was cured");
    const learned = await knowledgeIn(ann.store).saveSolution({
      project: ann.folder,
      fingerprint: failure.key,
      kind: failure.cure.kind,
      toolName: failure.tool,
      errorSample: failure.error,
      text: "Use --every.",
      steps: [JSON.stringify(failure.cure)],
      source: "derived",
      redaction: 1,
      at: 20,
    });
    await rounds();
    const texts = async () =>
      (await knowledgeIn(mia.store).solutions({ project: mia.folder, limit: 9 })).length;
    expect(await texts()).toBe(2);
    for (const record of [written, learned]) {
      const one = { kind: "solution", record } as const;
      expect(await state(ann, one)).toBe("shared");
      await setSharing(one, false, ann.team.parts());
      expect(await state(ann, one)).toBe("private");
    }
    await rounds();
    expect(await texts()).toBe(0);
    expect(await knowledgeIn(ann.store).solutions({ project: ann.folder, limit: 9 })).toHaveLength(2);
    for (const record of [written, learned])
      await setSharing({ kind: "solution", record }, true, ann.team.parts());
    await rounds();
    expect(await texts()).toBe(2);
  });

  test.each(["mine", "theirs"] as const)(
    "of two versions the chosen one (%s) replaces both everywhere",
    async (whose) => {
      const uri = `project://rules/${whose}`;
      // Another record stands before it: the choice must not be made of that one.
      await mia.remember("project://rules/first", `First, ${whose}.`);
      await ann.remember(uri, "Before.");
      await rounds();
      for (const [home, content] of [[ann, "By Ann."] as const, [mia, "By Mia."] as const]) {
        await memoriesIn(home.store).changeMemory(
          { uri, project: home.folder },
          { content },
          { at: Date.now(), author: "user" },
        );
      }
      await rounds();
      await mia.sync();
      const [conflict] = await listConflicts(mia.team.parts());
      expect(conflict).toMatchObject({ project: PROJECT, uri, folder: mia.folder });
      const texts = conflict?.versions.map(({ author, text }) => [author, text]);
      expect(texts?.toSorted()).toEqual([
        ["", `${uri}: By Mia.`],
        ["Ann", `${uri}: By Ann.`],
      ]);
      const chosen = conflict?.versions.find(({ author }) => (author === "") === (whose === "mine"));
      if (conflict === undefined || chosen === undefined) throw new Error("no version");
      await chooseVersion(conflict, chosen.rev, mia.team.parts());
      for (const home of [mia, ann, mia]) await home.sync();
      for (const home of [ann, mia]) {
        expect(await listConflicts(home.team.parts())).toEqual([]);
        const all = await home.contents();
        expect(all).toContain(`First, ${whose}.`);
        expect(all.filter((text) => text.startsWith("By "))).toEqual([
          whose === "mine" ? "By Mia." : "By Ann.",
        ]);
        await forgettingIn(home.store).forget({ uri, project: home.folder }, Date.now());
        await home.sync();
      }
      await expect(chooseVersion(conflict, chosen.rev, mia.team.parts())).rejects.toThrow(
        "not there any more",
      );
    },
  );
});
