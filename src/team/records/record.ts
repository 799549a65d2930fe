/** What a team shares: the content of one record. Never a prompt or an output, except the sentence that it quotes. */
import { z } from "zod";
import { CONTENT_LIMIT } from "../../memory/records/memory.ts";

const text = (most: number) => z.string().max(most);
const content = text(CONTENT_LIMIT);
const line = text(2000);
/** A valid time of a date. */
const at = z.number().min(0).max(8.64e15);

const cure = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("command"), instead: line, removed: z.array(line), added: z.array(line) }),
  z.object({ kind: z.literal("run"), command: line }),
  z.object({ kind: z.literal("environment"), text: line }),
  z.object({ kind: z.literal("folder"), folder: line, command: line }),
  z.object({ kind: z.literal("file"), path: line, text: line }),
]);

/** Ignores additions of newer versions, but checks the type and length of every known field. */
export const bodySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("memory"),
    uri: text(320),
    content: content.min(1),
    priority: z.int().min(0).max(10),
    disclosure: text(500).exactOptional(),
    status: z.enum(["active", "deprecated", "archived", "deleted"]),
    origin: z.enum(["user", "derived", "model"]),
    /** The source sentence, and its time. */
    evidence: line.exactOptional(),
    saidAt: at.exactOptional(),
    /** The file it is about, relative to the project's root. */
    file: line.exactOptional(),
  }),
  // A failure with its fix.
  z.object({
    kind: z.literal("solution"),
    failure: z.object({
      key: line,
      tool: text(200),
      command: line.exactOptional(),
      error: line,
      names: z.array(line).max(50),
      isUsage: z.boolean(),
      at,
      cure,
    }),
    /** The number of sessions with it, up to a limit. */
    sessions: z.int().min(1),
  }),
  // A member's own solution to an error.
  z.object({
    kind: z.literal("written-solution"),
    fingerprint: line,
    toolName: text(200),
    errorSample: content,
    text: content.min(1),
    steps: z.array(content).max(50),
  }),
  z.object({ kind: z.literal("pitfall"), key: line, text: line }),
  z.object({ kind: z.literal("command"), command: line, purpose: text(20).exactOptional() }),
]);

export type SharedBody = z.output<typeof bodySchema>;
export type BodyOf<Kind extends SharedBody["kind"]> = Extract<SharedBody, { kind: Kind }>;
