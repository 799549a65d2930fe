/** Reads an export part by part. As `pawl export` writes it, line by line, whatever its size; formatted otherwise, as a whole. */
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { readLines } from "../../clients/transcripts/lines.ts";
import { MEMORY_ORIGINS, MEMORY_STATUSES, RELATION_KINDS } from "../../memory/records/memory.ts";

type ExportPart =
  | { kind: "memories"; items: unknown[] }
  | { kind: "solutions"; items: unknown[] }
  | { kind: "session"; value: unknown }
  /** A part that is not JSON. */
  | { kind: "unreadable" };

/** A file that was formatted by another program is read whole up to this size. */
const LARGEST_WHOLE = 256 << 20;
/** All memories stand on one line. */
const LONGEST_LINE = LARGEST_WHOLE;

const SECTION = /^\{?"(memories|solutions|permissions)":(\[.*\]),?$/s;

/** A file that is no export has no parts. */
export async function* readExport(path: string): AsyncGenerator<ExportPart> {
  if (!(await isAsWritten(path))) {
    yield* readWhole(path);
    return;
  }
  for await (const lines of readLines(path, { longest: LONGEST_LINE })) {
    for (const { text = "" } of lines) {
      const section = SECTION.exec(text);
      if (section !== null) {
        const items = parse(section[2] ?? "");
        // What was allowed and refused is learned from the sessions again.
        if (section[1] === "permissions") continue;
        if (Array.isArray(items)) yield { kind: section[1] as "memories" | "solutions", items };
        else yield { kind: "unreadable" };
      } else if (text.startsWith('{"session":')) {
        const value = parse(text.replace(/,$/, ""));
        yield value === undefined ? { kind: "unreadable" } : { kind: "session", value };
      } else if (!/^(?:\{"pawl":.*,|"sessions":\[|\]\}|)$/.test(text)) yield { kind: "unreadable" };
    }
  }
}

/** The first lines are those that `pawl export` writes, now or before it named itself. */
async function isAsWritten(path: string): Promise<boolean> {
  for await (const lines of readLines(path, { longest: LONGEST_LINE })) {
    const [first, second] = lines.map(({ text = "" }) => text);
    if (first?.startsWith('{"pawl":'))
      return first.endsWith("},") && (second === undefined || SECTION.test(second));
    return first?.startsWith('{"memories":') === true && SECTION.test(first) && first.endsWith(",");
  }
  return false;
}

async function* readWhole(path: string): AsyncGenerator<ExportPart> {
  if ((await stat(path)).size > LARGEST_WHOLE) return;
  const value = parse(await readFile(path, "utf8"));
  if (typeof value !== "object" || value === null) return;
  const { memories, solutions, sessions } = value as Record<string, unknown>;
  if (Array.isArray(memories)) yield { kind: "memories", items: memories };
  if (Array.isArray(solutions)) yield { kind: "solutions", items: solutions };
  if (Array.isArray(sessions)) for (const one of sessions) yield { kind: "session", value: one };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// What an export contains, as `pawl export` writes it. A file may have been edited: all of it is checked.

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
