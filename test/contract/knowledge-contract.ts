import { describe, expect, test } from "bun:test";
import type { SolutionDraft } from "../../src/memory/records/knowledge.ts";
import { knowledgeIn } from "../../src/memory/sql/index.ts";
import { searchIn } from "../../src/search/sql/index.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { observation, seen as seenSession } from "./fixtures.ts";
import type { Opened } from "./opened.ts";

const ONE = "/projects/one";
const TWO = "/projects/two";

export function solution(text: string, more: Partial<SolutionDraft> = {}): SolutionDraft {
  return {
    project: ONE,
    fingerprint: "bash: cannot find module <path>",
    kind: "missing-module",
    toolName: "Bash",
    errorSample: "Cannot find module './heron'",
    text,
    steps: ["npm install"],
    source: "derived",
    redaction: 1,
    at: 1_000,
    ...more,
  };
}

const seen = (key: string, at = 1_000) => ({ key, sessionId: "s1", at });

export function knowledgeContract(opened: Opened): void {
  describe("solutions", () => {
    test("S1.6 a solution is stored once per error and text, and found by the error's fingerprint", async () => {
      const store = opened.store();
      const first = await knowledgeIn(store).saveSolution(
        solution("install it", { provenance: { sessionId: "s1", event: "e1" } }),
      );
      const again = await knowledgeIn(store).saveSolution(solution("install it", { at: 5_000 }));
      expect(again).toEqual({ ...first, lastSeenAt: 5_000 });
      expect(first).toMatchObject({ steps: ["npm install"], successes: 0, failures: 0, createdAt: 1_000 });
      await knowledgeIn(store).saveSolution(solution("another way"));
      await knowledgeIn(store).saveSolution(solution("elsewhere", { project: TWO }));
      await knowledgeIn(store).saveSolution(solution("everywhere", { project: "" }));
      const texts = async (project: string) =>
        (await knowledgeIn(store).solutionsFor("bash: cannot find module <path>", project))
          .map(({ text }) => text)
          .sort();
      expect(await texts(ONE)).toEqual(["another way", "everywhere", "install it"]);
      expect(await texts(TWO)).toEqual(["elsewhere", "everywhere"]);
      expect(await knowledgeIn(store).solutionsFor("something else", ONE)).toEqual([]);
      expect(await recordsIn(store).stats()).toMatchObject({ solutions: 4 });
      expect(await searchIn(store).get([first.id])).toEqual([
        { id: first.id, type: "solution", record: again },
      ]);
    });

    test("a solution over 64 kB is refused, its steps and its error included", async () => {
      const store = opened.store();
      const kilobytes = (n: number) => "x".repeat(n * 1024);
      const refused = { code: "solution_invalid", message: expect.stringContaining("64 kB") };
      await knowledgeIn(store).saveSolution(solution("fits", { steps: [kilobytes(30), kilobytes(30)] }));
      await expect(
        knowledgeIn(store).saveSolution(solution("steps", { steps: [kilobytes(33), kilobytes(33)] })),
      ).rejects.toMatchObject(refused);
      await expect(
        knowledgeIn(store).saveSolution(solution("error", { errorSample: kilobytes(65) })),
      ).rejects.toMatchObject(refused);
      await expect(knowledgeIn(store).saveSolution(solution("  "))).rejects.toMatchObject({
        code: "solution_invalid",
      });
      await expect(
        knowledgeIn(store).saveSolution(solution("x", { fingerprint: " " })),
      ).rejects.toMatchObject({
        code: "solution_invalid",
      });
      expect(await recordsIn(store).stats()).toMatchObject({ solutions: 1 });
    });

    test("solutions that worked more often come first, and the same occurrence counts once", async () => {
      const store = opened.store();
      const bad = await knowledgeIn(store).saveSolution(solution("bad", { at: 3_000 }));
      const good = await knowledgeIn(store).saveSolution(solution("good"));
      await knowledgeIn(store).saveSolution(solution("untried", { at: 2_000 }));
      for (const key of ["a", "b", "b"])
        await knowledgeIn(store).countSolution(good.id, "success", seen(key, 4_000));
      await knowledgeIn(store).countSolution(good.id, "failure", seen("c"));
      await knowledgeIn(store).countSolution(bad.id, "failure", seen("a"));
      const best = await knowledgeIn(store).solutionsFor(good.fingerprint, ONE);
      expect(best.map(({ text, successes, failures }) => [text, successes, failures])).toEqual([
        ["good", 2, 1],
        ["untried", 0, 0],
        ["bad", 0, 1],
      ]);
      expect(best[0]?.lastSeenAt).toBe(4_000);
      await expect(
        knowledgeIn(store).countSolution("solution-999", "success", seen("a")),
      ).rejects.toMatchObject({
        code: "solution_unknown",
      });
      await expect(knowledgeIn(store).countSolution("nonsense", "success", seen("a"))).rejects.toMatchObject({
        code: "solution_unknown",
      });
    });

    test("lists apply their filters, search finds solutions, and a removed one is gone", async () => {
      const store = opened.store();
      const one = await knowledgeIn(store).saveSolution(solution("feed the pelican"));
      await knowledgeIn(store).saveSolution(solution("x", { kind: "type", toolName: "Edit" }));
      await knowledgeIn(store).saveSolution(solution("y", { project: TWO }));
      const texts = async (filter: object) =>
        (await knowledgeIn(store).solutions({ limit: 9, ...filter })).map(({ text }) => text).sort();
      expect(await texts({})).toEqual(["feed the pelican", "x", "y"]);
      expect(await texts({ project: ONE, kind: "type" })).toEqual(["x"]);
      expect(await texts({ toolName: "Bash", project: TWO })).toEqual(["y"]);
      expect(await texts({ limit: 1 })).toHaveLength(1);
      expect(await searchIn(store).search({ text: "pelican", project: ONE, limit: 9 })).toMatchObject([
        { id: one.id, type: "solution", snippet: "feed the pelican" },
      ]);
      expect(await searchIn(store).search({ text: "heron", type: "solution", limit: 9 })).toHaveLength(3);
      expect(await searchIn(store).search({ text: "pelican", project: TWO, limit: 9 })).toEqual([]);
      expect(await knowledgeIn(store).removeSolution(one.id)).toBe(true);
      expect(await knowledgeIn(store).removeSolution(one.id)).toBe(false);
      expect(await searchIn(store).search({ text: "pelican", limit: 9 })).toEqual([]);
    });

    test.each([
      ["no error", { fingerprint: " " }],
      ["no words", { text: "" }],
      ["a megabyte", { errorSample: "x".repeat(1 << 20) }],
    ])("with %s it is refused", async (_, bad) => {
      await expect(knowledgeIn(opened.store()).saveSolution(solution("do it", bad))).rejects.toMatchObject({
        name: "PawlError",
        code: "solution_invalid",
      });
      expect(await recordsIn(opened.store()).stats()).toMatchObject({ solutions: 0 });
    });
  });

  describe("other learned records", () => {
    test("S1.8 permission decisions are newest first, by tool, subject and decision, once each", async () => {
      const store = opened.store();
      const decide = (key: string, at: number, decision: "allow" | "deny", more: object = {}) => {
        const about = { project: ONE, sessionId: "s1", toolName: "Bash", subject: "rm" };
        return knowledgeIn(store).addPermission({ key, at, decision, ...about, ...more });
      };
      await decide("a", 1, "deny");
      await decide("a", 1, "allow");
      await decide("b", 2, "allow", { subject: "npm" });
      await decide("c", 3, "deny", { toolName: "Write", subject: "src" });
      await decide("d", 4, "deny", { project: TWO });
      const keys = async (filter: object) =>
        (await knowledgeIn(store).permissions({ project: ONE, limit: 9, ...filter })).map(({ key }) => key);
      expect(await keys({})).toEqual(["c", "b", "a"]);
      expect(await keys({ toolName: "Bash", subject: "rm" })).toEqual(["a"]);
      expect(await keys({ decision: "deny", limit: 1 })).toEqual(["c"]);
      expect((await knowledgeIn(store).permissions({ project: TWO, limit: 1 }))[0]).toMatchObject({
        decision: "deny",
        sessionId: "s1",
      });
    });

    test("S1.8 a refusal carries the reason that the user gave, read from the call itself", async () => {
      const store = opened.store();
      const response =
        "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nnever push from here, open a PR";
      const call = observation("s1", 5, { toolName: "Bash", ok: false, response });
      await recordsIn(store).record({
        session: seenSession("s1", 5, { project: ONE }),
        observations: [call],
      });
      const about = { project: ONE, sessionId: "s1", toolName: "Bash", subject: "git push" } as const;
      await knowledgeIn(store).addPermission({ key: call.key, at: 5, decision: "deny", ...about });
      await knowledgeIn(store).addPermission({ key: "other", at: 6, decision: "allow", ...about });
      const found = await knowledgeIn(store).permissions({ limit: 9 });
      expect(found.map(({ reason }) => reason)).toEqual([undefined, "never push from here, open a PR"]);
    });

    test("S1.8 the answers about a kind of call can be removed, and learning them again brings none back", async () => {
      const store = opened.store();
      const about = {
        project: ONE,
        sessionId: "s1",
        toolName: "Bash",
        subject: "rm",
        decision: "deny",
      } as const;
      await knowledgeIn(store).addPermission({ key: "a", at: 1, ...about });
      await knowledgeIn(store).addPermission({ key: "b", at: 2, ...about });
      await knowledgeIn(store).addPermission({ key: "c", at: 3, ...about, subject: "npm" });
      expect(await knowledgeIn(store).removePermissions(about, 9)).toBe(2);
      expect(await knowledgeIn(store).removePermissions(about, 9)).toBe(0);
      await knowledgeIn(store).addPermission({ key: "a", at: 1, ...about });
      expect((await knowledgeIn(store).permissions({ limit: 9 })).map(({ key }) => key)).toEqual(["c"]);
      // A new answer is a new one.
      await knowledgeIn(store).addPermission({ key: "d", at: 10, ...about });
      expect(await knowledgeIn(store).permissions({ limit: 9 })).toHaveLength(2);
    });
  });
}
