import { describe, expect, test } from "bun:test";
import { messagesFor } from "../../locale/index.ts";
import { LOCALES, type StageName } from "../../locale/messages.ts";
import { STAGES, stageKeys, stagesOfWorkflow, WORKFLOW_NAMES, WORKFLOWS, workflowLabel } from "./stages.ts";
import {
  agentStarted,
  agentStopped,
  dropAgents,
  findStageKey,
  isComplete,
  isStuck,
  parseState,
  progressOf,
  setStage,
  startWorkflow,
  verdictIn,
  type WorkflowState,
  withSession,
} from "./state.ts";

const STAGE_NAMES = Object.keys(STAGES) as StageName[];

const NOW = "2026-03-01T10:00:00.000Z";
const LATER = "2026-03-01T11:00:00.000Z";

function started(name: string): WorkflowState {
  const stages = stagesOfWorkflow(name);
  if (stages === undefined) throw new Error(`no workflow ${name}`);
  return startWorkflow({ name, stages }, { sessionId: "s-1", now: NOW });
}

describe("registry", () => {
  test("has sixteen stages with emoji and agent, and a label in every language", () => {
    expect(STAGE_NAMES.length).toBe(16);
    expect(STAGE_NAMES.map((name) => `${name} ${STAGES[name].emoji}`).join(" ")).toBe(
      "PM 🎯 PLAN 📋 ARCH 🏗️ DESIGN 🎨 DEV 💻 DEBUG 🔧 REVIEW 🔍 TEST 🧪 SECURITY 🛡️ DB-REVIEW 🗄️ QA 🏁 E2E 🌐 BUILD-FIX 🔨 REFACTOR 🧹 RETRO 🔁 DOCS 📝",
    );
    expect(new Set(STAGE_NAMES.map((name) => STAGES[name].agent)).size).toBe(16);
    for (const locale of LOCALES) {
      expect(Object.keys(messagesFor(locale).stages).sort()).toEqual([...STAGE_NAMES].sort());
    }
  });

  test("has eighteen workflows, and standard is the one of the documents", () => {
    expect(WORKFLOW_NAMES.length).toBe(18);
    expect(WORKFLOWS.standard.join(" ")).toBe("PLAN ARCH TEST DEV REVIEW TEST RETRO DOCS");
    expect(WORKFLOW_NAMES).toEqual(
      expect.arrayContaining(
        "standard quick debug refactor tdd review-only docs-only security discovery".split(" "),
      ),
    );
  });

  test("a stage that comes up again gets its number", () => {
    expect(stageKeys(["TEST", "DEV", "TEST", "TEST"])).toEqual(["TEST", "DEV", "TEST:2", "TEST:3"]);
  });

  test("a kind that only another tool knows has a label too", () => {
    expect(workflowLabel("spike", messagesFor("en"))).toBe("custom workflow");
    expect(stagesOfWorkflow("constructor")).toBeUndefined();
  });

  test("an agent belongs to a stage by its name, whatever plugin it comes from", () => {
    const state = started("quick");
    expect(agentStarted(state, "developer", NOW).stages.DEV?.status).toBe("active");
    expect(agentStarted(state, "team:code-reviewer", NOW).stages.REVIEW?.status).toBe("active");
    expect(agentStarted(state, "general-purpose", NOW)).toBe(state);
  });
});

