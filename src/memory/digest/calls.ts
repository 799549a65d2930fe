/** The tool calls of a session, prepared for finding fixes: what ran, its outcome, its error, and its changes. */

import type { SessionMaterial } from "../../store/records/material.ts";
import type { Observation } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";
import { quote } from "../../text/quote.ts";
import { causeOf } from "./cause.ts";
import { commandKind, withoutWrapper } from "./command-kind.ts";
import { changesBy, type FileChange } from "./file-changes.ts";
import { isClientNoise, isUsageError } from "./noise.ts";
import { fieldsOf, toOutput } from "./output.ts";
import { type CommandLine, type Run, toLine } from "./runs.ts";
import type { DigestFailure } from "./types.ts";

export interface Call {
  record: Observation;
  /** For Bash: the whole line as typed. */
  typed: string;
  /** For Bash; otherwise empty. */
  runs: Run[];
  /** For Bash: the run that failed. */
  failedRun?: Run;
  failure?: DigestFailure;
  /** Its whole output; a fix may be named anywhere in it. */
  output: string;
  /** The line only changed the folder, for the calls that follow. */
  movedTo?: string;
  changes: FileChange[];
}

const COMMAND_CHARACTERS = 200;

/** Sorted by time and grouped by agent, the main conversation first. */
export function toCallsByAgent(material: SessionMaterial): Call[][] {
  const byAgent = new Map<string, Call[]>();
  for (const record of [...material.observations].sort((a, b) => a.at - b.at)) {
    const agent = record.agentId ?? "";
    const calls = byAgent.get(agent) ?? [];
    calls.push(toCall(record, material.project, material.cwdAt?.(record.at)));
    byAgent.set(agent, calls);
  }
  return [...byAgent.values()];
}

/** `cwd`: the folder in which the call was made. */
export function toCall(record: Observation, project: string, cwd = project): Call {
  const typed = record.toolName === "Bash" ? (inputField(record.input, "command") ?? "") : "";
  return typed === "" ? toolCall(record, project) : bashCall(record, typed, project, cwd);
}

/** The failure of a call; undefined if it succeeded, or if there is nothing to learn from it. */
export function toFailure(record: Observation, project: string): DigestFailure | undefined {
  return toCall(record, project).failure;
}

function toolCall(record: Observation, project: string): Call {
  const text = record.ok ? "" : toOutput(record).text;
  const failure = record.ok || isClientNoise(text) ? undefined : toolFailure(record, text, project);
  return {
    record,
    typed: "",
    runs: [],
    output: text,
    changes: record.ok ? changesBy(record, project, []) : [],
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Tools that look for a file; it does not matter which one did. */
const LOOKS_FOR_FILE = /^(?:Read|Grep|Glob|LS|NotebookRead|Edit|Write|MultiEdit)$/;
const MISSING_PATH = /(?:file|path|directory) does not exist|no such file or directory/i;

function toolFailure(record: Observation, text: string, project: string): DigestFailure | undefined {
  const cause = causeOf(text, project);
  if (cause === undefined) return undefined;
  const base = { tool: record.toolName, at: record.at, observation: record.key };
  if (LOOKS_FOR_FILE.test(record.toolName)) {
    if (!MISSING_PATH.test(text)) return undefined;
    const named = record.files[0] ?? inputField(record.input, "path");
    if (named === undefined) return undefined;
    const path = named.replace(`${project.replace(/\/+$/, "")}/`, "").replace(/^\.\//, "");
    return { ...base, key: `path|${path}`, error: cause.error, names: [path], isUsage: true };
  }
  const missing = /Unknown skill: ([\w:./-]+)|Agent type '([^']+)' not found/.exec(text);
  const name = missing?.[1] ?? missing?.[2];
  if (name !== undefined) {
    const error = quote(text.split(/\n|\. Available/)[0] ?? text, 160);
    return { ...base, key: `${record.toolName}|${name}`, error, names: [name], isUsage: true };
  }
  const { error } = cause;
  // Most errors say only "404" or "not found": the call contains the missing item.
  const names = [...new Set([...cause.names, ...valuesOf(record.input)])];
  return { ...base, key: `${record.toolName}|${cause.text}`, error, names, isUsage: isUsageError(error) };
}

const LONGEST_VALUE = 100;

/** The short texts of a call. */
function valuesOf(input: string): string[] {
  return Object.values(fieldsOf(input)).filter(
    (value): value is string => typeof value === "string" && value.length <= LONGEST_VALUE,
  );
}

function bashCall(record: Observation, typed: string, project: string, cwd: string): Call {
  const line = toLine(typed, record, project, cwd);
  const isNoise = !record.ok && isClientNoise(line.output.text);
  const { failed } = line;
  const failure = isNoise || failed === undefined ? undefined : bashFailure(record, line, failed, project);
  // Refused, so nothing ran.
  const runs = isNoise ? [] : line.runs;
  return {
    record,
    typed,
    runs,
    output: line.output.text,
    changes: isNoise || line.state === "failed" ? [] : changesBy(record, project, runs),
    ...(record.ok && runs.length === 0 && line.folder !== undefined ? { movedTo: line.folder } : {}),
    ...(failure === undefined || failed === undefined ? {} : { failure, failedRun: failed }),
  };
}

function bashFailure(
  record: Observation,
  line: CommandLine,
  run: Run,
  project: string,
): DigestFailure | undefined {
  const cause = causeOf(line.output.text, project);
  if (cause === undefined) return undefined;
  const isCheck = commandKind(run.command) !== undefined;
  // A program under test may print "unknown option" anywhere; a wrong call is reported at once or at the very end.
  const said = line.output.text.split("\n");
  const about = isCheck
    ? [...said.slice(0, 6), ...said.slice(-3)].join("\n")
    : line.output.text.slice(0, 2000);
  const isUsage =
    isUsageError(cause.error, run.words) &&
    (isUsageError(about, run.words) || [126, 127].includes(line.output.exitCode ?? 0));
  return {
    key: `${headOf(run)}|${cause.text}`,
    tool: "Bash",
    command: quote(run.command, COMMAND_CHARACTERS),
    error: cause.error,
    names: cause.names,
    ...(cause.lines.length === 0 ? {} : { lines: cause.lines }),
    isUsage,
    at: record.at,
    observation: record.key,
  };
}

/** The first two words, without wrappers. */
function headOf(run: Pick<Run, "command">): string {
  return withoutWrapper(run.command).split(" ").slice(0, 2).join(" ").slice(0, 80);
}
