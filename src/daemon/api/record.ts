/** The write routes of S4, for users of claude-mem and for programs other than Claude Code. */
import { Hono } from "hono";
import { z } from "zod";
import { promptKey, responseKey } from "../../memory/records/keys.ts";
import { toObservation } from "../../memory/records/observation.ts";
import type { RecordBatch } from "../../memory/records/records.ts";
import { redactor } from "../../memory/redact/redactor.ts";
import { projectRoot } from "../../platform/project.ts";
import { summarize } from "../../services/summary/summarize.ts";
import type { Service } from "../service.ts";
import { ApiError, readBody, sessionId } from "./request.ts";

const of = <F extends z.ZodRawShape>(fields: F) =>
  z.looseObject({ sessionId, cwd: z.string().optional(), project: z.string().optional(), ...fields });

const start = of({ source: z.string().optional() });
const prompt = of({ content: z.string(), promptId: z.string().optional() });
const response = of({ content: z.string(), promptId: z.string().optional() });
const observation = of({
  toolName: z.string().min(1),
  toolInput: z.unknown(),
  toolResponse: z.unknown(),
  toolUseId: z.string().optional(),
  ok: z.boolean().default(true),
});

export function recordRoutes(service: Service): Hono {
  const { store, now } = service;
  const app = new Hono();

  /** The session in a request; its project is derived from the folder, as for a hook. */
  const sessionOf = (body: { sessionId: string; cwd?: string | undefined; project?: string | undefined }) => {
    const cwd = body.cwd ?? body.project ?? "";
    return { id: body.sessionId, cwd, project: cwd === "" ? "" : projectRoot(cwd), at: now() };
  };
  const entryOf = (id: string, key: string) => ({
    key,
    sessionId: id,
    at: now(),
    redaction: redactor.version,
  });
  const record = async (batch: RecordBatch) => ({
    sessionId: batch.session.id,
    added: await store.record(batch),
  });

  app.post("/sessions/start", async (c) => {
    const body = await readBody(c, start);
    return c.json(await record({ session: { ...sessionOf(body), source: body.source ?? "startup" } }));
  });

  app.post("/prompts", async (c) => {
    const body = await readBody(c, prompt);
    const key = promptKey(body.sessionId, body.promptId, body.content, String(now()));
    const promptId = body.promptId === undefined ? {} : { promptId: body.promptId };
    const prompts = [{ ...entryOf(body.sessionId, key), ...promptId, text: redactor.text(body.content) }];
    return c.json(await record({ session: sessionOf(body), prompts }));
  });

  app.post("/observations", async (c) => {
    const body = await readBody(c, observation);
    const { sessionId: id, toolName, toolInput: input, toolResponse, toolUseId, ok } = body;
    const call = { sessionId: id, at: now(), toolName, input, response: toolResponse, ok, toolUseId };
    return c.json(await record({ session: sessionOf(body), observations: [toObservation(call, redactor)] }));
  });

  app.post("/responses", async (c) => {
    const body = await readBody(c, response);
    const key = responseKey(body.sessionId, body.promptId, undefined, body.content, String(now()));
    const promptId = body.promptId === undefined ? {} : { promptId: body.promptId };
    const responses = [{ ...entryOf(body.sessionId, key), ...promptId, text: redactor.text(body.content) }];
    return c.json(await record({ session: sessionOf(body), responses }));
  });

  app.post("/sessions/summarize", async (c) => {
    const { sessionId: id } = await readBody(c, of({}));
    if ((await store.session(id)) === undefined) throw new ApiError(404, "Session not found.");
    const summary = await summarize(store, id, now(), redactor.version, service.messages);
    return c.json({ sessionId: id, summary: summary ?? "" });
  });

  /** In Claude Code, Stop is a checkpoint; a caller of this route means the end of the session. */
  app.post("/sessions/stop", async (c) => {
    const { sessionId: id } = await readBody(c, of({}));
    if ((await store.session(id)) === undefined) throw new ApiError(404, "Session not found.");
    await store.endSession(id, now(), "api");
    return c.json({ sessionId: id });
  });

  return app;
}
