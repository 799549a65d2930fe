/** Records that wait for a second person, readable. */

import { parseBody, type Redact } from "./bodies.ts";
import type { Codec } from "./codec-type.ts";
import type { OpenTeam } from "./open.ts";
import { lineOf } from "./preview.ts";
import { openRow } from "./pull.ts";
import type { SharedBody } from "./records/record.ts";
import type { RecordRow } from "./server/team-server.ts";

export interface WaitingRecord {
  /** On the server. */
  project: number;
  id: string;
  rev: string;
  author: string;
  at: number;
  kind: string;
  text: string;
  body: SharedBody;
}

export async function listWaiting(team: OpenTeam, redact: Redact): Promise<WaitingRecord[]> {
  const hello = await team.hello();
  const { codec } = team.parts();
  const names = new Map((await team.server.members()).map(({ id, name }) => [id, name]));
  return (await team.server.waiting()).flatMap((row): WaitingRecord[] => {
    const key = hello.projects.find(({ id }) => id === row.project)?.key;
    if (key === undefined || row.body === null) return [];
    const body = readRow(row, key, codec, redact);
    if (body === undefined) return [];
    const { project, id, rev, at } = row;
    const author = names.get(row.author) ?? `#${row.author}`;
    return [{ project, id, rev, author, at: Math.round(at), kind: body.kind, text: lineOf(body), body }];
  });
}

/** One that cannot be read must not hide the others. */
function readRow(row: RecordRow, key: string, codec: Codec, redact: Redact): SharedBody | undefined {
  try {
    return parseBody(openRow(row, key, codec), redact);
  } catch {
    return undefined;
  }
}
