/** A workflow and its timeline in the terminal. */
import { formatTime } from "../../platform/clock.ts";
import type { Caller } from "../../work/actions.ts";
import { statusLines } from "../../work/view.ts";
import { progressOf } from "../../work/workflow/bar.ts";
import type { TimelineEvent } from "../../work/workflow/timeline.ts";
import { workflowLabel } from "../../work/workflow/workflows.ts";
import { workflowPath } from "../../work/workflow-files.ts";
import type { Work } from "../../work/works.ts";
import { bold, dim, plain, print } from "../output.ts";

export function toWorkflowJson({ state, folder }: Work, { id, messages, own }: Caller) {
  return {
    ...state,
    sessionId: id ?? state.sessionId,
    label: workflowLabel(state.workflowType, messages, own),
    progress: progressOf(state),
    path: workflowPath(folder),
  };
}

export function showWorkflow(work: Work, caller: Caller): void {
  const [first = "", ...rest] = statusLines(work, caller).flatMap((line) => line.split("\n"));
  print(bold(plain(first)));
  for (const line of rest) print(plain(line));
}

const KNOWN = new Set(["ts", "type", "category", "label"]);

export function showTimeline(events: readonly TimelineEvent[]): void {
  for (const event of events) {
    const details = Object.entries(event)
      .filter(([name, value]) => !KNOWN.has(name) && (typeof value === "string" || typeof value === "number"))
      .map(([name, value]) => `${name}=${value}`);
    const at = formatTime(Date.parse(event.ts));
    print(`${dim(at)}  ${plain(event.label)}  ${dim(plain(details.join(" ")))}`.trimEnd());
  }
}
