/** Knowledge of other members in a project, in the form that recall reads beside the project's own past. */
import { DIGEST_VERSION, type SessionDigest } from "../../memory/digest/types.ts";
import type { TeamKnowledge } from "../../recall/past/past.ts";
import type { BodyOf, SharedBody } from "./record.ts";

interface SharedRecord {
  id: string;
  author: string;
  at: number;
  body: SharedBody;
}

export function toTeamKnowledge(records: readonly SharedRecord[]): TeamKnowledge {
  const knowledge: TeamKnowledge = { sessions: [], pitfalls: [], commands: [] };
  for (const { id, author, at, body } of records) {
    if (body.kind === "solution") knowledge.sessions.push(...toSessions(id, { author, at }, body));
    else if (body.kind === "pitfall") {
      knowledge.pitfalls.push({ author, at, key: body.key, text: body.text });
    } else if (body.kind === "command") {
      const { command, purpose } = body;
      knowledge.commands.push({ author, at, command, ...(purpose === undefined ? {} : { purpose }) });
    }
  }
  return knowledge;
}

/** Recall asks for two sessions at some fixes; more than three make no difference, so a higher number is not sent. */
export const COUNTED_SESSIONS = 3;

/** One session per occurrence, because recall counts sessions. */
function toSessions(
  id: string,
  by: { author: string; at: number },
  { failure, sessions }: BodyOf<"solution">,
): SessionDigest[] {
  return Array.from({ length: Math.min(Math.max(1, sessions), COUNTED_SESSIONS) }, (_, place) => ({
    ...by,
    version: DIGEST_VERSION,
    sessionId: `team:${id}:${place}`,
    startedAt: failure.at,
    lastAt: failure.at,
    turns: [],
    files: [],
    commands: [],
    failures: [{ ...failure, observation: "" }],
  }));
}
