/** Real sessions as records, in time order: the input of the memory bench. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Observation, Prompt, RecordBatch, Response } from "../src/memory/records/records.ts";
import { REDACTION_VERSION, redactJson, redactText } from "../src/memory/redact/index.ts";
import { readTranscript } from "../src/transcripts/read.ts";

export interface PastSession {
  id: string;
  cwd: string;
  startedAt: number;
  prompts: Prompt[];
  observations: Observation[];
  responses: Response[];
  batches: RecordBatch[];
}

const redact = { text: redactText, json: redactJson, version: REDACTION_VERSION };

/** `.jsonl` and `.jsonl.gz`; sessions without a prompt or a tool call are skipped. */
export async function readPastSessions(folder: string): Promise<PastSession[]> {
  const scratch = mkdtempSync(join(tmpdir(), "pawl-bench-memory-"));
  const sessions = new Map<string, PastSession>();
  try {
    for (const name of readdirSync(folder)) {
      if (!/\.jsonl(?:\.gz)?$/.test(name)) continue;
      const path = join(scratch, basename(name, ".gz"));
      const packed = readFileSync(join(folder, name));
      writeFileSync(path, name.endsWith(".gz") ? Bun.gunzipSync(packed) : packed);
      await readInto(sessions, path);
      rmSync(path);
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const found = [...sessions.values()].filter((session) => session.prompts.length > 0);
  for (const session of found) {
    session.prompts.sort((a, b) => a.at - b.at);
    session.observations.sort((a, b) => a.at - b.at);
  }
  return found.sort((a, b) => a.startedAt - b.startedAt);
}

async function readInto(sessions: Map<string, PastSession>, path: string): Promise<void> {
  for await (const step of readTranscript({ path, sessionId: basename(path, ".jsonl"), redact })) {
    for (const batch of step.batches) {
      const { id, cwd, at } = batch.session;
      const known = sessions.get(id);
      const session = known ?? {
        id,
        cwd,
        startedAt: at,
        prompts: [],
        observations: [],
        responses: [],
        batches: [],
      };
      session.startedAt = Math.min(session.startedAt, at);
      session.prompts.push(...batch.prompts);
      session.observations.push(...batch.observations);
      session.responses.push(...batch.responses);
      session.batches.push({ ...batch, session: { ...batch.session, project: cwd } });
      sessions.set(id, session);
    }
  }
}
