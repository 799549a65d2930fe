/** What an export contains, as `pawl export` writes it. A file may have been edited: all of it is checked. */
import { z } from "zod";
import { MEMORY_ORIGINS, MEMORY_STATUSES, RELATION_KINDS } from "../../memory/records/memory.ts";

const text = z.string();
const time = z.number().int().min(0);

const provenance = z.object({
  sessionId: text.optional(),
  event: text.optional(),
  file: text.optional(),
  fileHash: text.optional(),
  evidence: text.optional(),
  at: z.number().optional(),
});

const relation = z.object({ from: text, to: text, kind: z.enum(RELATION_KINDS) });

export const exportedMemory = z.object({
  uri: text,
  project: text,
  content: text,
  priority: z.number(),
  disclosure: text.optional(),
  status: z.enum(MEMORY_STATUSES),
  origin: z.enum(MEMORY_ORIGINS),
  provenance: provenance.optional(),
  updatedAt: time,
  versions: z.array(
    z.object({
      content: text,
      priority: z.number(),
      disclosure: text.optional(),
      status: z.enum(MEMORY_STATUSES),
      at: time,
      author: text,
      reason: text.optional(),
    }),
  ),
  relations: z.array(relation),
});
export type ExportedMemory = z.output<typeof exportedMemory>;

export const exportedSolution = z.object({
  project: text,
  fingerprint: text.min(1),
  kind: text,
  toolName: text,
  errorSample: text,
  text,
  steps: z.array(text),
  source: z.enum(["user", "derived", "model"]),
  provenance: provenance.optional(),
  successes: z.int().min(0).max(10_000),
  failures: z.int().min(0).max(10_000),
  lastSeenAt: time,
});
export type ExportedSolution = z.output<typeof exportedSolution>;

const entry = { key: text.min(1), sessionId: text.min(1), at: time, agentId: text.optional() };
const spoken = z.object({ ...entry, text, promptId: text.optional() });

export const exportedSession = z
  .object({
    session: z.object({
      id: text.min(1).max(200),
      project: text,
      cwd: text,
      startedAt: time,
      lastEventAt: time,
      endedAt: time.optional(),
      endReason: text.optional(),
      status: z.enum(["active", "ended"]),
      client: text.optional(),
      transcriptPath: text.optional(),
      model: text.optional(),
      branch: text.optional(),
    }),
    prompts: z.array(spoken),
    observations: z.array(
      z.object({
        ...entry,
        toolName: text,
        toolUseId: text.optional(),
        promptId: text.optional(),
        agentType: text.optional(),
        ok: z.boolean(),
        input: text,
        response: text,
        files: z.array(text),
        durationMs: z.number().optional(),
      }),
    ),
    responses: z.array(spoken),
    events: z.array(z.object({ ...entry, event: text, body: text })),
    summary: z.object({ at: time, text }).optional(),
    injections: z
      .array(
        z.object({
          event: text,
          at: time,
          text,
          tokens: z.number(),
          sources: z.array(
            z.object({
              uri: text,
              type: text,
              reason: text,
              tokens: z.number(),
              text: text.optional(),
              score: z.number().optional(),
              parts: z.record(text, z.number()).optional(),
            }),
          ),
        }),
      )
      .default([]),
  })
  // A key begins with its session: no file can replace a record of another one.
  .refine(({ session, prompts, observations, responses, events }) =>
    [...prompts, ...observations, ...responses, ...events].every(
      ({ key, sessionId }) => sessionId === session.id && key.startsWith(`${session.id}/`),
    ),
  );
export type ExportedSession = z.output<typeof exportedSession>;
