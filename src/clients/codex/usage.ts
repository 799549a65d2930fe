/**
 * Reads token counts from a Codex rollout: running totals of the thread, sometimes repeated. Folder, branch, model and turn
 * come from earlier lines.
 */
import { z } from "zod";
import type { Usage, UsageReader } from "../usage.ts";

const text = z.string().optional().catch(undefined);
const count = z.number().nonnegative().catch(0);
const sum = z.object({ input_tokens: count, cached_input_tokens: count, output_tokens: count });

const lineSchema = z.object({
  timestamp: z.string(),
  payload: z.object({
    type: text,
    id: text,
    turn_id: text,
    cwd: text,
    model: text,
    git: z.object({ branch: text }).optional().catch(undefined),
    info: z.object({ total_token_usage: sum, last_token_usage: sum.optional() }).nullish().catch(undefined),
  }),
});

const ABOUT_TOKENS = /"(?:session_meta|turn_context|task_started|token_count)"/;

export function codexUsage(): { reader: UsageReader; mayCount(text: string): boolean } {
  const place = { session: "", folder: "", branch: "", model: "", turn: "" };
  let before = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0 };
  const reader: UsageReader = (line, fileSession): Usage | undefined => {
    const { data } = lineSchema.safeParse(line);
    if (data === undefined) return undefined;
    const { id, turn_id, cwd, model, git, type, info } = data.payload;
    if (place.session === "" && id !== undefined) place.session = id;
    place.turn = turn_id ?? place.turn;
    place.folder = cwd ?? place.folder;
    place.branch = git?.branch ?? place.branch;
    place.model = model ?? place.model;
    const at = Date.parse(data.timestamp);
    if (type !== "token_count" || info == null || Number.isNaN(at)) return undefined;
    const now = info.total_token_usage;
    // A decreasing sum has restarted, for example after a compaction.
    const isReset = now.input_tokens < before.input_tokens || now.output_tokens < before.output_tokens;
    const added = isReset ? (info.last_token_usage ?? now) : less(now, before);
    before = now;
    if (added.input_tokens + added.output_tokens === 0) return undefined;
    return {
      key: [place.turn, now.input_tokens, now.cached_input_tokens, now.output_tokens].join(" "),
      at,
      sessionId: place.session === "" ? fileSession : place.session,
      folder: place.folder,
      branch: place.branch,
      model: place.model,
      input: Math.max(0, added.input_tokens - added.cached_input_tokens),
      output: added.output_tokens,
      cacheRead: added.cached_input_tokens,
      cacheWrite: 0,
      cacheWriteHour: 0,
    };
  };
  return { reader, mayCount: (line) => ABOUT_TOKENS.test(line.slice(0, 400)) };
}

function less(now: typeof sum._output, before: typeof sum._output): typeof sum._output {
  return {
    input_tokens: now.input_tokens - before.input_tokens,
    cached_input_tokens: Math.max(0, now.cached_input_tokens - before.cached_input_tokens),
    output_tokens: now.output_tokens - before.output_tokens,
  };
}
