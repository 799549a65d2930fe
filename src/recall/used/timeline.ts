/**
 * Records when each item was first mentioned in a session and last used. It is built once per session, so that judging an
 * item and its whole pool of control items takes a few lookups each.
 */

import { isSameFile } from "../../memory/digest/cause.ts";
import type { EventRecord, Injection, Observation, Prompt, Response } from "../../store/records/records.ts";
import { inputField, toInputText } from "../../text/input-text.ts";
import { commandsOf, toFiles } from "./item.ts";

interface TimelineRecords {
  prompts: readonly Prompt[];
  observations: readonly Observation[];
  responses: readonly Response[];
  events?: readonly EventRecord[];
}

interface Seen {
  name: string;
  at: number;
}

export interface Timeline {
  /** First mention of a file, in any text or injected earlier. */
  fileStood(file: string, until: number): boolean;
  fileTouchedAfter(file: string, at: number): boolean;
  commandStood(command: string, until: number): boolean;
  commandRunAfter(command: string, at: number): boolean;
  /** The call that an injection came with; undefined for a prompt or a start. */
  triggerOf(injection: Pick<Injection, "event" | "at">): Observation | undefined;
}

export function createTimeline(
  records: TimelineRecords,
  injections: readonly Pick<Injection, "at" | "text">[] = [],
): Timeline {
  const calledAt = callTimes(records.events ?? []);
  const stood = new Map<string, Seen[]>();
  const touched = new Map<string, Seen[]>();
  const ran = new Map<string, { first: number; last: number }>();
  const spoken: { at: number; text: string }[] = [];
  const injected = injections.map(({ at, text }) => ({
    at,
    text,
    files: toFiles(text),
  }));

  const mention = (text: string, at: number, said = false): void => {
    for (const name of new Set(toFiles(text))) addSeen(stood, name, at, Math.min);
    if (said) spoken.push({ at, text });
  };
  for (const { text, at } of records.prompts) mention(text, at, true);
  for (const { text, at } of records.responses) mention(text, at, true);
  for (const call of records.observations) {
    const at = calledAt.get(call.toolUseId ?? "") ?? call.at;
    mention(toInputText(call.input), at);
    mention(call.response, call.at);
    const line = call.toolName === "Bash" ? (inputField(call.input, "command") ?? "") : "";
    for (const command of commandsOf(line)) {
      const known = ran.get(command);
      ran.set(command, { first: Math.min(known?.first ?? at, at), last: Math.max(known?.last ?? at, at) });
    }
    if (!call.ok) continue;
    for (const file of [...call.files, ...toFiles(line)]) {
      addSeen(touched, file.replaceAll("\\", "/"), at, Math.max);
    }
  }

  return {
    fileStood: (file, until) =>
      (stood.get(baseOf(file)) ?? []).some(({ name, at }) => at <= until && isSameFile(name, file)) ||
      injected.some(({ at, files }) => at < until && files.some((name) => isSameFile(name, file))),
    fileTouchedAfter: (file, after) =>
      (touched.get(baseOf(file)) ?? []).some(
        ({ name, at }) => at > after && (name === file || name.endsWith(`/${file}`)),
      ),
    commandStood: (command, until) =>
      [...ran].some(([run, { first }]) => first <= until && isRunOf(run, command)) ||
      spoken.some(({ at, text }) => at <= until && text.includes(command)) ||
      injected.some(({ at, text }) => at < until && text.includes(command)),
    commandRunAfter: (command, after) =>
      [...ran].some(([run, { last }]) => last > after && isRunOf(run, command)),
    triggerOf: (injection) => triggerOf(injection, records.observations, calledAt),
  };
}

/** `bun test src/a.test.ts` is a run of `bun test`. */
export function isRunOf(run: string, command: string): boolean {
  return run === command || run.startsWith(`${command} `);
}

function triggerOf(
  { event, at }: Pick<Injection, "event" | "at">,
  observations: readonly Observation[],
  calledAt: ReadonlyMap<string, number>,
): Observation | undefined {
  if (event === "PostToolUse" || event === "PostToolUseFailure") {
    return observations.find((call) => call.at === at);
  }
  if (event !== "PreToolUse") return undefined;
  // If the announcement was not recorded, the next result belongs to the call.
  return (
    observations.find((call) => calledAt.get(call.toolUseId ?? "") === at) ??
    observations.find((call) => call.at >= at)
  );
}

/** When the client announced each call; its result comes later. */
function callTimes(events: readonly EventRecord[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { event, at, body } of events) {
    if (event !== "PreToolUse") continue;
    const id = inputField(body, "tool_use_id");
    if (id !== undefined) times.set(id, at);
  }
  return times;
}

function addSeen(
  map: Map<string, Seen[]>,
  name: string,
  at: number,
  choose: (a: number, b: number) => number,
): void {
  const base = baseOf(name);
  const list = map.get(base) ?? [];
  const known = list.find((one) => one.name === name);
  if (known === undefined) list.push({ name, at });
  else known.at = choose(known.at, at);
  map.set(base, list);
}

function baseOf(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).toLowerCase();
}
