/** Converts a command's exit to the hook's answer. */

import { tryParse } from "../../clients/fields.ts";
import {
  BadHookOutput,
  type HookEventName,
  type Reply,
  toBlock,
  toPlainReply,
  toReply,
} from "../../clients/index.ts";
import { toMessage } from "../../platform/errors.ts";
import type { ExitPolicy } from "../config/hook-schema.ts";
import { type CommandResult, OUTPUT_LIMIT } from "./command.ts";
import { failedRun, type HookResult, STOPPED, timedOut } from "./outcome.ts";

export function toCommandResult(
  event: HookEventName,
  result: CommandResult,
  policy: ExitPolicy,
  timeoutMs: number,
): HookResult {
  switch (result.kind) {
    case "timeout":
      return timedOut(timeoutMs);
    case "aborted":
      return failedRun(STOPPED);
    case "killed": {
      const why = `It was ended by ${result.signal}.`;
      return policy === "strict"
        ? { outcome: "ok", blocked: why, reply: toBlock(event, why) }
        : failedRun(why);
    }
    case "failed":
      return failedRun(result.error);
    case "exited":
      return toExited(event, result, policy);
  }
}

function toExited(
  event: HookEventName,
  { code, stdout, stderr, cut }: Extract<CommandResult, { kind: "exited" }>,
  policy: ExitPolicy,
): HookResult {
  const reason = stderr.trim().slice(0, 10_000);
  // A shell's codes for a program that is missing or not executable. Only `strict` treats them as a refusal.
  if ((code === 126 || code === 127) && policy !== "strict")
    return failedRun(`It could not be started (code ${code}): ${reason}`);
  const said = readOutput(event, stdout, cut);
  // A decision in the output wins over the code.
  if (code === 0 || policy === "never" || isDecision(said.reply)) return said;
  if (policy === "strict" || code === 2) {
    const blocked = reason === "" ? `The hook refused this (code ${code}).` : reason;
    return { ...said, blocked, reply: { ...said.reply, ...toBlock(event, blocked) } };
  }
  return {
    ...said,
    outcome: "failed",
    error: `It ended with code ${code}${reason === "" ? "." : `: ${reason}`}`,
  };
}

function isDecision({ deny, ask, allow, block, stop }: Reply): boolean {
  return [deny, ask, allow, block, stop].some((part) => part !== undefined);
}

function readOutput(event: HookEventName, stdout: string, cut: boolean): HookResult {
  if (cut) return failedRun(`It printed more than ${OUTPUT_LIMIT} bytes; its answer was not read.`);
  // Invalid JSON counts as text, as in the client.
  const value = /^\s*\{/.test(stdout) ? tryParse(stdout) : undefined;
  if (value === undefined) {
    const looksLikeJson = /^\s*[{[]/.test(stdout);
    const ignored = looksLikeJson ? { ignored: ["The output begins like JSON and is no JSON object"] } : {};
    return { outcome: "ok", reply: toPlainReply(event, stdout), ...ignored };
  }
  try {
    return { outcome: "ok", ...toReply(event, value) };
  } catch (error) {
    if (error instanceof BadHookOutput) return failedRun(toMessage(error));
    throw error;
  }
}
