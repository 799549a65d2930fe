/** `workflow.json`: its schema, and every change to it as a function from state to state. */
import { z } from "zod";
import { isObject, tryParse } from "../../clients/fields.ts";
import { agentName, agentOf, emojiOf, SYNONYMS, stageKeys, stageOf } from "./stages.ts";

export const STATE_VERSION = 1;
/** Failures or rejections after which the user decides. */
export const ATTEMPTS = 3;
/** A subagent that was killed sends no event. After this long its entry no longer counts. */
const AGENT_LIFE_MS = 30 * 60_000;
/** Maximum sessions in a file; the newest stay. */
const MOST_SESSIONS = 100;

export const STAGE_STATUSES = ["pending", "active", "completed"] as const;
type StageStatus = (typeof STAGE_STATUSES)[number];

const count = z.int().min(0).catch(0);

const optionalText = z.string().optional().catch(undefined);
/** Other tools write null or an empty text for none. */
const filledText = z.string().min(1).optional().catch(undefined);

const stageSchema = z.looseObject({
  status: z.enum(STAGE_STATUSES).catch("pending"),
  result: optionalText,
  /** `spec` for tests that come before the code, `verify` for those after it. */
  mode: optionalText,
  completedAt: optionalText,
});

/** Loose: a field of another tool is preserved when Pawl writes. */
const workflowStateSchema = z.looseObject({
  /** Absent in files of other tools, which have no versions. */
  version: z.int().optional(),
  /** Incremented with every write, and compared by compare-and-swap. */
  revision: count.optional(),
  /** The session that started it; empty if it was started in a terminal. */
  sessionId: z.string().catch(""),
  /** Every session that worked on it, the newest last. */
  sessions: z.array(z.string()).optional().catch(undefined),
  /** The work's identity: a project, a checkout of it, and the checkout's last branch. */
  project: optionalText,
  worktree: optionalText,
  branch: optionalText,
  /** In a monorepo: the package's folder, relative to the checkout. */
  package: optionalText,
  /** Ended by the user before its last stage. */
  endedAt: optionalText,
  /** The user was asked whether it is done. This happens once, not in every session. */
  askedDone: z.boolean().optional().catch(undefined),
  /** Its feature had open tasks once. */
  hadTasks: z.boolean().optional().catch(undefined),
  workflowType: z.string().min(1),
  createdAt: z.string().catch(""),
  currentStage: filledText,
  stages: z.record(z.string(), stageSchema),
  activeAgents: z
    .record(
      z.string(),
      z.looseObject({
        stage: z.string().catch(""),
        startedAt: z.string().catch(""),
        sessionId: optionalText,
      }),
    )
    .catch({}),
  failCount: count,
  rejectCount: count,
  featureName: filledText,
  /** The client's own task list, for work without a `tasks.md`. */
  clientTasks: z
    .array(z.object({ session: z.string(), id: z.string(), text: z.string(), status: z.string() }))
    .optional()
    .catch(undefined),
});
export type WorkflowState = z.output<typeof workflowStateSchema>;
export type StageState = WorkflowState["stages"][string];

type ParsedState = { state: WorkflowState } | { fault: "empty" | "damaged" | "newer" };

/** Parses the file's text. Never throws: a broken file is a value too. */
export function parseState(text: string): ParsedState {
  if (text.trim() === "") return { fault: "empty" };
  const json = tryParse(text);
  // Checked first: the meaning of the other fields in a newer version is unknown.
  if (isObject(json) && typeof json.version === "number" && json.version > STATE_VERSION)
    return { fault: "newer" };
  const parsed = workflowStateSchema.safeParse(json);
  return parsed.success ? { state: parsed.data } : { fault: "damaged" };
}

