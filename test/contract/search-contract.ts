import { describe, expect, test } from "bun:test";
import { searchIn } from "../../src/search/sql/index.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { asked, event, observation, prompt, response, seen } from "./fixtures.ts";
import { hostileQueries } from "./hostile-queries.ts";
import type { Opened } from "./opened.ts";

/** Text, then queries that must find it, then queries that must not. */
export const FINDS: readonly [string, string[], string[]][] = [
  [
    "call parseHookInput twice",
    [
      "parseHookInput",
      "parsehookinput",
      "parseHook",
      "hookInput",
      "hook input",
      "hook_input",
      "HOOK",
      "PARSEHOOK",
    ],
    ["arse", "ook", "xylophone"],
  ],
  ["the HTTPServer2 class", ["http server", "httpserver", "HTTPServer2", "server2"], ["erver", "3"]],
  ["set max_retry_count here", ["max_retry_count", "retry", "retry count", "maxRetryCount"], ["maxi"]],
  ["the kebab-case-name flag", ["kebab-case-name", "kebab", "case-name", "--kebab"], ["skewer-only"]],
  [
    "see src/store/open-it.test.ts:42",
    ["src/store/open-it.test.ts", "open-it.test.ts", "store/open", "42"],
    ["43"],
  ],
  ["C:\\Users\\Ann\\notes.md", ["C:\\Users\\Ann\\notes.md", "notes.md", "ann"], ["bob"]],
  ["error TS2345 at 10.0.0.1, status 404", ["TS2345", "ts2345", "404", "10.0.0.1"], ["405"]],
  ["commit 3f2a9bc1d4e5f60718", ["3f2a9bc1d4e5f60718", "3f2a9bc1"], ["9bc1"]],
  ["ran two migrations", ["migration", "migrations", "migr"], ["immigration"]],
  ["Crème brûlée, naïve", ["creme", "brûlée", "NAIVE"], ["crime"]],
  ["数据库迁移失败了", ["数据库", "迁移", "失败", "败", "数据库迁移失败"], ["库数", "成功"]],
  ["データベースの移行に失敗しました", ["データベース", "移行", "失敗"], ["成功"]],
  [
    "데이터베이스 마이그레이션을 실행했다",
    ["데이터베이스", "마이그레이션", "실행", "데이터"],
    ["스이베", "삭제"],
  ],
  ["ｆｕｌｌｗｉｄｔｈ text", ["fullwidth"], ["half"]],
  ["Проверка базы данных", ["проверка", "БАЗЫ"], ["ошибка"]],
];

