/** Used and control, on sessions where both are known exactly. */
import { expect, test } from "bun:test";
import { createSession, PROJECT } from "../../../test/recorded-session.ts";
import type { Injection, Observation, SessionRecords } from "../../store/records/records.ts";
import { createTimeline } from "../used/timeline.ts";
import { createControlPools } from "./control-pools.ts";
import { judgeSession } from "./judge-session.ts";
import { toPastSession } from "./past-session.ts";
import { toRow } from "./report.ts";
import { isPassing, offersIn } from "./solutions.ts";

const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 0, 5);

function pastSession(id: string, day: number, files: string[], commands: string[] = []) {
  const { session, ask, edit, run } = createSession(id, FIRST + day * DAY);
  ask("Please change it");
  for (const file of files) edit(file, "1", "2");
  for (const command of commands) run(command);
  return toPastSession(recordsOf(session));
}

function recordsOf(session: ReturnType<typeof createSession>["session"]): SessionRecords {
  const { sessionId: id, prompts, observations, responses } = session;
  const startedAt = prompts[0]?.at ?? 0;
  return {
    session: {
      id,
      project: PROJECT,
      cwd: PROJECT,
      startedAt,
      lastEventAt: startedAt,
      status: "active",
      client: "claude-code",
    },
    prompts,
    observations,
    responses,
    events: [],
  };
}

const injection = (at: number, kind: string, text: string): Injection => ({
  sessionId: "now",
  event: "SessionStart",
  at,
  text,
  tokens: 10,
  sources: [{ uri: "x://1", type: kind, reason: "", tokens: 4 }],
});

test("the control is the share of the past's items that would have been used at the same place", () => {
  const { session, ask, edit } = createSession("now", FIRST + 9 * DAY);
  ask("Go on");
  edit("src/a.ts", "1", "2");
  const past = [
    pastSession("one", 1, ["src/a.ts", "src/b.ts"]),
    // A file that two sessions edited is one item.
    pastSession("two", 2, ["src/b.ts", "src/c.ts", "src/d.ts"]),
    // Later than the injection, the session itself, another project: none of it is the past.
    pastSession("later", 20, ["src/a.ts"]),
    pastSession("now", 1, ["src/a.ts"]),
    { ...pastSession("other", 1, ["src/a.ts"]), project: "/elsewhere" },
  ];
  const judged = judgeSession({
    sessionId: "now",
    project: PROJECT,
    injections: [
      injection(FIRST + 9 * DAY, "hot-file", "src/a.ts"),
      injection(FIRST + 9 * DAY, "hot-file", "src/d.ts"),
      injection(FIRST + 9 * DAY, "memory", "src/a.ts"),
    ],
    timeline: createTimeline(session),
    pools: createControlPools(past),
  });
  expect(judged.map(({ judged: found, tokens }) => ({ ...found, tokens }))).toEqual([
    { used: true, control: 0.25, tokens: 10 },
    { used: false, control: 0.25, tokens: 10 },
    // What a person wrote is paid for, and not judged by its words.
    { tokens: 10 },
  ]);
  const row = toRow([judged]);
  expect(row).toMatchObject({ items: 3, tokens: 30, used: 0.5, control: 0.25, difference: null });
  expect(toRow([judged.slice(2)])).toMatchObject({ items: 1, used: null, control: null });
});

const offer = (call: Observation, text: string): Injection => ({
  ...injection(call.at, "solution", `<pawl-memory>\nF\nH:\n- ${text}\n</pawl-memory>`),
  event: "PostToolUseFailure",
});

test("a solution cured when a step that was offered was taken before the command went well", () => {
  const { session, run, fail, edit } = createSession("now", FIRST);
  const failed = fail("bun run lint", "would have printed");
  const again = fail("bun run lint", "would have printed");
  edit("src/a.ts", "1", "2");
  run("bun run lint:fix");
  run("bun run lint", "0 errors");
  const unresolved = fail("cargo build", "no such crate");
  const injections = [
    offer(failed, "went away after: running `bun run lint:fix`"),
    offer(again, "went away after: in src/a.ts: gone → deleted function rounding"),
    offer(unresolved, "went away after: running `cargo update`"),
  ];
  const offers = offersIn(injections, session.observations, createTimeline(session));
  expect(offers.map(({ known, cured, atPassingRun }) => [known, cured, atPassingRun])).toEqual([
    [true, true, false],
    [true, false, false],
    [false, false, false],
  ]);
});

test("a run goes well by its closing line, whatever a log line in between says", () => {
  const { run, fail } = createSession("now", FIRST);
  expect(isPassing(run("bun test", "Task 2 failed\n1216 pass\n0 fail"))).toBe(true);
  expect(isPassing(run("bun test | tail", "1 pass\n2 failed"))).toBe(false);
  expect(isPassing(fail("bun test", "0 fail"))).toBe(false);
});
