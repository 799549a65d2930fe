/** The write routes of S4, for users of claude-mem and for programs other than Claude Code. */

import { Hono } from "hono";
import { redactor } from "../../redact/redactor.ts";
import { promptKey, responseKey } from "../../store/records/keys.ts";
import { forSession, toObservation } from "../../store/records/observation.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { RecordBatch } from "../../store/records/records.ts";
import type { Service } from "../service.ts";
import {
  addObservation,
  addPrompt,
  addResponse,
  startSession,
  stopSession,
  summarizeSession,
} from "./operations/record.ts";
import { ApiError, serveOperation } from "./request.ts";

export function recordRoutes(service: Service): Hono {
  const { store } = service;
  const app = new Hono();

  // Never the same twice: what a program sends within a millisecond has an order too, and learning depends on it.
  let last = 0;
  const now = () => {
    last = Math.max(service.now(), last + 1);
    return last;
  };

  /** The session in a request; its project is derived from the folder, as for a hook. */
  const sessionOf = (body: { sessionId: string; cwd?: string | undefined; project?: string | undefined }) => {
    const cwd = body.cwd ?? body.project ?? "";
    return { id: body.sessionId, cwd, project: service.projectOf(cwd), at: now() };
  };
  const entryOf = (id: string, key: string) => ({
    key,
    sessionId: id,
    at: now(),
    redaction: redactor.version,
  });
  const record = async (batch: RecordBatch) => ({
    sessionId: batch.session.id,
    added: await recordsIn(store).record(batch),
  });

  /** As at the end of a turn in Claude Code. */
  const learn = (id: string) => service.work.learn(id, now());

  serveOperation(app, startSession, async ({ body }) =>
    record({ session: { ...sessionOf(body), source: body.source ?? "startup" } }),
  );

  serveOperation(app, addPrompt, async ({ body }) => {
    const key = promptKey(body.sessionId, body.promptId, body.content, String(now()));
    const promptId = body.promptId === undefined ? {} : { promptId: body.promptId };
    const text = forSession(redactor, body.sessionId).text(body.content);
    const prompts = [{ ...entryOf(body.sessionId, key), ...promptId, text }];
    return record({ session: sessionOf(body), prompts });
  });

  serveOperation(app, addObservation, async ({ body }) => {
    // The documented client leaves out fields that a tool did not have.
    const { sessionId: id, toolName, toolInput: input = {}, toolResponse = "", toolUseId, ok } = body;
    const call = { sessionId: id, at: now(), toolName, input, response: toolResponse, ok, toolUseId };
    const observations = [toObservation(call, forSession(redactor, id))];
    return record({ session: sessionOf(body), observations });
  });

  serveOperation(app, addResponse, async ({ body }) => {
    const key = responseKey(body.sessionId, body.promptId, undefined, body.content, String(now()));
    const promptId = body.promptId === undefined ? {} : { promptId: body.promptId };
    const text = forSession(redactor, body.sessionId).text(body.content);
    const responses = [{ ...entryOf(body.sessionId, key), ...promptId, text }];
    return record({ session: sessionOf(body), responses });
  });

  serveOperation(app, summarizeSession, async ({ body: { sessionId: id } }) => {
    if ((await recordsIn(store).session(id)) === undefined) throw new ApiError(404, "Session not found.");
    const summary = await service.work.summarize(id, now(), service.messages.locale);
    await learn(id);
    return { sessionId: id, summary: summary ?? "" };
  });

  /** In Claude Code, Stop is a checkpoint; a caller of this route means the end of the session. */
  serveOperation(app, stopSession, async ({ body: { sessionId: id } }) => {
    if ((await recordsIn(store).session(id)) === undefined) throw new ApiError(404, "Session not found.");
    await recordsIn(store).endSession(id, now(), "api");
    await learn(id);
    return { sessionId: id };
  });

  return app;
}
