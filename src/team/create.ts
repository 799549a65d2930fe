/** Creates a team in a database: the schema, and its first member. Needs neither a superuser nor an extension. */
import { PawlError } from "../platform/errors.ts";
import { keptTeam, type TeamConfig, toTeamConfig } from "./config.ts";
import { newMemberKeys, newTeamSecrets, proofOf, sealedKey } from "./encryption/keys.ts";
import { type Address, toPlace } from "./server/address.ts";
import { openConnection, type ServerConnection } from "./server/connection.ts";
import { stateOf } from "./server/errors.ts";
import { createSchema } from "./server/schema.ts";
import { createTeamServer } from "./server/team-server.ts";

const OLDEST = 140_000;

export async function createTeam(
  address: Address,
  { name, isEncrypted, file }: { name: string; isEncrypted: boolean; file?: string },
): Promise<TeamConfig> {
  await using connection = openConnection(address);
  if (await checkDatabase(connection, address)) return await takeUp(connection, address, file);
  const team = crypto.randomUUID();
  const keys = isEncrypted ? { ...newMemberKeys(), ...newTeamSecrets() } : undefined;
  const values =
    keys === undefined
      ? [null, null, null]
      : [keys.public, proofOf(keys.naming, name, keys.public), sealedKey(keys, 1)];
  try {
    await connection.run([
      createSchema,
      {
        text: "select pawl.found_team($1, $2, $3, $4, $5, $6)",
        values: [team, name, isEncrypted, ...values],
      },
    ]);
  } catch (error) {
    if (stateOf(error) !== "42501") throw error;
    throw new PawlError("team_no_create", `${address.user} may create no schema in ${toPlace(address)}.`, {
      cause: error,
      hint: `Ask an administrator for: grant create on database ${address.database} to ${address.user};`,
      params: { user: address.user, place: toPlace(address), database: address.database },
    });
  }
  return toTeamConfig(await createTeamServer(connection).hello(), address, keys);
}

/** The schema's owner left its machine or lost it: the team still exists, with its owner as a member. */
async function takeUp(
  connection: ServerConnection,
  address: Address,
  file: string | undefined,
): Promise<TeamConfig> {
  const hello = await createTeamServer(connection).hello();
  const { team, encrypted } = hello;
  const keys = file === undefined ? undefined : keptTeam(file, team)?.keys;
  if (encrypted && keys === undefined) {
    throw new PawlError("team_key_missing", "The team is encrypted, and this machine has no key.", {
      hint: `Copy the file that pawl team leave kept (team-left-${team.slice(0, 8)}.json) into Pawl's folder.`,
      params: { file: `team-left-${team.slice(0, 8)}.json` },
    });
  }
  return toTeamConfig(hello, address, keys);
}

/** True if there is a team that this login owns. */
async function checkDatabase(connection: ServerConnection, address: Address): Promise<boolean> {
  const [found] = await connection.query<{ version: string; known: boolean; mine: boolean }>(
    `select current_setting('server_version_num') as version, to_regnamespace('pawl') is not null as known,
       exists (select 1 from pg_namespace where nspname = 'pawl' and pg_get_userbyid(nspowner) = session_user) as mine`,
  );
  if (Number(found?.version ?? 0) < OLDEST) {
    throw new PawlError("team_old_server", `${toPlace(address)} runs a PostgreSQL older than version 14.`, {
      hint: "Use version 14 or newer.",
      params: { place: toPlace(address) },
    });
  }
  if (found?.known === true && !found.mine) {
    throw new PawlError("team_exists", `There is a team in ${toPlace(address)} already.`, {
      hint: "Ask one of its maintainers for an invitation, or use another database.",
      params: { place: toPlace(address) },
    });
  }
  return found?.known === true;
}
