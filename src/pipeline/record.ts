/** Stores the event without its secrets. From here on it cannot be lost. */

import { CLIENTS, DEFAULT_CLIENT, type HookInput } from "../clients/index.ts";
import { toLiveEvent } from "../history/live/live-events.ts";
import { PawlError } from "../platform/errors.ts";
import { isThere } from "../platform/files.ts";
import { branchOf } from "../platform/git.ts";
import { SPOOL_MARK } from "../platform/hook-request.ts";
import { redactor } from "../redact/redactor.ts";
import { forSession } from "../store/records/observation.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { RecordBatch } from "../store/records/records.ts";
import { toBatch } from "./batch.ts";
import { needsAnswer } from "./events/post-tool-use.ts";
import { type HookCall, type Services, sessionRefOf } from "./services.ts";

/** After this time a short call is over, so storing its announcement does not delay its result. */
const ANNOUNCED_MS = 100;

/** After Pawl's answer is ready and sent. With 0, the write sometimes comes first. */
const AFTER_ANSWER_MS = 1;

/** After these events the transcript is read in the background. Stop and SessionEnd read it before they summarize. */
const FOLLOWED: ReadonlySet<string> = new Set(["SessionStart", "UserPromptSubmit", "SubagentStop"]);

const ENDS: ReadonlySet<string> = new Set(["Stop", "SessionEnd"]);
const WRITTEN_MS = 1000;

/** Stores an event that had to wait for the answer. Call it when the answer is ready. */
export type StoreRest = () => void;

export async function record(
  input: HookInput,
  call: HookCall,
  services: Services,
): Promise<StoreRest | undefined> {
  if (call.isReplay) {
    await store(input, call, services);
    return undefined;
  }
  const save = async () => {
    const batch = await store(input, call, services);
    if (services.live.watchers > 0) services.live.publish(toLiveEvent(input, batch));
  };
  // PreToolUse only announces a call, and the client waits for its answer. The result contains the call itself.
  const isAnnounced = input.event === "PreToolUse";
  const waits = !isAnnounced && isRestorable(input, call, services);
  if (isAnnounced) services.background.add(save, ANNOUNCED_MS);
  else if (!waits) await withinReason(save, input, call, services);
  await services.sessions.notes.saw(input, call.env, sessionRefOf(input, call, services));
  return waits ? () => services.background.add(save, AFTER_ANSWER_MS) : undefined;
}

/** The answer waits until a large event is stored, unless the work thread is busy with a long task. */
async function withinReason(
  save: () => Promise<void>,
  { sessionId }: HookInput,
  { body }: HookCall,
  { background, seen }: Services,
): Promise<void> {
  if (body.length <= LARGE || seen.inTranscript.get(sessionId) !== true) return save();
  const saved = save();
  background.add(() => saved);
  await Promise.race([saved, Bun.sleep(THREAD_MS)]);
}

/** If the daemon is killed before the call is stored, the next one reads it from the transcript, under the same key. */
function isRestorable(input: HookInput, { client }: HookCall, { seen }: Services): boolean {
  if (input.event !== "PostToolUse" || input.toolUseId === undefined || needsAnswer(input)) return false;
  return (client ?? DEFAULT_CLIENT) === DEFAULT_CLIENT && seen.inTranscript.get(input.sessionId) === true;
}

/** Redacting more than this may take 0.2 s, during which no other session gets an answer, so the work thread does it. */
const LARGE = 32_000;
const THREAD_MS = 100;

async function store(input: HookInput, call: HookCall, services: Services): Promise<RecordBatch> {
  const cwd = input.cwd ?? "";
  const kept = asKept(input, call, services);
  const seen = {
    at: call.at,
    cwd,
    project: services.projectOf(cwd),
    client: call.client,
    promptMark: call.isReplay ? toPromptMark(input.raw[SPOOL_MARK]) : undefined,
  };
  const here = () => toBatch(kept, { ...seen, redact: forSession(redactor, input.sessionId) });
  const batch = call.body.length > LARGE ? await services.work.batch(kept, seen).catch(here) : here();
  if (input.event === "SessionStart") {
    const branch = call.branch ?? branchOf(cwd);
    if (branch !== undefined) batch.session.branch = redactor.text(branch);
  }
  try {
    await recordsIn(services.store).record(batch);
  } catch (error) {
    if (error instanceof PawlError && error.code === "store_corrupt") services.onDamage();
    throw error;
  }
  services.indexSoon(batch.session.project);
  const { sessionId, transcriptPath } = input;
  if (transcriptPath === undefined) return batch;
  // The store already has the path of the session's transcript. A client without transcripts may still name a file.
  if (services.seen.inTranscript.get(sessionId) !== true && isThere(transcriptPath))
    services.seen.inTranscript.set(sessionId, true);
  if (input.event === "SessionStart") await services.sessions.lineages.started(input, call.at);
  if (FOLLOWED.has(input.event)) {
    services.background.add(() => services.catchUps.session(sessionId, transcriptPath));
  }
  if (ENDS.has(input.event) && CLIENTS[call.client ?? DEFAULT_CLIENT].writesLater === true)
    services.background.add(() => services.catchUps.session(sessionId, transcriptPath), WRITTEN_MS);
  // Codex keeps a subagent's file beside the session's, not below it.
  const agentPath = input.event === "SubagentStop" ? input.agentTranscriptPath : undefined;
  if (agentPath !== undefined) services.background.add(() => services.catchUps.session(sessionId, agentPath));
  return batch;
}

/** This version of the client has different fields: `pawl doctor` shows the count, and the transcript supplies the record. */
function asKept(input: HookInput, call: HookCall, { count }: Pick<Services, "count">): HookInput {
  const { missingField } = CLIENTS[call.client ?? DEFAULT_CLIENT];
  if (input.event === "Unknown" || missingField?.(input) === undefined) return input;
  count(FIELD_MISSING);
  return { ...input, event: "Unknown", name: input.event } as HookInput;
}

const FIELD_MISSING = "client_field_missing";

/** The mark that the key of a spooled, redacted prompt is made from. Pawl wrote it, but a file can be edited: validate it. */
function toPromptMark(value: unknown): string | undefined {
  return typeof value === "string" && /^[0-9a-z]{1,12}-[0-9a-f]{5}$/.test(value) ? value : undefined;
}
