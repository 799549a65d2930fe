/** Finds problems between this machine and its team. */

import type { CliMessages } from "../locale/cli/index.ts";
import { formatTime } from "../platform/clock.ts";
import { toMessage } from "../platform/errors.ts";
import { quote } from "../text/quote.ts";
import type { OpenTeam } from "./open.ts";
import { lineOf } from "./preview.ts";
import type { SharedBody } from "./records/record.ts";
import type { TeamState } from "./run-sync.ts";
import { isLocal, sslModeOf, toPlace } from "./server/address.ts";
import { stateOf } from "./server/errors.ts";
import { TEAM_SCHEMA } from "./server/team-functions.ts";
import { teamIn } from "./sql/index.ts";

const MOST_SECONDS = 300;

interface Check {
  name: string;
  ok: boolean;
  message: string;
  fix?: string;
}

/** `say`: in the user's language. */
export async function examine(
  team: OpenTeam,
  say: CliMessages["team"]["doctor"],
  now: () => number,
  { restored }: TeamState = {},
): Promise<Check[]> {
  const { address } = team.config;
  const { store, codec } = team.parts();
  const checks: Check[] = [];
  const check = (name: string, ok: boolean, message: string, fix?: string) =>
    checks.push({ name, ok, message, ...(fix !== undefined && { fix }) });
  try {
    const { version, now: serverTime, member, projects } = await team.hello();
    check("server", true, say.server(toPlace(address)));
    check("schema", version <= TEAM_SCHEMA, say.schema(version, TEAM_SCHEMA), say.schemaFix);
    const seconds = Math.round(Math.abs(serverTime - now()) / 1000);
    check("clock", seconds <= MOST_SECONDS, say.clock(seconds), say.clockFix);
    if (member.rank === "maintainer") {
      const may = await mayCreateRoles(team);
      check("roles", may, may ? say.roles : say.noRoles, say.rolesFix);
    }
    const missing = (await teamIn(store).teamFolders())
      .filter(({ project }) => !projects.some(({ key }) => key === codec.projectName(project)))
      .map(({ folder }) => folder);
    if (missing.length === 0) check("projects", true, say.projects);
    else check("projects", false, say.missing(missing.join(", ")), say.missingFix);
  } catch (error) {
    check("server", false, say.serverFailed(toPlace(address), toMessage(error)), say.serverFix);
  }
  const sslmode = sslModeOf(address);
  const isChecked = isLocal(address) || sslmode === "verify-full";
  check("encryption", isChecked, say.connection(sslmode), say.connectionFix);
  const { pending, conflicts } = await teamIn(store).teamCounts();
  check("outbox", conflicts === 0, say.outbox(pending, conflicts), say.conflictFix);
  const refused = await teamIn(store).teamRefused();
  const lines = refused.map(({ body }) => quote(lineOf(JSON.parse(body ?? "{}") as SharedBody), 80));
  if (lines.length > 0) check("refused", false, say.refused(lines.join(", ")), say.refusedFix);
  if (restored !== undefined)
    check("restored", true, say.restored(formatTime(restored.at), restored.projects.join(", ")));
  return checks;
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
