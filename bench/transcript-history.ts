/** A transcript, read by Pawl's own reader, with the position of every compaction. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { gunzipSync } from "node:zlib";
import { createCounts, readEntries } from "../src/clients/transcripts/entries.ts";
import { createRecords } from "../src/clients/transcripts/to-records.ts";
import { REDACTION_VERSION, redactJson, redactText } from "../src/redact/index.ts";
import type { Observation, Prompt, Response } from "../src/store/records/records.ts";

export interface Compaction {
  /** How much of the history existed when it happened. */
  prompts: number;
  observations: number;
  responses: number;
  summary: string;
}

export interface Transcript {
  project: string;
  prompts: Prompt[];
  observations: Observation[];
  responses: Response[];
  compactions: Compaction[];
}

export function readHistory(path: string): Transcript {
  const bytes = readFileSync(path);
  const lines = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").split("\n");
  const id = basename(path).replace(/\.jsonl(\.gz)?$/, "");
  const records = createRecords({ text: redactText, json: redactJson, version: REDACTION_VERSION });
  const counts = createCounts();
  const result: Transcript = { project: "", prompts: [], observations: [], responses: [], compactions: [] };
  const take = (): void => {
    for (const batch of records.take()) {
      result.prompts.push(...batch.prompts);
      result.observations.push(...batch.observations);
      result.responses.push(...batch.responses);
    }
  };
  let boundary = false;
  for (const line of lines) {
    if (line === "") continue;
    for (const entry of readEntries(line, id, counts)) {
      if (result.project === "" && entry.kind !== "noise") result.project = entry.cwd ?? "";
      if (entry.kind === "compact") boundary = true;
      if (entry.kind === "user" && entry.isCompactSummary) {
        take();
        if (boundary) result.compactions.push(placeIn(result, entry.text));
        boundary = false;
      }
      records.push(entry);
    }
  }
  records.finish(Number.POSITIVE_INFINITY);
  take();
  return result;
}

function placeIn({ prompts, observations, responses }: Transcript, summary: string): Compaction {
  return {
    prompts: prompts.length,
    observations: observations.length,
    responses: responses.length,
    summary,
  };
}
