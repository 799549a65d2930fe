/**
 * The type of the message catalogue: every sentence that Pawl shows to a person or sends to the model, once per
 * language. It is separate from the languages because pure modules take it as a parameter and import only types.
 */
import type { FileFault } from "../platform/atomic-file.ts";

export const LOCALES = ["en", "zh-TW", "zh-CN", "ko"] as const;
export type Locale = (typeof LOCALES)[number];

export type StageName =
  | "PM"
  | "PLAN"
  | "ARCH"
  | "DESIGN"
  | "DEV"
  | "DEBUG"
  | "REVIEW"
  | "TEST"
  | "SECURITY"
  | "DB-REVIEW"
  | "QA"
  | "E2E"
  | "BUILD-FIX"
  | "REFACTOR"
  | "RETRO"
  | "DOCS";

export type WorkflowName =
  | "standard"
  | "quick"
  | "single"
  | "full"
  | "debug"
  | "refactor"
  | "tdd"
  | "review-only"
  | "docs-only"
  | "security"
  | "discovery"
  | "design"
  | "database"
  | "build-fix"
  | "e2e"
  | "qa"
  | "plan-only"
  | "release";

export type TimelineType =
  | "workflow:start"
  | "workflow:complete"
  | "workflow:abort"
  | "stage:start"
  | "stage:complete"
  | "stage:fail"
  | "stage:reject"
  | "stage:reset"
  | "agent:start"
  | "agent:stop"
  | "feature:change"
  | "compaction:suggest"
  | "session:start"
  | "session:end"
  | "session:compact"
  | "session:restore";

/** Why compaction is suggested. */
interface SuggestionWords {
  /** Tool calls so far. */
  calls(n: number): string;
  /** Thousands of tokens in use. */
  context(thousands: number): string;
  stage(label: string): string;
  green(command: string): string;
  /** One line: the reason, and three good times to compact (S0.8). */
  line(reason: string): string;
}

interface RecoveryWords {
  header: string;
  workflow(type: string, label: string): string;
  progress(bar: string, done: number, total: number): string;
  stage(name: string): string;
  failures(n: number, limit: number): string;
  rejections(n: number, limit: number): string;
  agent(name: string, stage: string): string;
  agents(list: string): string;
  feature(name: string): string;
  goOn: string;
  /** Instead of `goOn`, after three failures or rejections. */
  stopAndAsk: string;
  guide(command: string): string;
  /** Ends a truncated message and says where the full state is. */
  cut(where: string): string;
}

interface TaskWords {
  title: string;
  feature(name: string, checked: string, total: string): string;
  more(n: number): string;
  next: string;
  /** A feature that the workflow names and that is not in any of the folders. */
  notFound(name: string, folders: string): string;
  /** Nothing is open. */
  none: string;
}

/** What the model reads after compaction, below the recovery message. */
interface RestoreWords {
  title: string;
  framing: string;
  files: string;
  legend: string;
  commands: string;
  standing: string;
  open: string;
  failures: string;
  decisions: string;
  more(n: number): string;
}

/** The block of past sessions at SessionStart. */
export interface ContextWords {
  title: string;
  /** Marks the block as notes for reference, not instructions. */
  framing: string;
  session(shortId: string, when: string, project: string): string;
  /** Beside a session that has not ended. */
  running: string;
  counts(prompts: number, toolUses: number): string;
  /** Older sessions with the same summary. */
  alike(n: number): string;
  /** The first prompt, and the last one if there are more. */
  asked(first: string, last?: string): string;
  changed(files: string): string;
  /** Files that were edited again and again lately. */
  lately(files: string): string;
  /** What the last answer says is left to do. */
  left(text: string): string;
  ran(commands: string): string;
  failed(what: string, error: string, state: string): string;
  fixed: string;
  notFixed: string;
  failedMore(n: number): string;
  ended(text: string): string;
  /** Ends a truncated list. */
  more(n: number): string;
}

