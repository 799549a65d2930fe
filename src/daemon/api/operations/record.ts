/** Operations that write sessions: the routes of S4. */

import { z } from "zod";
import { operation, sessionId } from "../request.ts";
import { added } from "./shapes.ts";

const folder = z.string().max(4000).optional();
const of = <F extends z.ZodRawShape>(fields: F) =>
  z.looseObject({
    sessionId,
    cwd: folder.describe("The folder that the session works in; its project is derived from it"),
    project: folder.describe("Used if there is no cwd"),
    ...fields,
  });

const id = z.string().max(200).optional();
const words = z.string().refine((text) => text.trim() !== "", "must not be empty");

export const startSession = operation({
  method: "post",
  path: "/api/sessions/start",
  summary: "Start a session",
  description: "Name the folder here: what a session teaches is kept for its project.",
  body: of({ source: z.string().max(200).optional() }),
  answer: added,
});

export const addPrompt = operation({
  method: "post",
  path: "/api/prompts",
  summary: "Record what the user asked",
  description: "A repeated promptId with the same text is recorded once.",
  body: of({ content: words, promptId: id }),
  answer: added,
});

export const addObservation = operation({
  method: "post",
  path: "/api/observations",
  summary: "Record a tool call and its result",
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
});

export const addResponse = operation({
  method: "post",
  path: "/api/responses",
  summary: "Record the assistant's last words in a turn",
  body: of({ content: words, promptId: id }),
  answer: added,
});

export const summarizeSession = operation({
  method: "post",
  path: "/api/sessions/summarize",
  summary: "Write a session's summary and learn from the session so far",
  body: of({}),
  answer: z.object({ sessionId: z.string(), summary: z.string() }),
  canMiss: true,
});

export const stopSession = operation({
  method: "post",
  path: "/api/sessions/stop",
  summary: "End a session and learn from it",
  body: of({}),
  answer: z.object({ sessionId: z.string() }),
  canMiss: true,
});
