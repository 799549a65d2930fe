/** The text that watchers see for an event or an error. */

import type { HookInput, KnownInput, Reply } from "../../clients/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { toMessage } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { redactText } from "../../redact/index.ts";
import type { RecordBatch } from "../../store/records/records.ts";
import { planHeading, toCut, toFirstLine, toObservationTitle } from "../../text/title.ts";
import type { LiveEvent, LiveHub } from "./live.ts";

/** From the batch, not from the input, because the batch is already redacted. */
export function toLiveEvent(input: HookInput, batch: RecordBatch): LiveEvent {
  const event = toCut(input.event === "Unknown" ? input.name : input.event, 100);
  const { id: sessionId, project, at } = batch.session;
  const base = {
    type: "event" as const,
    event,
    sessionId,
    project,
    at,
    ...(input.agentId === undefined ? {} : { agentId: input.agentId }),
  };
  const [call] = batch.observations ?? [];
  if (call !== undefined) {
    return {
      ...base,
      kind: "observation",
      title: toObservationTitle(call),
      tool: call.toolName,
      ok: call.ok,
      ...(call.agentType === undefined ? {} : { agentType: call.agentType }),
      ...(call.durationMs === undefined ? {} : { durationMs: call.durationMs }),
    };
  }
  const [prompt] = batch.prompts ?? [];
  if (prompt !== undefined)
    return { ...base, kind: "prompt", title: toFirstLine(planHeading(prompt.text) ?? prompt.text) };
  const [response] = batch.responses ?? [];
  if (response !== undefined) return { ...base, kind: "response", title: toFirstLine(response.text) };
  const tool = "toolName" in input && typeof input.toolName === "string" ? { tool: input.toolName } : {};
  return { ...base, kind: "event", title: event, ...tool };
}

/** Characters of an input or output to show. */
const SHOWN = 4000;

export function toLiveHook(
  run: { id: string; name: string; ms: number; error?: string | undefined; input: KnownInput; reply: Reply },
  at: number,
): LiveEvent {
  const show = (value: unknown) => toCut(redactText(JSON.stringify(value)), SHOWN);
  const { id, name, ms, error, input, reply } = run;
  return {
    type: "hook",
    at,
    id,
    name: toCut(redactText(name), 200),
    event: input.event,
    ms,
    input: show(input.raw),
    answer: show(reply),
    ...(error === undefined ? {} : { error: toCut(redactText(error), SHOWN) }),
  };
}

/** The first line of the injected text, without the tag around it. */
export function toTitle(text: string): string {
  return toFirstLine(text.replace(/^<[^>\n]*>\s*/, ""));
}

/** The same log, with errors also shown on the page. */
export function withLiveErrors(log: Log, hub: LiveHub, now: Clock): Log {
  return {
    ...log,
    error(message, fields) {
      log.error(message, fields);
      const why = fields?.error === undefined ? "" : `: ${toMessage(fields.error)}`;
      hub.publish({ type: "error", at: now(), message: toCut(redactText(`${message}${why}`), 500) });
    },
  };
}
