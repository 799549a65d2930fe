/** Which text of a record is indexed; the same for every engine. */

import { toInputText } from "../../text/input-text.ts";
import { planHeading, toCut, toFirstLine, toObservationTitle } from "../../text/title.ts";
import type { Observation } from "../records/records.ts";

/** Characters; the rest of a long text is stored but not indexed. */
const TEXT_LIMIT = 20_000;
const INPUT_LIMIT = 4_000;
const ANSWER_LIMIT = 4_000;
/** A file's content can be read from the file; its beginning is enough to find the call. */
const COPY_LIMIT = 1_500;
/** The output of an edit repeats its input and the whole file; an error is short. */
const ECHO_LIMIT = 300;

const ANSWER_LIMITS: ReadonlyMap<string, number> = new Map([
  ...["Edit", "MultiEdit", "Write", "NotebookEdit", "TodoWrite"].map((tool) => [tool, ECHO_LIMIT] as const),
  ...["Read", "NotebookRead", "Grep", "Glob", "LS"].map((tool) => [tool, COPY_LIMIT] as const),
]);

export interface Document {
  title: string;
  text: string;
}

/** For a prompt, response or summary. */
export function toTextDocument(text: string): Document {
  return { title: toFirstLine(planHeading(text) ?? text), text: toCut(text, TEXT_LIMIT) };
}

export function toCallDocument(
  call: Pick<Observation, "toolName" | "input" | "response" | "files">,
): Document {
  const input = toCut(toInputText(call.input), INPUT_LIMIT);
  const files = call.files.filter((file) => !input.includes(file));
  const answer = toCut(call.response, ANSWER_LIMITS.get(call.toolName) ?? ANSWER_LIMIT);
  return {
    title: toObservationTitle(call),
    text: [input, answer, ...files].filter((part) => part !== "").join("\n"),
  };
}

/** A memory's URI names its topic; its disclosure says when it is relevant. */
export function toMemoryDocument(memory: {
  uri: string;
  content: string;
  disclosure: string | null;
}): Document {
  const parts = [memory.content, memory.disclosure ?? "", memory.uri];
  return { title: toFirstLine(memory.content), text: parts.filter((part) => part !== "").join("\n") };
}

export function toSolutionDocument(solution: {
  errorSample: string;
  text: string;
  steps: readonly string[];
}): Document {
  const { errorSample, text, steps } = solution;
  return {
    title: toFirstLine(text),
    text: toCut([errorSample, text, ...steps.filter((step) => !step.startsWith("{"))].join("\n"), TEXT_LIMIT),
  };
}
