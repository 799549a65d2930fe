/** The figures as people read them: one report with everything, and those with something missing. */
import { describe, expect, test } from "bun:test";
import { captured } from "../../../test/cli-call.ts";
import type { LiveReport } from "../../recall/replay/live.ts";
import type { Report, Row } from "../../recall/replay/report.ts";
import { printLive, printReport } from "./table.ts";

const row = (more: Partial<Row> = {}): Row => ({
  items: 12,
  tokens: 340,
  used: 0.754,
  control: 0.25,
  difference: [0.104, 0.556],
  ...more,
});
const NOTHING = row({ items: 0, tokens: 0, used: null, control: null, difference: null });

const REPORT: Report = {
  sessions: 30,
  measured: 20,
  projects: 3,
  tokensPerSession: { mean: 41, median: 30, p95: 90 },
  tokensWithoutCompaction: { mean: 40, median: 30, p95: 80 },
  exemptTokensPerSession: { mean: 12, median: 10, p95: 20 },
  all: row(),
  events: [{ event: "SessionStart", ...row({ difference: [-0.2, 0] }) }],
  kinds: [
    { event: "SessionStart", kind: "session", exempt: false, ...NOTHING },
    { event: "UserPromptSubmit", kind: "memory", exempt: true, ...row() },
  ],
  solutions: { offered: 5, known: 7, cured: 4, atPassingRuns: 1 },
  ranking: { queries: 10, pawl: 0.8, fts: 0.6, newest: 0.1 },
  silent: 0.9,
  silence: { firstPrompts: 8, firstSilent: 0.5, prompts: 40 },
};
const report = (more: Partial<Report> = {}) => captured(() => printReport({ ...REPORT, ...more }, 5));

describe("a replay", () => {
  test("has a row for all, for each event and for each kind, and says what the figures mean", () => {
    expect(report()).toMatchInlineSnapshot(`
      "30 sessions of 3 projects; judged: 20, those with at least 5 earlier sessions of their project.

                                    items  tokens  used  control  difference
      everything inferred              12     340  75 %     25 %  +10 to +56
        SessionStart                   12     340  75 %     25 %   −20 to +0
      by kind
        SessionStart: session           0       0     –        –           –
        UserPromptSubmit: memory *     12     340  75 %     25 %  +10 to +56
      * written by people, or promised: not part of the sum

      Tokens per session: 41 (median 30); *: 12 (10).
      A related session ranks first for 80 % of 10 first prompts; with plain full-text search 60 %, with the newest session 10 %.
      With the related sessions removed, nothing was injected at 50 % of 8 first prompts and 90 % of all 40.
      Solutions: 5 offered; outcome known: 7; fixed by an offered step: 4; offered at a run that passed: 1.

      Used: later in the session its file was touched, its command run or three of its rare words mentioned, and none of that occurred before.
      Control: the same for a random item of the same kind from the project's past. Difference: used − control in points, 95 % interval.
      The sessions ran without these items: this shows which items would have fitted, not what they would have changed."
    `);
  });

  test("without a measured session it says so and no more", () => {
    expect(report({ measured: 0 }).split("\n")).toHaveLength(2);
  });

  test("without questions nothing is said about ranking and silence", () => {
    const none = report({ ranking: { ...REPORT.ranking, queries: 0 } });
    expect(report().split("\n").length - none.split("\n").length).toBe(2);
  });
});

describe("live figures", () => {
  const LIVE: LiveReport = {
    sessions: 90,
    enoughItems: 10,
    weeks: [{ week: "2026-01-12", kind: "memory", ...row() }],
    kinds: [
      { kind: "memory", exempt: false, ...row() },
      { kind: "solution", exempt: true, ...row() },
    ],
    holdout: {
      heldOut: 40,
      treated: 50,
      enough: true,
      measures: [
        { name: "repeatedFailures", heldOut: 2, treated: 1.25, difference: [-1.2, -0.3] },
        { name: "callsUntilFirstEdit", heldOut: 3, treated: 3, difference: [-1, 0] },
        { name: "injectedTokens", heldOut: 0, treated: 0, difference: null },
      ],
    },
  };
  const live = (more: Partial<LiveReport> = {}) => captured(() => printLive({ ...LIVE, ...more }));

  test("by kind and by week, and what the sessions without memory show", () => {
    expect(live()).toMatchInlineSnapshot(`
      "90 sessions in your memory.

                            items  tokens  used  control  difference
      memory                   12     340  75 %     25 %  +10 to +56
      solution *               12     340  75 %     25 %  +10 to +56
      by week
        2026-01-12: memory     12     340  75 %     25 %  +10 to +56

      Hold-out: 40 sessions without inferred items, 50 with them.
        failures that an earlier session had too: 1.3 with, 2.0 without; difference -1.2 to -0.3: more than chance
        tool calls until the first edit: 3.0 with, 3.0 without; difference -1.0 to 0.0: may be chance
        injected tokens: 0.0 with, 0.0 without; too few to compare"
    `);
  });

  test("a difference is chance when zero lies in it, at its ends too", () => {
    const verdict = (low: number, high: number) =>
      live({
        holdout: {
          ...LIVE.holdout,
          measures: [{ name: "injectedTokens", heldOut: 1, treated: 1, difference: [low, high] }],
        },
      })
        .split("\n")
        .at(-1);
    const chance = verdict(-1, 1)?.replaceAll(/-?\d\.\d/g, "n");
    expect([verdict(-1, 0), verdict(0, 1)].map((line) => line?.replaceAll(/-?\d\.\d/g, "n"))).toEqual([
      chance,
      chance,
    ]);
    expect(verdict(0.1, 1)?.replaceAll(/-?\d\.\d/g, "n")).not.toBe(chance);
    expect(verdict(-1, -0.1)?.replaceAll(/-?\d\.\d/g, "n")).not.toBe(chance);
  });

  test("too few, none held out, and nothing injected are said", () => {
    expect(
      live({ holdout: { ...LIVE.holdout, enough: false } })
        .split("\n")
        .at(-1),
    ).toMatchInlineSnapshot(`"Too few to tell: each group needs at least 20."`);
    const none = { heldOut: 0, treated: 0, enough: false, measures: [] };
    expect(live({ kinds: [], holdout: none })).toMatchInlineSnapshot(`
      "90 sessions in your memory.
      Nothing was injected yet, so there is nothing to judge.

      No hold-out. With { "recall": { "holdout": 0.1 } } one session in ten gets nothing inferred, and the two groups can be compared."
    `);
    expect(live({ holdout: { ...none, treated: 1 } })).not.toBe(live({ holdout: none }));
  });
});
