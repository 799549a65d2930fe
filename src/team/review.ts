/** Records that wait for a second person, and projects that wait for a maintainer. */

import { parseBody, type Redact } from "./bodies.ts";
import type { Codec } from "./codec.ts";
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
  /** Absent if this machine cannot read the record; it can still be rejected. */
  body?: SharedBody;
}

export async function listWaiting(team: OpenTeam, redact: Redact): Promise<WaitingRecord[]> {
  const hello = await team.hello();
  const { codec } = team.parts();
  const names = new Map((await team.server.members()).map(({ id, name }) => [id, name]));
  return (await team.server.waiting()).flatMap((row): WaitingRecord[] => {
    const key = hello.projects.find(({ id }) => id === row.project)?.key;
    if (key === undefined || row.body === null) return [];
    const body = readRow(row, key, codec, redact);
    const { project, id, rev, at } = row;
    const author = names.get(row.author) ?? `#${row.author}`;
    const said =
      body === undefined ? { kind: "unreadable", text: "" } : { kind: body.kind, text: lineOf(body), body };
    return [{ project, id, rev, author, at: Math.round(at), ...said }];
  });
}

/** An unreadable record must not hide the others. */
function readRow(row: RecordRow, key: string, codec: Codec, redact: Redact): SharedBody | undefined {
  try {
    return parseBody(openRow(row, key, codec), redact);
  } catch {
    return undefined;
  }
}

/**
 * The name of a requested project. Its key is shown instead if the name belongs to another project or cannot be read: the
 * member chose both, and a harmless name must not open a secret project.
 */
export function wishedProject(
  { key, label }: { key: string; label: string },
  codec: Codec,
  keyVersion: number,
): string {
  try {
    const name = codec.open(key, Buffer.from(label, "base64"), keyVersion);
    return codec.projectName(name) === key ? name : key;
  } catch {
    return key;
  }
}