describe("transitions", () => {
  test("a new workflow stands at its first stage with nothing done; tests know which side of the code they are", () => {
    const state = started("standard");
    expect(state.currentStage).toBe("PLAN");
    expect(progressOf(state)).toMatchObject({ done: 0, total: 8 });
    expect(state.stages.TEST?.mode).toBe("spec");
    expect(state.stages["TEST:2"]?.mode).toBe("verify");
  });

  test("a finished stage hands over to the next open one; an unknown one changes nothing", () => {
    const state = setStage(started("standard"), "PLAN", "completed", LATER);
    expect(state.stages.PLAN).toEqual({ status: "completed", completedAt: LATER });
    expect(state.currentStage).toBe("ARCH");
    expect(setStage(state, "NOPE", "completed", LATER)).toBe(state);
  });

  test("a stage opened again loses its result and time", () => {
    const done = setStage(started("quick"), "DEV", "completed", LATER, "pass");
    expect(setStage(done, "DEV", "pending", LATER).stages.DEV).toEqual({ status: "pending" });
  });

  test("a typed name means the first such stage that is not done", () => {
    const state = setStage(started("standard"), "TEST", "completed", LATER);
    expect(findStageKey(state, "test")).toBe("TEST:2");
    expect(findStageKey(state, "TEST:2")).toBe("TEST:2");
    expect(findStageKey(state, "qa")).toBeUndefined();
  });

  test("an agent's start makes its stage active, its pass makes it done", () => {
    const running = agentStarted(started("quick"), "developer", NOW);
    expect(running.stages.DEV?.status).toBe("active");
    expect(running.activeAgents).toEqual({ developer: { stage: "DEV", startedAt: NOW } });
    const done = agentStopped(running, "developer", 'ok <!-- VERDICT: {"result":"PASS"} -->', LATER);
    expect(done.stages.DEV).toEqual({ status: "completed", result: "pass", completedAt: LATER });
    expect(done.activeAgents).toEqual({});
    expect(done.currentStage).toBe("REVIEW");
  });

  test("a fail or a reject is counted and leaves the stage open", () => {
    const reviewing = agentStarted(setStage(started("quick"), "DEV", "completed", NOW), "code-reviewer", NOW);
    const rejected = agentStopped(reviewing, "code-reviewer", '<!-- VERDICT: {"result":"REJECT"} -->', LATER);
    expect(rejected).toMatchObject({ rejectCount: 1, failCount: 0, currentStage: "REVIEW" });
    expect(rejected.stages.REVIEW).toEqual({ status: "pending", result: "reject" });

    const again = agentStarted(rejected, "developer", LATER);
    expect(again.stages.DEV?.status).toBe("completed");
    const fixed = agentStopped(again, "developer", "done", LATER);
    expect(fixed.currentStage).toBe("REVIEW");

    const tested = agentStopped(
      agentStarted(fixed, "tester", LATER),
      "tester",
      '<!-- VERDICT: {"result":"fail"} -->',
      LATER,
    );
    expect(tested).toMatchObject({ failCount: 1, rejectCount: 1, currentStage: "TEST" });
  });

  test("a stage with two agents is done when the second one ends", () => {
    const two = agentStarted(agentStarted(started("quick"), "developer", NOW), "developer", NOW);
    expect(Object.keys(two.activeAgents)).toEqual(["developer", "developer#2"]);
    const one = agentStopped(two, "developer", "", LATER);
    expect(one.stages.DEV?.status).toBe("active");
    expect(agentStopped(one, "developer", "", LATER).stages.DEV?.status).toBe("completed");
  });

  test("an agent of no stage, or one that never started, changes nothing", () => {
    const state = started("quick");
    expect(agentStarted(state, "Explore", NOW)).toBe(state);
    expect(agentStarted(state, "designer", NOW)).toBe(state);
    expect(agentStopped(state, "developer", '<!-- VERDICT: {"result":"PASS"} -->', NOW)).toBe(state);
  });

  test("a workflow is complete when every stage is", () => {
    expect(isComplete(started("single"))).toBe(false);
    expect(isComplete(setStage(started("single"), "DEV", "completed", NOW))).toBe(true);
  });
});

describe("verdict", () => {
  test("the last one counts, in any case, and junk is none", () => {
    const form = (result: string) => `<!-- VERDICT: {"result":"${result}"} -->`;
    expect(verdictIn(form("PASS"))).toBe("pass");
    expect(verdictIn(`${form("PASS")} then ${form("FAIL")}`)).toBe("fail");
    expect(verdictIn('<!--VERDICT:{"result":"Reject","why":"x"}-->')).toBe("reject");
    expect(verdictIn(form("MAYBE"))).toBeUndefined();
    expect(verdictIn("<!-- VERDICT: {nope} -->")).toBeUndefined();
    expect(verdictIn("no verdict here")).toBeUndefined();
    expect(verdictIn("<!-- VERDICT: {".repeat(50_000))).toBeUndefined();
  });
});

