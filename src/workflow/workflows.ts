/** Which stages a kind of work goes through. A configuration may add more. */
import { z } from "zod";
import type { Messages, StageName, WorkflowName } from "../locale/messages.ts";
import { isStage, STAGE_NAMES } from "./stages.ts";

export interface Workflow {
  name: string;
  stages: readonly StageName[];
  /** Only of a workflow that a configuration added; ours are in the catalogue. */
  label?: string;
}

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

/** Strict: a typo in a configuration must be said. */
export const ownWorkflowsSchema = z.record(
  z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "use lower-case words joined by hyphens"),
  z.strictObject({
    label: z.string().min(1).optional(),
    stages: z
      .array(
        z
          .string()
          .refine(isStage, `use a stage's name: ${STAGE_NAMES.join(", ")}`)
          .transform((name) => name as StageName),
      )
      .min(1)
      .max(50),
  }),
);
export type OwnWorkflows = z.output<typeof ownWorkflowsSchema>;

/** Ours and the configured ones; a configured one of the same name wins. */
export function workflowNamed(name: string, own: OwnWorkflows = {}): Workflow | undefined {
  const configured = Object.hasOwn(own, name) ? own[name] : undefined;
  if (configured !== undefined) {
    const { label, stages } = configured;
    return { name, stages, ...(label === undefined ? {} : { label }) };
  }
  return isWorkflow(name) ? { name, stages: WORKFLOWS[name] } : undefined;
}

export function workflowNames(own: OwnWorkflows = {}): string[] {
  return [...new Set([...Object.keys(WORKFLOWS), ...Object.keys(own)])];
}

export function workflowLabel(name: string, messages: Messages, own: OwnWorkflows = {}): string {
  const configured = Object.hasOwn(own, name) ? own[name]?.label : undefined;
  return configured ?? (isWorkflow(name) ? messages.workflows[name] : messages.ownWorkflow);
}

function isWorkflow(name: string): name is WorkflowName {
  return Object.hasOwn(WORKFLOWS, name);
}

/** A stage that comes up again gets its number: `TEST`, `TEST:2`. */
export function stageKeys(stages: readonly StageName[]): string[] {
  const seen = new Map<StageName, number>();
  return stages.map((stage) => {
    const times = (seen.get(stage) ?? 0) + 1;
    seen.set(stage, times);
    return times === 1 ? stage : `${stage}:${times}`;
  });
}
