/** Pawl's own part of an answer is worth nothing when it is late. The work itself goes on. */
import { pass, type Reply } from "../protocol/index.ts";
import type { HookCall } from "./call.ts";
import type { Services } from "./services.ts";

export const DEADLINE_MS = 1200;

export async function withDeadline(
  work: Promise<Reply>,
  { name }: Pick<HookCall, "name">,
  { count, log, isPlayback }: Pick<Services, "count" | "log" | "isPlayback">,
  deadlineMs = DEADLINE_MS,
): Promise<Reply> {
  if (isPlayback === true) return work;
  const late = Promise.withResolvers<"late">();
  const timer = setTimeout(() => late.resolve("late"), deadlineMs);
  const first = await Promise.race([work, late.promise]);
  clearTimeout(timer);
  if (first !== "late") return first;
  count("hook_deadline");
  log.warn("a hook was not answered in time", { name });
  return pass;
}
