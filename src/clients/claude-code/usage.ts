/** Reads token counts from Claude Code's transcript. A message has several lines, each with the counts so far. */
import { z } from "zod";
import type { UsageReader } from "../usage.ts";

const count = z.number().nonnegative().catch(0);

const lineSchema = z.object({
  type: z.literal("assistant"),
  uuid: z.string().optional(),
  timestamp: z.string(),
  sessionId: z.string().optional(),
  cwd: z.string().catch(""),
  gitBranch: z.string().catch(""),
  requestId: z.string().catch(""),
  message: z.object({
    id: z.string().optional(),
    model: z.string(),
    usage: z.object({
      input_tokens: count,
      output_tokens: count,
      cache_read_input_tokens: count,
      cache_creation_input_tokens: count,
      cache_creation: z.object({ ephemeral_1h_input_tokens: count }).optional().catch(undefined),
    }),
  }),
});

/** The client's own messages, such as errors: no model wrote them. */
const SYNTHETIC = "<synthetic>";

const read: UsageReader = (line, fileSession) => {
  const { data } = lineSchema.safeParse(line);
  const at = Date.parse(data?.timestamp ?? "");
  if (data === undefined || data.message.model === SYNTHETIC || Number.isNaN(at)) return undefined;
  const { id, model, usage } = data.message;
  const hour = usage.cache_creation?.ephemeral_1h_input_tokens ?? 0;
  return {
    key: id === undefined ? `${data.uuid ?? `${fileSession} ${at}`}` : `${id} ${data.requestId}`,
    at,
    sessionId: data.sessionId ?? fileSession,
    folder: data.cwd,
    branch: data.gitBranch,
    model,
    input: usage.input_tokens,
    output: usage.output_tokens,
    cacheRead: usage.cache_read_input_tokens,
    cacheWrite: Math.max(0, usage.cache_creation_input_tokens - hour),
    cacheWriteHour: hour,
  };
};

export const claudeUsage = () => ({
  reader: read,
  mayCount: (text: string) => text.includes('"usage":') && text.includes('"assistant"'),
});
