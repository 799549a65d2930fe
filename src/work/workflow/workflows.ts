/** Which stages a kind of work goes through. A configuration may add more. */
import { z } from "zod";
import type { Messages, StageName, WorkflowName } from "../../locale/messages.ts";
import { STAGE_NAMES, type StageLook } from "./stages.ts";

/** A built-in stage by its name, or one of the user's own with its looks. */
type StageChoice = string | ({ name: string } & StageLook);

export interface Workflow {
  name: string;
  stages: readonly StageChoice[];
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

/** `TEST:2` is the second `TEST`, so a name has no colon. */
const stageName = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[^:\p{Cc}]+$/u, "use a name without a colon");
/** A built-in stage with a slip of the keys: `DEVV` for `DEV`. Written as an object it is a stage of the user's own. */
function isSlip(name: string): boolean {
  const typed = name.toUpperCase();
  return (
    name.length > 2 &&
    STAGE_NAMES.some((stage) => stage !== name && stage.length > 2 && isOneOff(typed, stage))
  );
}

/** At most one sign more, less or other. */
function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let same = 0;
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same++;
  const [restA, restB] = [a.slice(same), b.slice(same)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restB.slice(1) === restA;
}

const shortText = z.string().trim().min(1).max(80).optional();

/** Any language. Strict otherwise: a misspelt field must be reported. */
export const ownWorkflowsSchema = z.record(
  z.string(),
  z.strictObject({
    label: shortText,
    stages: z
      .array(
        z.union([
          stageName.refine((name) => !isSlip(name), `use a stage's name: ${STAGE_NAMES.join(", ")}`),
          z.strictObject({ name: stageName, label: shortText, emoji: shortText, agent: shortText }),
        ]),
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
export function stageKeys(stages: readonly StageChoice[]): string[] {
  const seen = new Map<string, number>();
  return stages.map((choice) => {
    const stage = typeof choice === "string" ? choice : choice.name;
    const times = (seen.get(stage) ?? 0) + 1;
    seen.set(stage, times);
    return times === 1 ? stage : `${stage}:${times}`;
  });
}