export function searchContract(opened: Opened): void {
  const titles = async (text: string, more: object = {}) =>
    (await searchIn(opened.store()).search({ text, limit: 20, ...more })).map((hit) => hit.title);

  describe("search", () => {
    test.each(FINDS)("%p is found by its words, and by no others", async (text, finds, misses) => {
      await recordsIn(opened.store()).record(asked("s1", 1, text));
      await recordsIn(opened.store()).record(asked("s2", 2, "something else entirely"));
      for (const query of finds)
        expect({ query, found: await titles(query) }).toEqual({ query, found: [text] });
      for (const query of misses) expect({ query, found: await titles(query) }).toEqual({ query, found: [] });
    });

    test("a hit has its type, source and snippet", async () => {
      const call = observation("s1", 7, {
        toolName: "Edit",
        input: JSON.stringify({
          file_path: "src/x.ts",
          old_string: `${"before ".repeat(60)}needle${" after".repeat(60)}`,
        }),
        files: ["src/x.ts"],
        response: "ok",
      });
      await recordsIn(opened.store()).record({ session: seen("s1", 7), observations: [call] });
      const [hit] = await searchIn(opened.store()).search({ text: "needle", limit: 1 });
      expect(hit).toMatchObject({
        type: "observation",
        project: "/projects/one",
        sessionId: "s1",
        at: 7,
        title: "Edit src/x.ts",
      });
      expect(hit?.snippet).toContain("needle");
      expect(hit?.snippet.length).toBeLessThanOrEqual(162);
      expect(hit?.id).not.toBe("");
    });

    test("every kind is found: prompt, tool, file, input, output, response, summary", async () => {
      const store = opened.store();
      await recordsIn(store).record({
        session: seen("s1", 1),
        prompts: [prompt("s1", 1, "promptword")],
        observations: [
          observation("s1", 2, {
            toolName: "WebFetch",
            files: ["docs/fileword.md"],
            input: JSON.stringify({ deep: [{ er: "line\ninputword" }] }),
            response: "answerword",
          }),
        ],
        responses: [response("s1", 3, "responseword")],
      });
      await recordsIn(store).saveSummary({ sessionId: "s1", at: 4, text: "summaryword", redaction: 1 });
      const types = {
        promptword: "prompt",
        WebFetch: "observation",
        fileword: "observation",
        inputword: "observation",
        answerword: "observation",
        responseword: "response",
        summaryword: "summary",
      };
      for (const [text, type] of Object.entries(types)) {
        const hits = await searchIn(store).search({ text, limit: 9 });
        expect(`${text}: ${hits.map((hit) => hit.type)}`).toBe(`${text}: ${type}`);
      }
    });

    test("S1.9 a notification is found by its words, as its own type; an idle one and other events are not", async () => {
      const store = opened.store();
      const notice = (at: number, body: object, name = "Notification") => ({
        ...event("s1", at, name),
        body: JSON.stringify(body),
      });
      await recordsIn(store).record({
        session: seen("s1", 1),
        prompts: [prompt("s1", 1, "hello")],
        events: [
          notice(2, { message: "Deploy of the heronry failed", notification_type: "agent_message" }),
          notice(3, { message: "heronry waits", notification_type: "idle_prompt" }),
          notice(4, { message: "heronry" }, "Stop"),
        ],
      });
      const [hit, ...more] = await searchIn(store).search({ text: "heronry", limit: 9 });
      expect(more).toEqual([]);
      expect(hit).toMatchObject({ type: "notification", at: 2, title: "Deploy of the heronry failed" });
      expect(await searchIn(store).search({ text: "heronry", type: "notification", limit: 9 })).toHaveLength(
        1,
      );
      expect(await searchIn(store).search({ text: "heronry", type: "prompt", limit: 9 })).toEqual([]);
      expect(await searchIn(store).get([hit?.id ?? ""])).toMatchObject([
        { type: "event", record: { event: "Notification" } },
      ]);
      const around = await searchIn(store).timeline(hit?.id ?? "", { before: 5, after: 5 });
      expect(around.map(({ title }) => title)).toEqual([
        "hello",
        "Notification: Deploy of the heronry failed",
      ]);
    });

    test("words that never occur together find the best of each; a record with both comes first", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("s1", 1, "pelican pelican pelican pelican"));
      await recordsIn(store).record(asked("s2", 2, "lighthouse"));
      await recordsIn(store).record(
        asked("s3", 3, `a pelican ${"and other things ".repeat(50)} on the lighthouse`),
      );
      await recordsIn(store).record(asked("s4", 4, "neither"));
      const hits = await searchIn(store).search({ text: "pelican lighthouse", limit: 9 });
      expect(hits[0]?.sessionId).toBe("s3");
      expect(hits.map((hit) => hit.sessionId).sort()).toEqual(["s1", "s2", "s3"]);
      expect(hits.map((hit) => hit.score)).toEqual(hits.map((hit) => hit.score).sort((a, b) => b - a));
      expect(await searchIn(store).search({ text: "pelican unicorn", limit: 9 })).toHaveLength(2);
    });

    test("the rare word of a query is found however many records contain its common word", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("rare", 1, "a walrus, far back"));
      const prompts = Array.from({ length: 300 }, (_, i) => prompt("many", i, `common build number ${i}`));
      await recordsIn(store).record({ session: seen("many", 1), prompts });
      const hits = await searchIn(store).search({ text: "build walrus", limit: 400 });
      expect(hits).toHaveLength(301);
      expect(
        (await searchIn(store).search({ text: "walrus build", limit: 5 })).map((hit) => hit.sessionId),
      ).toContain("rare");
    });

    test("a word in the title scores higher than one in the text", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("text", 1, "some heading\nand a flamingo in the text of it"));
      await recordsIn(store).record(asked("title", 2, "flamingo heading\nand a long rest in the text of it"));
      for (let i = 0; i < 8; i++) await recordsIn(store).record(asked(`other${i}`, i, "nothing of the kind"));
      expect((await searchIn(store).search({ text: "flamingo", limit: 9 })).map((h) => h.sessionId)).toEqual([
        "title",
        "text",
      ]);
    });

    test("filters apply: project, type, since, limit", async () => {
      const store = opened.store();
      await recordsIn(store).record({
        ...asked("s1", 100, "otter one"),
        responses: [response("s1", 150, "otter answer")],
      });
      await recordsIn(store).record(asked("s2", 200, "otter two", { project: "/projects/two" }));
      expect(await titles("otter", { project: "/projects/two" })).toEqual(["otter two"]);
      expect(await titles("otter", { type: "response" })).toEqual(["otter answer"]);
      expect(await titles("otter", { type: "summary" })).toEqual([]);
      expect((await titles("otter", { since: 150 })).sort()).toEqual(["otter answer", "otter two"]);
      expect(await titles("otter", { limit: 2 })).toHaveLength(2);
      expect(await titles("otter", { limit: 0 })).toEqual([]);
      expect(await titles("otter", { project: "/projects/one", type: "prompt", since: 101 })).toEqual([]);
    });

    test.each([
      ["migraton", "the migration failed"],
      ["imgration", "the migration failed"],
      ["authentcation fialure", "authentication failure"],
      ["parsehokinput", "call parseHookInput"],
    ])("a typo as in %p still finds %p", async (typed, text) => {
      await recordsIn(opened.store()).record(asked("s1", 1, text));
      await recordsIn(opened.store()).record(asked("s2", 2, "something else entirely"));
      expect(await titles(typed)).toEqual([text]);
      expect(await titles(typed, { exact: true })).toEqual([]);
    });

    test("an existing word is used as typed, and scores higher than a similar one", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("s1", 1, "the migration failed"));
      await recordsIn(store).record(asked("s2", 2, "the mitration failed"));
      expect(await titles("mitration")).toEqual(["the mitration failed"]);
    });

    test("a hit contains the parts of its score; of two that are alike the newer one comes first", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("early", 1, "the pelican plan"));
      await recordsIn(store).record(asked("late", 2, "the pelican plan"));
      const hits = await searchIn(store).search({ text: "pelican", limit: 9 });
      expect(hits.map((hit) => hit.sessionId)).toEqual(["late", "early"]);
      expect(hits[0]?.parts).toMatchObject({ words: 1, use: 0, priority: 0 });
      expect(hits[0]?.score).toBeLessThanOrEqual(1);
    });

    test("with a client, only records of its sessions are found, however many others match better", async () => {
      const store = opened.store();
      for (let i = 0; i < 40; i++)
        await recordsIn(store).record(asked(`a${i}`, 100 + i, "pelican pelican pelican"));
      await recordsIn(store).record(asked("b", 1, "one pelican in a longer sentence", { client: "codex" }));
      const found = await searchIn(store).search({ text: "pelican", client: "codex", limit: 5 });
      expect(found.map(({ sessionId, client }) => `${sessionId} ${client}`)).toEqual(["b codex"]);
      expect(await searchIn(store).search({ text: "pelican", client: "other", limit: 5 })).toEqual([]);
    });

    test("all records of a session are found in its project, even if the project becomes known later", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("s1", 1, "early pelican", { project: "" }));
      await recordsIn(store).record(asked("s2", 1, "another bird"));
      expect(await titles("pelican bird", { project: "/projects/one" })).toEqual(["another bird"]);
      await recordsIn(store).record(asked("s1", 2, "late pelican"));
      const found = await titles("pelican", { project: "/projects/one" });
      expect(found.sort()).toEqual(["early pelican", "late pelican"]);
      expect(await titles("pelican", { project: "" })).toEqual([]);
    });

    test("no query fails, and none finds or changes what it does not name", async () => {
      const store = opened.store();
      await recordsIn(store).record(asked("s1", 1, "quokka"));
      for (const text of hostileQueries) {
        const hits = await searchIn(store).search({ text, project: text, limit: 5 });
        expect({ text: text.slice(0, 40), hits }).toEqual({ text: text.slice(0, 40), hits: [] });
        expect(await searchIn(store).search({ text, limit: 5 })).toEqual([]);
      }
      expect(await searchIn(store).search({ text: "quokka", limit: 5 })).toHaveLength(1);
    });
  });
}
