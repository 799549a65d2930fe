/** What is known about a file: what was changed in it and why, and what failed in it. */

import type { Observation, Prompt } from "../records/records.ts";
import { inProject } from "../records/summary.ts";
import { toWords } from "../text/distinctive-words.ts";
import { inputField } from "../text/input-text.ts";
import { quote } from "../text/quote.ts";
import { describeEdit, isEdit } from "./edits.ts";
import { mainCommand, shownBy } from "./fingerprint.ts";
import { isSameTask } from "./same-command.ts";
import { isSameFile } from "./solutions.ts";
import type { Failure, FileChange, FileFailure, FileKnowledge, SessionMaterial } from "./types.ts";

const WHY_CHARACTERS = 220;
/** Of one session; the newest are the ones that are still true. */
const MOST_CHANGES = 5;
const MOST_FAILURES = 3;

/** One entry per file that the session changed, or that a failure named and the session touched. */
export function filesIn(session: SessionMaterial): FileKnowledge[] {
  const calls = [...session.observations].sort((a, b) => a.at - b.at);
  const prompts = session.prompts
    .filter(({ agentId, text }) => agentId === undefined && text.trim() !== "")
    .sort((a, b) => a.at - b.at);
  const files = new Map<string, FileKnowledge>();
  const of = (path: string): FileKnowledge => {
    const known = files.get(path) ?? { path, changes: [], failures: [] };
    files.set(path, known);
    return known;
  };
  const isDistinctive = once((prompt: Prompt) => toWords(prompt.text).length >= TELLING_WORDS);
  const reasonAt = (at: number) =>
    reasonFor(
      prompts.filter((prompt) => prompt.at <= at),
      isDistinctive,
    );
  for (const call of calls) {
    const change = toChange(call, reasonAt, session);
    if (change !== undefined) of(change.path).changes.push(change.change);
  }
  const touched = new Set(
    calls.flatMap((call) => call.files.map((file) => inProject(file, session.project))),
  );
  for (const { path, failure } of failuresOf(calls, touched, session)) of(path).failures.push(failure);
  return [...files.values()].map(({ path, changes, failures }) => ({
    path,
    changes: mergeChanges(changes).slice(-MOST_CHANGES),
    failures: failures.slice(-MOST_FAILURES),
  }));
}

function toChange(
  call: Observation,
  reasonAt: (at: number) => string | undefined,
  { project, sessionId }: SessionMaterial,
) {
  const [file] = call.files;
  if (!call.ok || !isEdit(call.toolName) || file === undefined) return undefined;
  const path = inProject(file, project);
  const what = call.toolName === "Write" ? "written as a whole" : describeEdit(call);
  const why = reasonAt(call.at);
  const change: FileChange = {
    what: what === undefined ? "a larger change" : quote(what, 260),
    ...(why === undefined ? {} : { why: quote(why, WHY_CHARACTERS) }),
    at: call.at,
    provenance: { sessionId, key: call.key, at: call.at, file: path },
  };
  return { path, change };
}

/** The prompt in force; "yes, do it" says nothing, then the one that it answers. */
function reasonFor(
  prompts: readonly Prompt[],
  isDistinctive: (prompt: Prompt) => boolean,
): string | undefined {
  return prompts.slice(-REACH).findLast(isDistinctive)?.text;
}

/** A prompt is in force for many changes, and may be long. */
function once(judge: (prompt: Prompt) => boolean): (prompt: Prompt) => boolean {
  const judged = new Map<Prompt, boolean>();
  return (prompt) => {
    const known = judged.get(prompt) ?? judge(prompt);
    judged.set(prompt, known);
    return known;
  };
}

const REACH = 4;
const TELLING_WORDS = 3;

/** Changes for the same prompt are one: the last one tells how it ended. */
function mergeChanges(changes: readonly FileChange[]): FileChange[] {
  const byPrompt = new Map<string, FileChange>();
  for (const change of changes) {
    const key = change.why ?? "";
    const earlier = byPrompt.get(key);
    byPrompt.delete(key);
    // A change that can be told goes before one that is only known to be large.
    const isVague = earlier !== undefined && change.what === "a larger change";
    byPrompt.set(key, isVague ? { ...change, what: earlier.what } : change);
  }
  return [...byPrompt.values()];
}

interface Run {
  call: Observation;
  subject: string;
  failure?: Failure;
}

function failuresOf(calls: readonly Observation[], touched: ReadonlySet<string>, session: SessionMaterial) {
  const runs = calls.flatMap((call): Run[] => {
    const { main, failure } = shownBy(call, session.project);
    const subject = failure?.subject ?? (main ?? otherCommand(call, session.project))?.command;
    if (subject === undefined) return [];
    return [{ call, subject, ...(failure === undefined ? {} : { failure }) }];
  });
  const found = new Map<string, { path: string; failure: FileFailure }>();
  for (const [index, { call, subject, failure }] of runs.entries()) {
    for (const line of failure?.lines ?? []) {
      const named = line.file;
      const path = named === undefined ? undefined : [...touched].find((file) => isSameFile(file, named));
      if (path === undefined) continue;
      const last = runs.slice(index).findLast((run) => isSameTask(subject, run.subject));
      found.set(`${path} ${line.fingerprint}`, {
        path,
        failure: {
          error: line.text,
          fingerprint: line.fingerprint,
          solved: last !== undefined && !complains(last, line.fingerprint),
          at: call.at,
          provenance: { sessionId: session.sessionId, key: call.key, at: call.at, file: path },
        },
      });
    }
  }
  return found.values();
}

/** Other tools than Bash run commands too. */
function otherCommand(call: Observation, project: string) {
  if (call.toolName === "Bash") return undefined;
  return mainCommand(inputField(call.input, "command") ?? "", project);
}

function complains({ failure }: Run, fingerprint: string): boolean {
  return failure?.lines.some((line) => line.fingerprint === fingerprint) ?? false;
}