describe("the file", () => {
  test("a file as the documents describe it is read, without version and with other tools' fields", () => {
    const text = JSON.stringify({
      sessionId: "s-1",
      workflowType: "standard",
      createdAt: NOW,
      currentStage: "ARCH",
      stages: { PLAN: { status: "completed", result: "pass", completedAt: NOW }, ARCH: { status: "active" } },
      activeAgents: { architect: { stage: "ARCH", startedAt: NOW } },
      failCount: 1,
      rejectCount: 0,
      featureName: null,
      published: ["kept"],
    });
    expect(parseState(text)).toMatchObject({ state: { failCount: 1, published: ["kept"] } });
  });

  test("S3.12 a broken file is a value, not an exception", () => {
    expect(parseState("")).toEqual({ fault: "empty" });
    expect(parseState(" \n")).toEqual({ fault: "empty" });
    expect(parseState('{"sessionId":"s-1","workflowTy')).toEqual({ fault: "damaged" });
    expect(parseState("[]")).toEqual({ fault: "damaged" });
    expect(parseState("null")).toEqual({ fault: "damaged" });
    expect(parseState('{"workflowType":"standard"}')).toEqual({ fault: "damaged" });
    expect(parseState('{"version":2,"shape":"unknown"}')).toEqual({ fault: "newer" });
  });

  test("odd values of single fields do not lose the rest", () => {
    const parsed = parseState(
      '{"workflowType":"quick","stages":{"DEV":{"status":"paused"}},"failCount":"many","activeAgents":[]}',
    );
    expect(parsed).toMatchObject({
      state: { failCount: 0, activeAgents: {}, stages: { DEV: { status: "pending" } } },
    });
  });
});

describe("subagents that were killed", () => {
  const running = () => agentStarted(started("quick"), "developer", NOW, "dead");

  test("another session's entry does not hold a stage up", () => {
    const again = agentStarted(running(), "developer", NOW, "alive");
    const done = agentStopped(again, "developer", "", NOW, "alive");
    expect(done.stages.DEV?.status).toBe("completed");
    expect(Object.values(done.activeAgents)).toMatchObject([{ sessionId: "dead" }]);
  });

  test("an entry ends with its session, or after half an hour", () => {
    const state = running();
    expect(dropAgents(state, new Set(["other"]), NOW)).toBe(state);
    expect(dropAgents(state, new Set(["dead"]), NOW).activeAgents).toEqual({});
    const later = new Date(Date.parse(NOW) + 31 * 60_000).toISOString();
    expect(dropAgents(state, new Set(), later).activeAgents).toEqual({});
  });

  test("an agent whose entry was dropped while it ran still ends its stage", () => {
    const dropped = dropAgents(running(), new Set(["dead"]), NOW);
    expect(agentStopped(dropped, "developer", "", NOW, "dead").stages.DEV?.status).toBe("completed");
  });
});

describe("sessions", () => {
  test("each that works on it is named once, the newest last, up to a hundred", () => {
    const first = started("quick");
    const second = withSession(first, "s-2");
    expect(second).toMatchObject({ sessionId: "s-1", sessions: ["s-1", "s-2"] });
    expect(withSession(second, "s-2")).toBe(second);
    expect(withSession(second, "s-1").sessions).toEqual(["s-2", "s-1"]);
    const same = withSession(first, "s-1");
    expect(same.sessions).toEqual(["s-1"]);
    expect(withSession(same, "s-1")).toBe(same);
    const many = Array.from({ length: 150 }, (_, n) => `n-${n}`).reduce(withSession, first);
    expect([many.sessions?.length, many.sessions?.[0]]).toEqual([100, "n-50"]);
  });

  test("work that was started in a terminal belongs to the first session that takes it up", () => {
    const open = { ...started("quick"), sessionId: "" };
    expect(withSession(open, "s-9")).toMatchObject({ sessionId: "s-9", sessions: ["s-9"] });
  });
});

