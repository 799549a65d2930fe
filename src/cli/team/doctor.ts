/** `pawl team doctor`: finds problems between this machine and its team. */

import { formatTime, systemClock } from "../../platform/clock.ts";
import { toMessage } from "../../platform/errors.ts";
import { pawlHome } from "../../platform/paths.ts";
import type { OpenTeam } from "../../team/open.ts";
import { lineOf } from "../../team/preview.ts";
import type { SharedBody } from "../../team/records/record.ts";
import { readTeamState, type TeamState } from "../../team/run-sync.ts";
import { isLocal, sslModeOf, toPlace } from "../../team/server/address.ts";
import { stateOf } from "../../team/server/errors.ts";
import { SCHEMA_VERSION } from "../../team/server/team-functions.ts";
import { teamIn } from "../../team/sql/index.ts";
import { quote } from "../../text/quote.ts";
import type { CommandInput } from "../command.ts";
import { green, print, red } from "../output.ts";
import { words } from "../words.ts";
import { withTeam } from "./open.ts";

const MOST_SECONDS = 300;

interface Check {
  name: string;
  ok: boolean;
  message: string;
  fix?: string;
}

export async function doctor(input: CommandInput): Promise<number> {
  return withTeam(async (team) => {
    const checks = await examine(team, systemClock, readTeamState(pawlHome().teamState));
    const ok = checks.every((check) => check.ok);
    input.answer({ ok, checks }, () => {
      for (const { ok: isFine, message, fix } of checks) {
        print(`${isFine ? green("✓") : red("✗")} ${message}`);
        if (!isFine && fix !== undefined) print(`  ${fix}`);
      }
    });
    return ok ? 0 : 1;
  });
}

export async function examine(
  team: OpenTeam,
  now: () => number,
  { restored }: TeamState = {},
): Promise<Check[]> {
  const say = words.team.doctor;
  const { address } = team.config;
  const { store, codec } = team.parts();
  const checks: Check[] = [];
  const check = (name: string, ok: boolean, message: string, fix?: string) =>
    checks.push({ name, ok, message, ...(fix !== undefined && { fix }) });
  try {
    const { version, now: serverTime, member, projects } = await team.hello();
    check("server", true, say.server(toPlace(address)));
    check("schema", version <= SCHEMA_VERSION, say.schema(version, SCHEMA_VERSION), say.schemaFix);
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
