/** The forms of a word find each other: in a search, in a search's snippet, and in recall for a prompt. */

import { describe, expect, test } from "bun:test";
import { WORD_FORMS } from "../../test/fixtures/word-forms.ts";
import { playing } from "../../test/memory-session.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { recordsIn } from "../store/records/queries.ts";
import { searchIn } from "./sql/index.ts";

const BOTH_WAYS = WORD_FORMS.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]);

describe("search", () => {
  test("every form of a word finds the prompt that has another one, and shows where", async () => {
    await using app = await openTestApp();
    const missed: string[] = [];
    for (const [i, [typed, written]] of BOTH_WAYS.entries()) {
      const project = `/project-${i}`;
      const filler = "lorem ".repeat(60);
      await recordsIn(app.store).record({
        session: { id: `s${i}`, project, cwd: project, at: i },
        prompts: [
          {
            key: `p${i}`,
            sessionId: `s${i}`,
            at: i,
            redaction: 1,
            text: `${filler}\nthe heron ${written} at dawn`,
          },
        ],
      });
      const hits = await searchIn(app.service.store).search({ text: typed, project, limit: 5 });
      if (hits.length !== 1 || !hits[0]?.snippet.includes(written)) missed.push(`${typed} → ${written}`);
    }
    expect(missed).toEqual([]);
  });

  test("a compound is found by other forms of its parts", async () => {
    await using app = await openTestApp();
    const session = playing(app, "s");
    await session.ask("why does retryQueries in src/query-cache.ts never return");
    for (const text of ["retry_query", "queries-caching", "retryQueries", "retryqueries", "cache"]) {
      const hits = await searchIn(app.service.store).search({ text, limit: 5 });
      expect([text, hits.length]).toEqual([text, 1]);
    }
  });
});

/** Words that every project has: one of them alone tells nothing. */
const COMMON = /^(?:stop|install|pars|commit|merg|renam|delet|plan)/;

describe("recall for a prompt", () => {
  test("every form of a word brings the memory that has another one", async () => {
    const missed: string[] = [];
    for (const [asked, written] of BOTH_WAYS.filter(([word]) => !COMMON.test(word))) {
      // Two words are needed, so the word's form decides.
      await using app = await openTestApp();
      const body = { uri: "project://m", project: app.dir, content: `${written} lantern zygote` };
      expect((await app.post("/api/memories", body)).status).toBeLessThan(300);
      const injected = await playing(app, "now").ask(`${asked} lantern elsewhere`);
      if (!injected.includes(body.content)) missed.push(`${asked} → ${written}`);
    }
    expect(missed).toEqual([]);
  });

  test("without the word that they share, the memory stays away", async () => {
    await using app = await openTestApp();
    const body = { uri: "project://m", project: app.dir, content: "queries zygoteak" };
    expect((await app.post("/api/memories", body)).status).toBeLessThan(300);
    expect(await playing(app, "other").ask("ledger elsewhere tomorrow")).toBe("");
    expect(await playing(app, "same").ask("querying zygoteak elsewhere tomorrow")).toContain(
      "queries zygoteak",
    );
  });

  test("a past session is brought back by other forms of what was asked, answered and changed", async () => {
    await using app = await openTestApp();
    const past = playing(app, "past");
    await past.ask("The cached queries of the scheduler are retried forever, stop the retries");
    await past.edit("src/scheduler/retries.ts", "while (true)", "for (const delay of delays)");
    await past.stop({
      last_assistant_message: "The scheduler stops retrying cached queries after five tries.",
    });
    const injected = await playing(app, "now").ask(
      "When does scheduling stop to retry a query that caching kept?",
    );
    expect(injected).toContain("The cached queries of the scheduler");
  });
});
