/** The turns of the main conversation: the request, the last answer, the changed files. */

import type { SessionMaterial } from "../../store/records/material.ts";
import type { Response } from "../../store/records/records.ts";
import { promptText } from "../../text/prompt.ts";
import { cut } from "../../text/quote.ts";
import { inProject } from "../records/summary.ts";
import type { Call } from "./calls.ts";
import { isInProject } from "./file-changes.ts";
import type { DigestFile, DigestTurn } from "./types.ts";

const PROMPT_CHARACTERS = 600;
const ANSWER_CHARACTERS = 400;
const BEGINNING_CHARACTERS = 180;

/** `calls` are all calls of the session; a subagent's edits belong to the turn that started it. */
export function toTurns(material: SessionMaterial, calls: readonly Call[]): DigestTurn[] {
  const asked = [...material.prompts]
    .filter(({ agentId }) => agentId === undefined)
    .sort((a, b) => a.at - b.at)
    .flatMap((prompt) => {
      const text = promptText(prompt.text);
      return text === undefined ? [] : [{ at: prompt.at, prompt: cut(text, PROMPT_CHARACTERS) }];
    });
  const answers = [...(material.responses ?? [])]
    .filter(({ agentId, text }) => agentId === undefined && text.trim() !== "")
    .sort((a, b) => a.at - b.at);
  const edits = calls.filter(({ changes }) => changes.length > 0).sort((a, b) => a.record.at - b.record.at);
  let answerAt = 0;
  let editAt = 0;
  return asked.map(({ at, prompt }, index) => {
    const end = asked[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    let answer: Response | undefined;
    for (; (answers[answerAt]?.at ?? end) < end; answerAt++) {
      const said = answers[answerAt];
      if (said !== undefined && said.at >= at) answer = said;
    }
    const edited = new Set<string>();
    for (; (edits[editAt]?.record.at ?? end) < end; editAt++) {
      const call = edits[editAt];
      // Changes before the first prompt belong to no turn.
      if (call !== undefined && call.record.at >= at) for (const path of pathsOf(call)) edited.add(path);
    }
    return { at, prompt, answer: answer === undefined ? "" : toAnswer(answer.text), edited: [...edited] };
  });
}

function pathsOf(call: Call): string[] {
  return call.changes
    .filter(({ how, path }) => how !== "folder" && isInProject(path))
    .map(({ path }) => path);
}

/** The first lines of an answer name its subject, the last paragraph its result. */
function toAnswer(text: string): string {
  const whole = text.trim();
  if (whole.length <= ANSWER_CHARACTERS) return whole;
  const last =
    whole
      .split(/\n\s*\n/)
      .at(-1)
      ?.trim() ?? "";
  const beginning = cut(whole.split(/\n\s*\n/)[0] ?? whole, BEGINNING_CHARACTERS);
  if (last === "" || whole.startsWith(last)) return cut(whole, ANSWER_CHARACTERS);
  return `${beginning}\n\n${cut(last, ANSWER_CHARACTERS - beginning.length - 2)}`;
}

/** Most edits first; on a tie, the latest change first. */
export function toFiles(turns: readonly DigestTurn[], calls: readonly Call[]): DigestFile[] {
  const files = new Map<string, { edits: number; last: number }>();
  for (const call of calls) {
    for (const path of pathsOf(call)) {
      files.set(path, { edits: (files.get(path)?.edits ?? 0) + 1, last: call.record.at });
    }
  }
  const inTurns = new Map<string, number[]>();
  turns.forEach(({ edited }, turn) => {
    for (const path of edited) inTurns.set(path, [...(inTurns.get(path) ?? []), turn]);
  });
  return [...files]
    .sort(([, a], [, b]) => b.edits - a.edits || b.last - a.last)
    .map(([path, { edits }]) => ({ path, edits, turns: inTurns.get(path) ?? [] }));
}

const MOST_READ = 8;

/** Most reads first; on a tie, the latest read first. */
export function toRead(calls: readonly Call[], project: string, edited: ReadonlySet<string>): string[] {
  const files = new Map<string, { times: number; last: number }>();
  for (const { record } of calls) {
    if (record.toolName !== "Read" || !record.ok) continue;
    for (const path of record.files.map((file) => inProject(file, project))) {
      if (isInProject(path) && !edited.has(path))
        files.set(path, { times: (files.get(path)?.times ?? 0) + 1, last: record.at });
    }
  }
  return [...files]
    .sort(([, a], [, b]) => b.times - a.times || b.last - a.last)
    .slice(0, MOST_READ)
    .map(([path]) => path);
}