describe("how far it is", () => {
  test("a refactoring's tests are before and after it, and nothing is counted at first", () => {
    const state = started("refactor");
    expect([state.stages.TEST?.mode, state.stages["TEST:2"]?.mode]).toEqual(["spec", "verify"]);
    expect(started("tdd").stages["TEST:2"]?.mode).toBe("verify");
    expect(started("qa").stages.TEST?.mode).toBeUndefined();
    expect(state).toMatchObject({ revision: 0, failCount: 0, rejectCount: 0, version: 1 });
    const own = { name: "mine", stages: ["TEST", "REFACTOR"] };
    expect(startWorkflow(own, { sessionId: "", now: NOW }).stages.TEST?.mode).toBe("spec");
    const code = { name: "mine", stages: ["DEV", "TEST"] };
    expect(startWorkflow(code, { sessionId: "", now: NOW }).stages.TEST?.mode).toBe("verify");
  });

  test("three failures or three rejections are the user's to decide; then the count begins anew", () => {
    expect(isStuck({ failCount: 2, rejectCount: 2 })).toBe(false);
    expect(isStuck({ failCount: 3, rejectCount: 0 })).toBe(true);
    expect(isStuck({ failCount: 0, rejectCount: 3 })).toBe(true);
    const stuck = { ...started("quick"), failCount: 1, rejectCount: 3 };
    expect(setStage(stuck, "DEV", "completed", NOW)).toMatchObject({ failCount: 0, rejectCount: 0 });
    expect(setStage(stuck, "DEV", "active", NOW)).toMatchObject({ failCount: 1, rejectCount: 3 });
    const going = { ...stuck, rejectCount: 2 };
    expect(setStage(going, "DEV", "completed", NOW)).toMatchObject({ failCount: 1, rejectCount: 2 });
  });

  test("after a stage the one that is being worked at comes before one that is merely open", () => {
    const state = setStage(setStage(started("quick"), "TEST", "active", NOW), "DEV", "completed", NOW);
    expect(state.currentStage).toBe("TEST");
  });
});

describe("agents side by side", () => {
  const agents = (state: WorkflowState) => Object.keys(state.activeAgents);
  const run = (names: [string, string?][]) =>
    names.reduce((state, [name, session]) => agentStarted(state, name, NOW, session), started("quick"));

  test("of the same name they are numbered, and the newest of the session ends first", () => {
    const three = run([
      ["developer", "a"],
      ["developer", "b"],
      ["developer", "a"],
    ]);
    expect(agents(three)).toEqual(["developer", "developer#2", "developer#3"]);
    expect(agents(agentStopped(three, "developer", "", NOW, "a"))).toEqual(["developer", "developer#2"]);
    expect(agents(agentStopped(three, "developer", "", NOW, "b"))).toEqual(["developer", "developer#3"]);
    expect(agents(agentStopped(three, "developer", "", NOW))).toEqual(["developer", "developer#2"]);
    const unnamed = run([["developer"]]);
    expect(agents(agentStopped(unnamed, "developer", "", NOW, "a"))).toEqual([]);
  });

  test("another one's entry stays, and an agent of no stage ends nothing", () => {
    const two = run([
      ["developer", "a"],
      ["tester", "a"],
    ]);
    expect(agents(agentStopped(two, "developer", "", NOW, "a"))).toEqual(["tester"]);
    expect(agentStopped(two, "stranger", "", NOW, "a")).toBe(two);
  });

  test("a verdict against the work opens its stage at once, whoever else is still at it", () => {
    const two = run([
      ["developer", "a"],
      ["developer", "a"],
    ]);
    const verdict = (result: string) => `<!-- VERDICT: {"result":"${result}"} -->`;
    expect(agentStopped(two, "developer", verdict("fail"), NOW, "a")).toMatchObject({ failCount: 1 });
    expect(agentStopped(two, "developer", verdict("reject"), NOW, "a")).toMatchObject({ rejectCount: 1 });
    expect(agentStopped(two, "developer", verdict("pass"), NOW, "a").stages.DEV?.status).toBe("active");
  });

  test("one that is called again after its stage was done is listed, and nothing is undone", () => {
    const done = setStage(started("quick"), "DEV", "completed", NOW);
    const again = agentStarted(done, "developer", LATER);
    expect(again.stages).toEqual(done.stages);
    expect(again.activeAgents).toEqual({ developer: { stage: "DEV", startedAt: LATER } });
  });

  test("an entry of half an hour is still alive, an older one is not", () => {
    const at = (minutes: number, seconds = 0) =>
      new Date(Date.parse(NOW) + minutes * 60_000 + seconds * 1000).toISOString();
    const state = run([["developer", "a"]]);
    expect(dropAgents(state, new Set(), at(30))).toBe(state);
    expect(agents(dropAgents(state, new Set(), at(30, 1)))).toEqual([]);
  });
});

test("a verdict is looked for in the last 20,000 characters", () => {
  const verdict = '<!-- VERDICT: {"result":"fail"} -->';
  expect(verdictIn(verdict + "x".repeat(20_000 - verdict.length))).toBe("fail");
  expect(verdictIn(verdict + "x".repeat(20_001 - verdict.length))).toBeUndefined();
  expect(verdictIn("")).toBeUndefined();
});