interface NoticeWords {
  /** A full disk: how many events it has cost, and whether it still is. */
  diskFull(events: number, isFull: boolean): string;
  /** The line for the user at SessionStart. */
  loaded(sessions: number, tokens: number): string;
  nothingLoaded: string;
  restored(tokens: number): string;
  packageManager(name: string, source: string): string;
  memories(n: number, uris: string): string;
  /** Core memories that did not fit into their budget (S1.13). */
  memoriesLeft(n: number, uris: string, budget: number): string;
  /** Behind a list that was cut. */
  andMore(n: number): string;
  /** A rule that Pawl took from what the user said, and how to drop it. */
  ruleTaken(rule: string, uri: string): string;
  summaryComplete: string;
  /** Facts that the client's summary lost and Pawl restored. */
  summaryLost(n: number, total: number, what: string): string;
  lostFiles(n: number): string;
  lostCommands(n: number): string;
  lostStanding(n: number): string;
  lostOpen(n: number): string;
  lostFailures(n: number): string;
  saved(path: string): string;
  notSaved(path: string, why: string): string;
  hooksJson(file: string, command: string): string;
  unsaved(n: number): string;
  rememberPattern(what: string): string;
  /** A hint to remember a change of the project's structure. */
  rememberStructure(path: string): string;
  /** What was learned before a compaction (S1.18). */
  learned(solutions: number, files: number, rules: number, decisions: number): string;
  /** The project's own commands, as one line. */
  commands(list: string): string;
  /** The user's own permission rule matched a tool call. */
  ruleDenies(rule: string): string;
  ruleAsks(rule: string): string;
}

/** Messages about the user's own hooks; each is one line, and `command` is what to run. */
interface HookWords {
  untrusted(hooks: number, command: string): string;
  changed(files: string, command: string): string;
  mistakes(n: number, command: string): string;
  /** Events that the client does not send, or does not wait for. */
  unsent(events: string, command: string): string;
}

interface WorkflowWords {
  none(command: string): string;
  /** First of two lines at the start or at the first prompt. */
  running(workflow: string, done: number, total: number): string;
  /** Second line: how the model sees and moves it. */
  how(command: string): string;
  /** Several unfinished ones in this place. */
  several(list: string): string;
  severalHint(option: string): string;
  /** To the user, at the start of a session. */
  goesOn(workflow: string, bar: string, done: number, total: number): string;
  /** `start` over one that is not finished. */
  alreadyRunning(workflow: string, done: number, total: number): string;
  alreadyRunningHint(replace: string, other: string): string;
  /** To the user, once, at the third failure or rejection. */
  limit(stage: string, failures: number, rejections: number): string;
  featureUnknown(name: string, known: string): string;
  noFeature(name: string): string;
  damaged(path: string, why: string): string;
  ended(type: string): string;
  started(type: string, label: string): string;
  complete(type: string): string;
  /** How to move on to the next stage. */
  next(command: string): string;
  unknownWorkflow(name: string, known: string): string;
  unknownStage(name: string, known: string): string;
  unknownStatus(name: string, known: string): string;
  unknownEvent(type: string): string;
  /** Why a file could not be used, by the fault that the file layer reports. */
  faults: Record<FileFault, string>;
}

export interface HandoffWords {
  /** Marks what follows as somebody's words. */
  framing(author: string, age: string): string;
  ago: { now: string; minutes(n: number): string; hours(n: number): string; days(n: number): string };
  branch: string;
  workflow: string;
  request: string;
  state: string;
  open: string;
  decision: string;
  changed: string;
}

export interface Messages {
  locale: Locale;
  stages: Record<StageName, string>;
  workflows: Record<WorkflowName, string>;
  /** The label of a configured workflow without a label. */
  ownWorkflow: string;
  status: { pending: string; active: string; completed: string };
  timeline: Record<TimelineType, string>;
  recovery: RecoveryWords;
  tasks: TaskWords;
  suggestion: SuggestionWords;
  restore: RestoreWords;
  handoff: HandoffWords;
  context: ContextWords;
  notices: NoticeWords;
  hooks: HookWords;
  workflow: WorkflowWords;
}
