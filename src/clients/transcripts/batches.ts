/** Collects records by session until they are taken. */
import type { EventRecord, Observation, Prompt, RecordBatch, Response } from "../../store/records/records.ts";
import type { EntryHead } from "../claude-code/transcript.ts";

/** Without a project: the code that records it finds the project of the folder. */
export interface OpenBatch extends Required<Omit<RecordBatch, "session">> {
  session: { id: string; cwd: string; at: number; model?: string; branch?: string };
}

export function createBatches() {
  let batches = new Map<string, OpenBatch>();
  let size = 0;

  function of(head: EntryHead): OpenBatch {
    let batch = batches.get(head.sessionId);
    if (batch === undefined) {
      const session: OpenBatch["session"] = { id: head.sessionId, cwd: "", at: head.at };
      batch = { session, prompts: [], observations: [], responses: [], events: [] };
      batches.set(head.sessionId, batch);
    }
    if (batch.session.cwd === "") batch.session.cwd = head.cwd ?? "";
    if (batch.session.branch === undefined && head.branch !== undefined) batch.session.branch = head.branch;
    return batch;
  }

  return {
    of,
    prompt(head: EntryHead, prompt: Prompt): void {
      size += prompt.text.length;
      of(head).prompts.push(prompt);
    },
    observation(head: EntryHead, observation: Observation): void {
      size += observation.input.length + observation.response.length;
      of(head).observations.push(observation);
    },
    response(head: EntryHead, response: Response): void {
      size += response.text.length;
      const batch = of(head);
      // A turn has one response: a later one replaces the earlier one.
      if (batch.responses.at(-1)?.key === response.key) batch.responses.pop();
      batch.responses.push(response);
    },
    event(head: EntryHead, event: EventRecord): void {
      size += event.body.length;
      of(head).events.push(event);
    },
    /** Number of characters collected. */
    size: () => size,
    take(): OpenBatch[] {
      const taken = [...batches.values()].filter(hasRecords);
      batches = new Map();
      size = 0;
      return taken;
    },
  };
}

function hasRecords(batch: OpenBatch): boolean {
  return batch.prompts.length + batch.observations.length + batch.responses.length + batch.events.length > 0;
}