/** `now` is an ISO time, here and below. */
export function startWorkflow(
  workflow: { name: string; stages: readonly string[] },
  at: { sessionId: string; now: string; featureName?: string },
): WorkflowState {
  const keys = stageKeys(workflow.stages);
  const code = keys.findIndex((key) => key === "DEV" || key === "REFACTOR");
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

/** A key as people type it: `test:2`, or `TEST` or its label for the first unfinished `TEST`. */
export function findStageKey(
  state: WorkflowState,
  typed: string,
  labelOf: (key: string) => string = () => "",
): string | undefined {
  const wanted = fold(typed);
  const isIt = (key: string) => fold(stageOf(key)) === wanted || fold(labelOf(key)) === wanted;
  return openStage(state, isIt) ?? Object.keys(state.stages).find((key) => fold(key) === wanted || isIt(key));
}

function fold(name: string): string {
  return name.trim().normalize("NFC").toUpperCase();
}

function openStage(state: WorkflowState, isIt: (key: string) => boolean): string | undefined {
  return Object.keys(state.stages).find((key) => isIt(key) && state.stages[key]?.status !== "completed");
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
  const moved = { ...state, stages, currentStage: status === "completed" ? nextStage(stages) : key };
  // The user was asked at the limit. If the work continues, the counts restart at zero.
  return status === "completed" && isStuck(state) ? { ...moved, failCount: 0, rejectCount: 0 } : moved;
}

/** Three failures or rejections: the user decides how to continue. */
export function isStuck(state: Pick<WorkflowState, "failCount" | "rejectCount">): boolean {
  return state.failCount >= ATTEMPTS || state.rejectCount >= ATTEMPTS;
}

/** The stage in progress comes before open ones; undefined if all are done. */
function nextStage(stages: WorkflowState["stages"]): string | undefined {
  const open = Object.entries(stages).filter(([, stage]) => stage.status !== "completed");
  return (open.find(([, stage]) => stage.status === "active") ?? open[0])?.[0];
}

/** A subagent started: its stage becomes active. An agent without a stage in this workflow changes nothing. */
export function agentStarted(
  state: WorkflowState,
  agent: string,
  now: string,
  sessionId?: string,
): WorkflowState {
  const isIts = isStageOf(agent);
  const open = openStage(state, isIts);
  // Called again after its stage was done (a reviewer returned the work): it is listed, but nothing is undone.
  const key = open ?? Object.keys(state.stages).findLast(isIts);
  if (key === undefined) return state;
  const entry = { stage: key, startedAt: now, ...(sessionId === undefined ? {} : { sessionId }) };
  const activeAgents = { ...state.activeAgents, [freeName(state, agent)]: entry };
  return { ...(open === undefined ? state : setStage(state, open, "active", now)), activeAgents };
}

function isStageOf(agent: string): (key: string) => boolean {
  const name = agentName(agent);
  return (key) => name !== "" && agentOf(key).toLowerCase() === name;
}

/** Agents with the same name may run in parallel: `tester`, `tester#2`. */
function freeName(state: WorkflowState, agent: string): string {
  let name = agent;
  for (let n = 2; Object.hasOwn(state.activeAgents, name); n++) name = `${agent}#${n}`;
  return name;
}

/** The agent ended: the verdict in its last message decides. Without one, its stage is done, without a result. */
export function agentStopped(
  state: WorkflowState,
  agent: string,
  lastMessage: string,
  now: string,
  sessionId?: string,
): WorkflowState {
  const isSame = (entry: { sessionId?: string | undefined }): boolean =>
    entry.sessionId === undefined || sessionId === undefined || entry.sessionId === sessionId;
  const name = Object.entries(state.activeAgents)
    .filter(([active, entry]) => (active === agent || active.startsWith(`${agent}#`)) && isSame(entry))
    .at(-1)?.[0];
  const { [name ?? ""]: stopped, ...activeAgents } = state.activeAgents;
  // Without an entry (dropped because it ran too long), its stage is found by its name.
  const isIts = isStageOf(agent);
  const key =
    stopped?.stage ?? openStage(state, (one) => isIts(one) && state.stages[one]?.status === "active");
  if (key === undefined) return state;
  const rest = name === undefined ? state : { ...state, activeAgents };
  const verdict = verdictIn(lastMessage);
  const isGood = verdict !== "fail" && verdict !== "reject";
  // Only agents of this session can still be running; entries of other sessions do not block the stage.
  const others = Object.values(rest.activeAgents).some((active) => active.stage === key && isSame(active));
  return isGood && others ? rest : judgeStage(rest, key, verdict, now);
}

/** Drops agents that cannot be running any more: those of `ended` sessions, and old ones of any session. */
export function dropAgents(state: WorkflowState, ended: ReadonlySet<string>, now: string): WorkflowState {
  const oldest = Date.parse(now) - AGENT_LIFE_MS;
  const kept = Object.entries(state.activeAgents).filter(
    ([, { sessionId = state.sessionId, startedAt }]) =>
      !ended.has(sessionId) && !(Date.parse(startedAt) < oldest),
  );
  if (kept.length === Object.keys(state.activeAgents).length) return state;
  return { ...state, activeAgents: Object.fromEntries(kept) };
}

/** If failed or rejected, the stage is open again, stays the current one, and is counted. Otherwise it is done. */
function judgeStage(
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

/** No work is left: completed, or ended by the user. */
export function isFinished(state: WorkflowState): boolean {
  return state.endedAt !== undefined || isComplete(state);
}

/** Marks the session as the one that works on it. Returns the same object if nothing changes. */
export function withSession(state: WorkflowState, sessionId: string): WorkflowState {
  const before = state.sessions ?? (state.sessionId === "" ? [] : [state.sessionId]);
  if (before.at(-1) === sessionId && state.sessions !== undefined) return state;
  const sessions = [...before.filter((id) => id !== sessionId), sessionId].slice(-MOST_SESSIONS);
  return { ...state, sessions, sessionId: state.sessionId === "" ? sessionId : state.sessionId };
}

const ICONS: Readonly<Record<StageStatus, string>> = { completed: "✅", active: "⏳", pending: "⬜" };

export function progressOf(state: Pick<WorkflowState, "stages">) {
  const stages = Object.entries(state.stages);
  return {
    bar: stages.map(([key, stage]) => `${ICONS[stage.status]}${emojiOf(key)}`).join(""),
    done: stages.filter(([, stage]) => stage.status === "completed").length,
    total: stages.length,
  };
}

/** `fail` and `reject` reopen the stage and are counted. */
const VERDICTS = ["pass", "fail", "reject"] as const;
type Verdict = (typeof VERDICTS)[number];

/** The words that move a stage, in the terminal and in the tool. */
export const STAGE_WORDS: readonly string[] = [...STAGE_STATUSES, ...VERDICTS];

type StageChange = (state: WorkflowState, key: string, now: string) => WorkflowState;

export function stageChange(typed: string): StageChange | undefined {
  const word = SYNONYMS[typed.toLowerCase()] ?? typed.toLowerCase();
  const status = STAGE_STATUSES.find((one) => one === word);
  if (status !== undefined) return (state, key, now) => setStage(state, key, status, now);
  const verdict = VERDICTS.find((one) => one === word);
  return verdict && ((state, key, now) => judgeStage(state, key, verdict, now));
}

/** Bounded, so that a message full of unclosed comments stays cheap. */
const COMMENT = /<!--\s{0,20}VERDICT:\s{0,20}(\{[^<>]{0,500}\})\s{0,20}-->/gi;

/** The last verdict counts: an agent may quote the form before it fills it in. A comment that is not JSON is not a verdict. */
export function verdictIn(message: string): Verdict | undefined {
  const last = [...message.slice(-20_000).matchAll(COMMENT)].at(-1)?.[1] ?? "";
  const { result } = Object(tryParse(last));
  return VERDICTS.find((one) => one === String(result).toLowerCase());
}
