/** Finds problems between this machine and its team. */

import { toMessage } from "../platform/errors.ts";
import { quote } from "../text/quote.ts";
import type { OpenTeam } from "./open.ts";
import { lineOf } from "./preview.ts";
import type { SharedBody } from "./records/record.ts";
import type { TeamState } from "./run-sync.ts";
import { isLocal, sslModeOf, toPlace } from "./server/address.ts";
import { stateOf } from "./server/errors.ts";
import { SCHEMA_VERSION } from "./server/team-functions.ts";
import { teamIn } from "./sql/index.ts";

export type TeamFinding =
  | { name: "server"; ok: boolean; place: string; reason?: string }
  | { name: "schema"; ok: boolean; version: number; known: number }
  | { name: "clock"; ok: boolean; seconds: number }
  | { name: "encryption"; ok: boolean; sslmode: string }
  | { name: "roles"; ok: boolean }
  | { name: "projects"; ok: boolean; missing: string[] }
  | { name: "outbox"; ok: boolean; pending: number; conflicts: number }
  | { name: "refused"; ok: boolean; records: string[] }
  | { name: "restored"; ok: boolean; at: number; projects: string[] };

const MOST_SECONDS = 300;

export async function examine(
  team: OpenTeam,
  now: () => number,
  { restored }: TeamState = {},
): Promise<TeamFinding[]> {
  const { address } = team.config;
  const place = toPlace(address);
  const { store, codec } = team.parts();
  const counts = await teamIn(store).teamCounts();
  const findings: TeamFinding[] = [];
  try {
    const hello = await team.hello();
    findings.push({ name: "server", ok: true, place });
    findings.push({
      name: "schema",
      ok: hello.version <= SCHEMA_VERSION,
      version: hello.version,
      known: SCHEMA_VERSION,
    });
    const seconds = Math.round(Math.abs(hello.now - now()) / 1000);
    findings.push({ name: "clock", ok: seconds <= MOST_SECONDS, seconds });
    if (hello.member.rank === "maintainer") findings.push({ name: "roles", ok: await mayCreateRoles(team) });
    const folders = await teamIn(store).teamFolders();
    const missing = folders
      .filter(({ project }) => !hello.projects.some(({ key }) => key === codec.projectName(project)))
      .map(({ folder }) => folder);
    findings.push({ name: "projects", ok: missing.length === 0, missing });
  } catch (error) {
    findings.push({ name: "server", ok: false, place, reason: toMessage(error) });
  }
  const sslmode = sslModeOf(address);
  findings.push({ name: "encryption", ok: isLocal(address) || sslmode === "verify-full", sslmode });
  findings.push({ name: "outbox", ok: counts.conflicts === 0, ...counts });
  const refused = await teamIn(store).teamRefused();
  if (refused.length > 0) {
    const records = refused.map(({ body }) => quote(lineOf(JSON.parse(body ?? "{}") as SharedBody), 80));
    findings.push({ name: "refused", ok: false, records });
  }
  if (restored !== undefined) findings.push({ name: "restored", ok: true, ...restored });
  return findings;
}

async function mayCreateRoles({ connection }: OpenTeam): Promise<boolean> {
  try {
    const [row] = await connection.query<{ may: boolean }>(
      "select rolcreaterole or rolsuper as may from pg_roles where rolname = session_user",
    );
    return row?.may === true;
  } catch (error) {
    if (stateOf(error) === "42501") return false;
    throw error;
  }
}
