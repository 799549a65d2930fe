/** The sixteen built-in stages, each with its agent. The labels are in the message catalogue. */
import type { Messages, StageName } from "../../locale/messages.ts";

interface Stage {
  emoji: string;
  /** The subagent whose start and stop move the stage. */
  agent: string;
}

export const STAGES: Readonly<Record<StageName, Stage>> = {
  PM: { emoji: "🎯", agent: "product-manager" },
  PLAN: { emoji: "📋", agent: "planner" },
  ARCH: { emoji: "🏗️", agent: "architect" },
  DESIGN: { emoji: "🎨", agent: "designer" },
  DEV: { emoji: "💻", agent: "developer" },
  DEBUG: { emoji: "🔧", agent: "debugger" },
  REVIEW: { emoji: "🔍", agent: "code-reviewer" },
  TEST: { emoji: "🧪", agent: "tester" },
  SECURITY: { emoji: "🛡️", agent: "security-reviewer" },
  "DB-REVIEW": { emoji: "🗄️", agent: "database-reviewer" },
  QA: { emoji: "🏁", agent: "qa" },
  E2E: { emoji: "🌐", agent: "e2e-runner" },
  "BUILD-FIX": { emoji: "🔨", agent: "build-error-resolver" },
  REFACTOR: { emoji: "🧹", agent: "refactor-cleaner" },
  RETRO: { emoji: "🔁", agent: "retrospective" },
  DOCS: { emoji: "📝", agent: "doc-updater" },
};

export const STAGE_NAMES = Object.keys(STAGES) as StageName[];

/** `TEST:2` is the second occurrence of stage `TEST`. */
export function stageOf(key: string): string {
  const colon = key.indexOf(":");
  return colon === -1 ? key : key.slice(0, colon);
}

/** Undefined for a stage of another tool's file. */
function builtIn(key: string): (Stage & { name: StageName }) | undefined {
  const name = stageOf(key) as StageName;
  return Object.hasOwn(STAGES, name) ? { name, ...STAGES[name] } : undefined;
}

export const emojiOf = (key: string): string => builtIn(key)?.emoji ?? "";

/** `🧪 Testing`; a stage of another tool's file is shown by its key. */
export function stageTitle(key: string, messages: Messages): string {
  return `${emojiOf(key)} ${stageLabel(key, messages)}`.trimStart();
}

export function stageLabel(key: string, messages: Messages): string {
  const stage = builtIn(key);
  return stage === undefined ? key : messages.stages[stage.name];
}

/** The subagent whose start and end move the stage; empty if there is none. */
export const agentOf = (key: string): string => builtIn(key)?.agent ?? "";

/** Plugins put their name in front: `team:developer` is a `developer`. */
export function agentName(agent: string): string {
  return agent.slice(agent.lastIndexOf(":") + 1).toLowerCase();
}
