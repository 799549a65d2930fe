/** Records in the shape that scripts rely on (`pawl sessions --json` and the API alike). Times are ISO text. */
import type {
  EventRecord,
  Observation,
  Prompt,
  Response,
  Session,
  SessionOverview,
  Summary,
} from "./records.ts";
import { statusOf } from "./running.ts";

const iso = (at: number) => new Date(at).toISOString();

function head(session: Session, now: number) {
  return {
    id: session.id,
    project: session.project,
    startedAt: iso(session.startedAt),
    endedAt: session.endedAt === undefined ? null : iso(session.endedAt),
    status: statusOf(session, now),
    client: session.client,
  };
}

export function toSessionListJson(sessions: readonly SessionOverview[], now: number) {
  return {
    sessions: sessions.map((session) => ({
      ...head(session, now),
      prompts: session.prompts,
      observations: session.observations,
      title: session.title,
    })),
  };
}

interface SessionJsonInput {
  session: Session;
  prompts: readonly Prompt[];
  observations: readonly Observation[];
  responses: readonly Response[];
  events: readonly EventRecord[];
  summary?: Summary;
}

export function toSessionJson(records: SessionJsonInput, now: number) {
  return {
    ...head(records.session, now),
    prompts: records.prompts.map(({ at, text }) => ({ at: iso(at), text })),
    observations: records.observations.map((observation) => ({
      toolUseId: observation.toolUseId ?? null,
      toolName: observation.toolName,
      ok: observation.ok,
      files: observation.files,
      agentId: observation.agentId ?? null,
      at: iso(observation.at),
    })),
    responses: records.responses.map(({ at, text, agentId }) => ({
      at: iso(at),
      text,
      agentId: agentId ?? null,
    })),
    summary: records.summary?.text ?? null,
  };
}
