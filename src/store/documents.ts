/** What of a record is searched, the same for every engine. */
import { toInputText } from "../memory/input-text.ts";
import type { Observation } from "../memory/records.ts";
import { toCut, toFirstLine, toObservationTitle } from "../memory/title.ts";

/** Characters; the rest of a long text is kept but not searched. */
const TEXT_LIMIT = 20_000;
const INPUT_LIMIT = 4_000;
const ANSWER_LIMIT = 4_000;

export interface Document {
  title: string;
  text: string;
}

/** Of a prompt, response or summary. */
export function toTextDocument(text: string): Document {
  return { title: toFirstLine(text), text: toCut(text, TEXT_LIMIT) };
}

export function toCallDocument(
  call: Pick<Observation, "toolName" | "input" | "response" | "files">,
): Document {
  const input = toCut(toInputText(call.input), INPUT_LIMIT);
  const files = call.files.filter((file) => !input.includes(file));
  return {
    title: toObservationTitle(call),
    text: [input, toCut(call.response, ANSWER_LIMIT), ...files].filter((part) => part !== "").join("\n"),
  };
}
