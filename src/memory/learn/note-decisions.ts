/**
 * Edits of the files that clients load by themselves (CLAUDE.md, AGENTS.md, `.claude/rules`): what was laid down there is a
 * decision, and what the user had asked for is its reason. The client knows the file, so it is found and never injected.
 */
import type { Observation, Prompt } from "../../store/records/records.ts";
import { quote } from "../../text/quote.ts";
import { eachEdit } from "./each-edit.ts";
import { changeOf, isEdit } from "./edits.ts";
import type { LearnedFrom } from "./types.ts";

interface NoteDecision {
  text: string;
  /** What the user asked for; empty where nothing was. */
  evidence: string;
  by: "note";
  clarity?: never;
  provenance: LearnedFrom;
}

const NOTES =
  /(?:^|[/\\])((?:\.claude[/\\])?(?:CLAUDE(?:\.local)?|AGENTS)\.md|\.claude[/\\]rules[/\\].+\.md)$/;
/** Of one session, the last ones: a file that is rewritten ten times is one decision. */
const MOST = 3;
const LINES = 3;

export function noteDecisions(session: {
  prompts: readonly Prompt[];
  observations: readonly Observation[];
}): NoteDecision[] {
  const edits = eachEdit(session.observations).filter(({ ok, toolName }) => ok && isEdit(toolName));
  const found = edits.flatMap((call) => {
    const name = call.files.map((file) => NOTES.exec(file)?.[1]).find((note) => note !== undefined);
    const text = name === undefined ? undefined : describe(name.replaceAll("\\", "/"), call);
    if (text === undefined) return [];
    const { sessionId, key, at } = call;
    const evidence = quote(askedBefore(session.prompts, at), 200);
    return [{ text, evidence, by: "note" as const, provenance: { sessionId, key, at } }];
  });
  return found.slice(-MOST);
}

function describe(name: string, call: Observation): string | undefined {
  const { added, removed } = changeOf(call);
  const telling = (lines: readonly string[]) =>
    lines.filter((line) => /\p{L}{3}/u.test(line)).slice(0, LINES);
  const said = telling(added);
  if (said.length > 0) return `${name} now says: ${quote(said.join(" / "), 240)}`;
  const dropped = telling(removed);
  return dropped.length === 0 ? undefined : `${name} no longer says: ${quote(dropped.join(" / "), 240)}`;
}

function askedBefore(prompts: readonly Prompt[], at: number): string {
  const earlier = prompts.filter((prompt) => prompt.at <= at && prompt.agentId === undefined);
  return (
    earlier.reduce<Prompt | undefined>(
      (last, prompt) => (last === undefined || prompt.at >= last.at ? prompt : last),
      undefined,
    )?.text ?? ""
  );
}
