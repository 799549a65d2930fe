import { expect, test } from "bun:test";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import { NO_STORE } from "../../../test/temp-store.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Injection } from "../../store/records/records.ts";
import { override } from "../../store/store.ts";
import { createUsedOf } from "./used-in-ledger.ts";

test("what was used is told by file and command, each once, and each session is read once", async () => {
  const made = createSession("s", 1_000_000);
  made.ask("Go on with the rounding helper");
  made.edit("src/a.ts", "1", "2");
  made.run("bun test");
  made.answer("The quantum rounding helper is done.");
  const { prompts, observations, responses } = made.session;
  let reads = 0;
  const usedOf = createUsedOf(
    override(NO_STORE, recordsIn, {
      session: async (id) => {
        reads++;
        if (id !== "s") return undefined;
        const session = {
          id,
          project: PROJECT,
          cwd: PROJECT,
          startedAt: 1,
          lastEventAt: 1,
          status: "active",
        };
        return { session, prompts, observations, responses, events: [] } as never;
      },
      injections: async () => [],
    }),
  );
  const injection = (text: string, sessionId = "s"): Injection => ({
    ...{ sessionId, event: "SessionStart", at: 1_000_000, text, tokens: 1 },
    sources: [{ uri: "x://1", type: "branch", reason: "", tokens: 1 }],
  });
  expect(await usedOf(injection("src/a.ts and `bun test` and src/b.ts"))).toEqual(["src/a.ts", "bun test"]);
  // Words alone say nothing here: they would have to be weighed against the whole project.
  expect(await usedOf(injection("quantum rounding helper"))).toEqual([]);
  expect(reads).toBe(1);
  expect(await usedOf(injection("src/a.ts", "unknown"))).toEqual([]);
});
