/** `workflow.json`: its schema, and every change to it as a function from state to state. */
import { z } from "zod";
import { stageOf, stageOfAgent } from "./stages.ts";
import { type Verdict, verdictIn } from "./verdict.ts";
import { stageKeys, type Workflow } from "./workflows.ts";

export const STATE_VERSION = 1;
export const ATTEMPTS = 3;

export const STAGE_STATUSES = ["pending", "active", "completed"] as const;
export type StageStatus = (typeof STAGE_STATUSES)[number];

const count = z.int().min(0).catch(0);

const stageSchema = z.looseObject({
  status: z.enum(STAGE_STATUSES).catch("pending"),
  result: z.string().optional().catch(undefined),
  /** `spec` for tests that come before the code, `verify` for those after it. */
  mode: z.string().optional().catch(undefined),
  completedAt: z.string().optional().catch(undefined),
});

/** Loose: a field that another tool put there is still there after Pawl has written. */
const workflowStateSchema = z.looseObject({
  /** Absent in files of other tools, which know no versions. */
  version: z.int().optional(),
  /** One more with every write: what compare-and-swap compares. */
  revision: count.optional(),
  sessionId: z.string().catch(""),
  workflowType: z.string().min(1),
  createdAt: z.string().catch(""),
  currentStage: z.string().nullish().catch(undefined),
  stages: z.record(z.string(), stageSchema),
  activeAgents: z
    .record(z.string(), z.looseObject({ stage: z.string().catch(""), startedAt: z.string().catch("") }))
    .catch({}),
  failCount: count,
  rejectCount: count,
  featureName: z.string().nullish().catch(undefined),
});
export type WorkflowState = z.output<typeof workflowStateSchema>;
export type StageState = WorkflowState["stages"][string];

const jsonObject = z.looseObject({});

type ParsedState = { state: WorkflowState } | { fault: "empty" | "damaged" | "newer" };

/** The file's text → state. Never throws: a broken file is a value too. */
export function parseState(text: string): ParsedState {
  if (text.trim() === "") return { fault: "empty" };
  const json = jsonObject.safeParse(readJson(text));
  if (!json.success) return { fault: "damaged" };
  // Looked at before the rest: what a newer version means by the other fields is not ours to judge.
  const version = json.data.version;
  if (typeof version === "number" && version > STATE_VERSION) return { fault: "newer" };
  const parsed = workflowStateSchema.safeParse(json.data);
  return parsed.success ? { state: parsed.data } : { fault: "damaged" };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // `undefined` is no object, so the schema refuses it.
    return undefined;
  }
}

/** `now` is an ISO time, here and below. */
export function startWorkflow(
  workflow: Workflow,
  at: { sessionId: string; now: string; featureName?: string },
): WorkflowState {
  const keys = stageKeys(workflow.stages);
  const code = workflow.stages.findIndex((stage) => stage === "DEV" || stage === "REFACTOR");
  const stages: Record<string, StageState> = {};
  for (const [index, key] of keys.entries()) {
    const mode = stageOf(key) !== "TEST" || code === -1 ? {} : { mode: index < code ? "spec" : "verify" };
    stages[key] = { status: "pending", ...mode };
  }
  return {
    version: STATE_VERSION,
    revision: 0,
    sessionId: at.sessionId,
    workflowType: workflow.name,
    createdAt: at.now,
    currentStage: keys[0],
    stages,
    activeAgents: {},
    failCount: 0,
    rejectCount: 0,
    featureName: at.featureName,
  };
}

/** A key as people type it: `test:2`, or `TEST` for the first `TEST` that is not done. */
export function findStageKey(state: WorkflowState, typed: string): string | undefined {
  const wanted = typed.toUpperCase();
  return openStage(state, wanted) ?? Object.keys(state.stages).find((key) => key.toUpperCase() === wanted);
}

function openStage(state: WorkflowState, name: string): string | undefined {
  return Object.keys(state.stages).find(
    (key) => stageOf(key) === name && state.stages[key]?.status !== "completed",
  );
}

export function setStage(
  state: WorkflowState,
  key: string,
  status: StageStatus,
  now: string,
  result?: string,
): WorkflowState {
  const before = state.stages[key];
  if (before === undefined) return state;
  const { result: _result, completedAt: _completedAt, ...kept } = before;
  const after: StageState = {
    ...kept,
    status,
    ...(result === undefined ? {} : { result }),
    ...(status === "completed" ? { completedAt: now } : {}),
  };
  const stages = { ...state.stages, [key]: after };
  return { ...state, stages, currentStage: status === "completed" ? nextStage(stages) : key };
}

/** What is being worked at comes before what is merely open; nothing when all is done. */
function nextStage(stages: WorkflowState["stages"]): string | undefined {
  const open = Object.entries(stages).filter(([, stage]) => stage.status !== "completed");
  return (open.find(([, stage]) => stage.status === "active") ?? open[0])?.[0];
}

/** A subagent began: its stage is active. An agent that belongs to no stage of this workflow changes nothing. */
export function agentStarted(state: WorkflowState, agent: string, now: string): WorkflowState {
  const stage = stageOfAgent(agent);
  if (stage === undefined) return state;
  const open = openStage(state, stage);
  // Called again after its stage was done (a reviewer sent the work back): listed, but nothing is undone.
  const key = open ?? Object.keys(state.stages).findLast((done) => stageOf(done) === stage);
  if (key === undefined) return state;
  const activeAgents = { ...state.activeAgents, [freeName(state, agent)]: { stage: key, startedAt: now } };
  return { ...(open === undefined ? state : setStage(state, open, "active", now)), activeAgents };
}

/** Agents of one name may run side by side: `tester`, `tester#2`. */
function freeName(state: WorkflowState, agent: string): string {
  let name = agent;
  for (let n = 2; Object.hasOwn(state.activeAgents, name); n++) name = `${agent}#${n}`;
  return name;
}

/** It ended: the verdict in its last message decides. Without one its stage is done, with no result noted. */
export function agentStopped(
  state: WorkflowState,
  agent: string,
  lastMessage: string,
  now: string,
): WorkflowState {
  const name = Object.keys(state.activeAgents)
    .filter((active) => active === agent || active.startsWith(`${agent}#`))
    .at(-1);
  if (name === undefined) return state;
  const { [name]: stopped, ...activeAgents } = state.activeAgents;
  const rest = { ...state, activeAgents };
  const key = stopped?.stage ?? "";
  const verdict = verdictIn(lastMessage);
  const isGood = verdict !== "fail" && verdict !== "reject";
  const others = Object.values(activeAgents).some((active) => active.stage === key);
  return isGood && others ? rest : judgeStage(rest, key, verdict, now);
}

/** Failed or rejected: the stage is open again, stays the current one, and it is counted. Else it is done. */
export function judgeStage(
  state: WorkflowState,
  key: string,
  verdict: Verdict | undefined,
  now: string,
): WorkflowState {
  if (verdict !== "fail" && verdict !== "reject") return setStage(state, key, "completed", now, verdict);
  const reopened = setStage(state, key, "pending", now, verdict);
  return verdict === "fail"
    ? { ...reopened, failCount: state.failCount + 1 }
    : { ...reopened, rejectCount: state.rejectCount + 1 };
}

export function isComplete(state: WorkflowState): boolean {
  return Object.values(state.stages).every((stage) => stage.status === "completed");
}
