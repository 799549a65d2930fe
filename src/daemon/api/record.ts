/** Operations that write sessions: the routes of S4, for users of claude-mem and for programs other than Claude Code. */

import { z } from "zod";
import { redactor } from "../../redact/redactor.ts";
import { promptKey, responseKey } from "../../store/records/keys.ts";
import { forSession, toObservation } from "../../store/records/observation.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { RecordBatch } from "../../store/records/records.ts";
import type { Service } from "../service.ts";
import { ApiError, post, sessionId } from "./request.ts";
import { added } from "./shapes.ts";

const folder = z.string().max(4000).optional();
const of = <F extends z.ZodRawShape>(fields: F) =>
  z.looseObject({
    sessionId,
    cwd: folder.describe("The folder that the session works in; its project is derived from it"),
    project: folder.describe("Used if there is no cwd"),
    ...fields,
  });
type Of = { sessionId: string; cwd?: string | undefined; project?: string | undefined };

const id = z.string().max(200).optional();
const words = z.string().refine((text) => text.trim() !== "", "must not be empty");
const said = of({ content: words, promptId: id });

export const startSession = post("/api/sessions/start", "Start a session", {
  description: "Name the folder here: what a session teaches is kept for its project.",
  body: of({ source: z.string().max(200).optional() }),
  answer: added,
  run: ({ body }, service) => record(body, { session: { source: body.source ?? "startup" } }, service),
});

export const addPrompt = post("/api/prompts", "Record what the user asked", {
  description: "A repeated promptId with the same text is recorded once.",
  body: said,
  answer: added,
  run({ body }, service) {
    const at = nextMoment(service);
    const key = promptKey(body.sessionId, body.promptId, body.content, String(at));
    return record(body, { prompts: [toEntry(body, key, at)] }, service);
  },
});

export const addObservation = post("/api/observations", "Record a tool call and its result", {
  description: "The result is cut at 10,000 characters. A repeated toolUseId is recorded once.",
  body: of({
    toolName: z.string().min(1).max(500),
    toolInput: z.unknown().optional(),
    toolResponse: z.unknown().optional(),
    toolUseId: id,
    ok: z
      .boolean()
      .default(true)
      .describe("False if the call failed; Pawl learns from failures and what follows"),
  }),
  answer: added,
  run({ body }, service) {
    // The documented client leaves out fields that a tool did not have.
    const { sessionId, toolName, toolInput: input = {}, toolResponse: response = "", toolUseId, ok } = body;
    const call = { sessionId, at: nextMoment(service), toolName, input, response, ok, toolUseId };
    const observations = [toObservation(call, forSession(redactor, sessionId))];
    return record(body, { observations }, service);
  },
});

export const addResponse = post("/api/responses", "Record the assistant's last words in a turn", {
  body: said,
  answer: added,
  run({ body }, service) {
    const at = nextMoment(service);
    const key = responseKey(body.sessionId, body.promptId, undefined, body.content, String(at));
    return record(body, { responses: [toEntry(body, key, at)] }, service);
  },
});

export const summarizeSession = post(
  "/api/sessions/summarize",
  "Write a session's summary and learn from the session so far",
  {
    body: of({}),
    answer: z.object({ sessionId: z.string(), summary: z.string() }),
    canMiss: true,
    async run({ body }, service) {
      await mustExist(body.sessionId, service);
      const at = nextMoment(service);
      const summary = await service.work.summarize(body.sessionId, at, service.messages.locale);
      await service.work.learn(body.sessionId, nextMoment(service));
      return { sessionId: body.sessionId, summary: summary ?? "" };
    },
  },
);

/** In Claude Code, Stop is a checkpoint; a caller of this route means the end of the session. */
export const stopSession = post("/api/sessions/stop", "End a session and learn from it", {
  body: of({}),
  answer: z.object({ sessionId: z.string() }),
  canMiss: true,
  async run({ body }, service) {
    await mustExist(body.sessionId, service);
    await recordsIn(service.store).endSession(body.sessionId, nextMoment(service), "api");
    await service.work.learn(body.sessionId, nextMoment(service));
    return { sessionId: body.sessionId };
  },
});

async function mustExist(session: string, { store }: Service): Promise<void> {
  if ((await recordsIn(store).session(session)) === undefined) throw new ApiError(404, "Session not found.");
}

const moments = new WeakMap<Service, number>();

/** Never the same twice: requests within one millisecond need an order too, because learning depends on it. */
function nextMoment(service: Service): number {
  const moment = Math.max(service.now(), (moments.get(service) ?? 0) + 1);
  moments.set(service, moment);
  return moment;
}

function toEntry({ sessionId, content, promptId }: z.output<typeof said>, key: string, at: number) {
  const text = forSession(redactor, sessionId).text(content);
  const prompt = promptId === undefined ? {} : { promptId };
  return { key, sessionId, at, redaction: redactor.version, ...prompt, text };
}

/** Its project is derived from the folder, as for a hook. */
async function record(
  { sessionId, cwd, project = "" }: Of,
  { session, ...records }: Omit<RecordBatch, "session"> & { session?: { source: string } },
  service: Service,
) {
  const folder = cwd ?? project;
  const seen = { id: sessionId, cwd: folder, project: service.projectOf(folder), at: nextMoment(service) };
  return {
    sessionId,
    added: await recordsIn(service.store).record({ session: { ...seen, ...session }, ...records }),
  };
}
