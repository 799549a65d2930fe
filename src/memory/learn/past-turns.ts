/** A session as moments: each prompt with what was changed for it and what the answer was. */

import type { Response } from "../records/records.ts";
import { inProject } from "../records/summary.ts";
import { toAllWords } from "../text/distinctive-words.ts";
import { cut } from "../text/quote.ts";
import { isEdit } from "./edits.ts";
import type { PastTurn, SessionMaterial } from "./types.ts";

/** Told later, at most; and what is compared, which may be more. */
const ASKED_CHARACTERS = 500;
const ANSWERED_CHARACTERS = 700;
const COMPARED_CHARACTERS = 2_000;
const MOST_FILES = 40;

/** Oldest first. What subagents changed was changed for the prompt that started them. */
export function pastTurnsIn(session: SessionMaterial): PastTurn[] {
  const prompts = session.prompts
    .filter(({ agentId, text }) => agentId === undefined && text.trim() !== "")
    .sort((a, b) => a.at - b.at);
  return prompts.map((prompt, index) => {
    const until = prompts[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const isInside = ({ at }: { at: number }) => at >= prompt.at && at < until;
    const times = new Map<string, number>();
    for (const call of session.observations) {
      if (!call.ok || !isEdit(call.toolName) || !isInside(call)) continue;
      for (const file of call.files) {
        const path = inProject(file, session.project);
        times.set(path, (times.get(path) ?? 0) + 1);
      }
    }
    const changed = [...times]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST_FILES)
      .map(([path]) => path);
    const answered = lastOf(session.responses ?? [], isInside)?.text ?? "";
    return {
      sessionId: session.sessionId,
      key: prompt.key,
      at: prompt.at,
      asked: cut(prompt.text, ASKED_CHARACTERS),
      changed,
      answered: cut(answered, ANSWERED_CHARACTERS),
      words: {
        asked: toSpaced(prompt.text),
        answered: toSpaced(answered),
        // Files outside the project are plans and notes: their names say where they lie, not what was done.
        changed: toSpaced(changed.filter((path) => !/^(?:\/|[A-Za-z]:)/.test(path)).join("\n")),
      },
    };
  });
}

function toSpaced(text: string): string {
  return toAllWords(text.slice(0, COMPARED_CHARACTERS)).join(" ");
}

function lastOf(
  responses: readonly Response[],
  isInside: (response: Response) => boolean,
): Response | undefined {
  return responses.filter((response) => response.agentId === undefined && isInside(response)).at(-1);
}
