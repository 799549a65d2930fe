/** The built-in stages, each with its agent, and the stages of each kind of work. The labels are in the message catalogue. */
import type { Messages, StageName, WorkflowName } from "../../locale/messages.ts";
import data from "./stages.json" with { type: "json" };

interface Stage {
  emoji: string;
  /** The subagent whose start and stop move the stage. */
  agent: string;
}

export const STAGES: Readonly<Record<StageName, Stage>> = data.stages;
export const WORKFLOWS: Readonly<Record<WorkflowName, readonly string[]>> = data.workflows;

/** Of the words that move a stage, as people and models use them. */
export const SYNONYMS: Readonly<Record<string, string>> = data.words;

export const WORKFLOW_NAMES: readonly string[] = Object.keys(WORKFLOWS);

export function stagesOfWorkflow(name: string): readonly string[] | undefined {
  return isWorkflow(name) ? WORKFLOWS[name] : undefined;
}

/** A file of another tool may name a kind that Pawl does not know. */
export function workflowLabel(name: string, messages: Messages): string {
  return isWorkflow(name) ? messages.workflows[name] : messages.ownWorkflow;
}

function isWorkflow(name: string): name is WorkflowName {
  return Object.hasOwn(WORKFLOWS, name);
}

/** A stage that comes up again gets its number: `TEST`, `TEST:2`. */
export function stageKeys(stages: readonly string[]): string[] {
  return stages.map((stage, at) => {
    const times = stages.slice(0, at + 1).filter((one) => one === stage).length;
    return times === 1 ? stage : `${stage}:${times}`;
  });
}

/** `TEST:2` is the second occurrence of stage `TEST`. */
export const stageOf = (key: string): string => key.replace(/:.*/s, "");

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
