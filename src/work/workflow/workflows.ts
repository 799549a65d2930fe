/** The stages of each kind of work. */
import type { Messages, StageName, WorkflowName } from "../../locale/messages.ts";

export const WORKFLOWS: Readonly<Record<WorkflowName, readonly StageName[]>> = {
  standard: ["PLAN", "ARCH", "TEST", "DEV", "REVIEW", "TEST", "RETRO", "DOCS"],
  quick: ["DEV", "REVIEW", "TEST"],
  single: ["DEV"],
  full: ["PLAN", "ARCH", "DESIGN", "TEST", "DEV", "REVIEW", "SECURITY", "TEST", "QA", "E2E", "RETRO", "DOCS"],
  debug: ["DEBUG", "DEV", "TEST"],
  refactor: ["ARCH", "TEST", "REFACTOR", "REVIEW", "TEST"],
  tdd: ["TEST", "DEV", "TEST", "REVIEW"],
  "review-only": ["REVIEW"],
  "docs-only": ["DOCS"],
  security: ["SECURITY", "DEV", "TEST", "SECURITY"],
  discovery: ["PM", "PLAN", "ARCH"],
  design: ["PM", "DESIGN", "DEV", "REVIEW", "E2E"],
  database: ["ARCH", "DB-REVIEW", "DEV", "TEST", "DB-REVIEW"],
  "build-fix": ["BUILD-FIX", "TEST"],
  e2e: ["E2E", "DEV", "E2E"],
  qa: ["QA", "TEST"],
  "plan-only": ["PLAN", "ARCH"],
  release: ["REVIEW", "SECURITY", "TEST", "E2E", "QA", "DOCS"],
};

export function stagesOfWorkflow(name: string): readonly StageName[] | undefined {
  return isWorkflow(name) ? WORKFLOWS[name] : undefined;
}

export const WORKFLOW_NAMES: readonly string[] = Object.keys(WORKFLOWS);

/** A file of another tool may name a kind that Pawl does not know. */
export function workflowLabel(name: string, messages: Messages): string {
  return isWorkflow(name) ? messages.workflows[name] : messages.ownWorkflow;
}

function isWorkflow(name: string): name is WorkflowName {
  return Object.hasOwn(WORKFLOWS, name);
}

/** A stage that comes up again gets its number: `TEST`, `TEST:2`. */
export function stageKeys(stages: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return stages.map((stage) => {
    const times = (seen.get(stage) ?? 0) + 1;
    seen.set(stage, times);
    return times === 1 ? stage : `${stage}:${times}`;
  });
}
