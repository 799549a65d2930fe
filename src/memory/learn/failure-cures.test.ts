import { describe, expect, test } from "bun:test";
import { createSession, PROJECT, type TestSession } from "../../../test/recorded-session.ts";
import { pitfallsIn } from "../../recall/blocks/pitfalls.ts";
import { toDigest } from "../digest/build.ts";
import { toFailure } from "../digest/calls.ts";
import type { DigestFailure, SessionDigest } from "../digest/types.ts";
import { cureFor } from "./failure-cures.ts";

const day = (number: number): number => Date.UTC(2026, 2, number);
/** Newest first, as the store hands them out. */
const past = (...stories: ((s: TestSession) => void)[]): SessionDigest[] =>
  stories
    .map((story, index) => {
      const s = createSession(`s${index}`, day(index + 1));
      story(s);
      return toDigest(s.session);
    })
    .reverse();

function failing(command: string, output: string): DigestFailure {
  const failure = toFailure(createSession("now", day(28)).fail(command, output), PROJECT);
  if (failure === undefined) throw new Error("not a failure");
  return failure;
}

const FORMAT = (file: string): string =>
  `$ biome check\n ${file} format ━━━━━\n\n  × Formatter would have printed the following content:\n\nFound 1 error.`;
const RTK = "error: unrecognized subcommand 'bun'\n\nUsage: rtk [OPTIONS] <COMMAND>";
const rtk = (s: TestSession): void => {
  s.fail("rtk bun run test", RTK, 2);
  s.run("bun run test", " 3 pass\n 0 fail");
};

describe("a cure for a failure", () => {
  test("the correction of a wrong call is made to the new command", () => {
    const item = cureFor(failing("rtk bun run typecheck", RTK), past(rtk));
    expect(item?.text).toBe(
      "Seen once: `rtk bun run typecheck` fails here (error: unrecognized subcommand 'bun'): `bun run typecheck` worked on 2026-03-01.",
    );
  });

  test("the correction is not made where the wrong word means something else", () => {
    expect(
      cureFor(failing("rtk cargo build", "error: unrecognized subcommand 'cargo'"), past(rtk)),
    ).toBeUndefined();
  });

  test("a fixing command that the failure does not point at takes two sessions and half of those that had it", () => {
    const broken = "thing.c: internal state is broken";
    const cured = (s: TestSession): void => {
      s.fail("./tool check", broken);
      s.run("./other setup");
      s.run("./tool check", "ok");
    };
    const uncured = (s: TestSession): void => void s.fail("./tool check", broken);
    const failure = failing("./tool check", broken);
    expect(cureFor(failure, past(cured))).toBeUndefined();
    expect(cureFor(failure, past(cured, cured))?.text).toContain("`./other setup` cured it on 2026-03-02");
    expect(cureFor(failure, past(cured, cured, uncured, uncured))).toBeDefined();
    expect(cureFor(failure, past(cured, cured, uncured, uncured, uncured))).toBeUndefined();
  });

  test("the linter's own fix is offered for other files too", () => {
    const fixed = (file: string) => (s: TestSession) => {
      s.fail("bun run lint", FORMAT(file));
      s.run("bun run lint:fix", "Checked 3 files in 5ms. Fixed 1 file.");
      s.run("bun run lint", "Checked 3 files in 5ms. No fixes applied.");
    };
    const item = cureFor(failing("bun run lint", FORMAT("c.ts")), past(fixed("a.ts"), fixed("b.ts")));
    expect(item?.text).toContain("`bun run lint:fix` cured it");
    expect(item?.sessions).toBe(2);
  });

  test("a merge conflict is not answered with an edit of another file", () => {
    const conflict = (file: string): string =>
      `CONFLICT (content): Merge conflict in ${file}\nerror: could not apply 1a2b3c4`;
    const memory = past((s) => {
      s.fail("git merge topic", conflict("src/cart.ts"));
      s.edit("src/cart.ts", "<<<<<<< HEAD", "import { x } from './x.ts';");
      s.run("git merge topic", "Already up to date.");
    });
    expect(cureFor(failing("git merge topic", conflict("src/user.ts")), memory)).toBeUndefined();
  });

  test("one mistake, made in many sessions, gives one offer", () => {
    const item = cureFor(failing("rtk bun run test", RTK), past(rtk, rtk, rtk));
    expect(item?.sessions).toBe(3);
    expect(item?.at).toBeGreaterThan(day(3));
  });
});

describe("pitfalls", () => {
  const idle = (s: TestSession): void => void s.run("npm test", "ok");
  const skill = (s: TestSession): void =>
    void s.call(
      "Skill",
      { skill: "commit" },
      false,
      "<tool_use_error>Unknown skill: commit</tool_use_error>",
    );
  const texts = (digests: SessionDigest[]): string[] => pitfallsIn(digests).map(({ text }) => text);

  test("a wrong call in three of the last ten sessions, with what worked", () => {
    expect(texts(past(rtk, rtk))).toEqual([]);
    expect(texts(past(rtk, idle, rtk, rtk))).toEqual([
      "`rtk bun run test` fails here (unrecognized subcommand 'bun'): `bun run test` works.",
    ]);
  });

  test("where the commands differ, the difference is shown", () => {
    const other = (s: TestSession): void => {
      s.fail("rtk bun run lint", RTK, 2);
      s.run("bun run lint", "Checked 3 files in 5ms. No fixes applied.");
    };
    expect(texts(past(rtk, other, rtk))).toEqual([
      "`rtk bun …` fails here (unrecognized subcommand 'bun'): `bun …` works.",
    ]);
  });

  test("it leaves the list when the last ten sessions are free of it", () => {
    const free = Array.from({ length: 8 }, () => idle);
    expect(texts(past(rtk, rtk, rtk, ...free.slice(1)))).toHaveLength(1);
    expect(texts(past(rtk, rtk, rtk, ...free))).toEqual([]);
  });

  test("a skill that does not exist needs no cure", () => {
    expect(texts(past(skill, skill, skill))).toEqual(["The skill `commit` does not exist here."]);
  });

  test("a wrong call that nobody corrected is not shown", () => {
    const stuck = (s: TestSession): void => void s.fail("rtk bun run test", RTK, 2);
    expect(texts(past(stuck, stuck, stuck))).toEqual([]);
  });

  test("a check that fails again and again is no pitfall", () => {
    const red = (s: TestSession): void => {
      s.fail("npm test", "Tests:       1 failed, 3 passed, 4 total");
      s.run("npm test", "Tests:       4 passed, 4 total");
    };
    expect(texts(past(red, red, red))).toEqual([]);
  });

  test("at most three", () => {
    const wrong = (name: string) => (s: TestSession) => {
      s.fail(`npm run ${name}`, `npm error Missing script: "${name}"`);
      s.run(`npm run test:${name}`, "ok");
    };
    const all = (s: TestSession): void => {
      for (const name of ["unit", "smoke", "e2e", "load"]) wrong(name)(s);
      skill(s);
      rtk(s);
    };
    const [digest] = past(all);
    expect(digest?.failures).toHaveLength(6);
    expect(texts(past(all, all, all))).toHaveLength(3);
  });
});
