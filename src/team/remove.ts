/** Removes a member. In an encrypted team the remaining members get a new key, so the removed one cannot read later records. */
import { PawlError } from "../platform/errors.ts";
import type { TeamConfig } from "./config.ts";
import { isVouched, randomKey, sealedKey } from "./encryption/keys.ts";
import type { ServerConnection } from "./server/connection.ts";
import { stateOf } from "./server/errors.ts";
import { dropRole } from "./server/roles.ts";
import { createTeamServer, type Member, type TeamServer } from "./server/team-server.ts";

interface Removed {
  /** With the new key. */
  team: TeamConfig;
  /** For an administrator, if this member may not drop roles. */
  statements: string[];
}

export async function removeMember(
  team: TeamConfig,
  connection: ServerConnection,
  name: string,
  withRecords = false,
): Promise<Removed> {
  const server = createTeamServer(connection);
  const rotated = team.keys && rotate(team.keys, await server.members(), name);
  const role = await server.remove(name, rotated, withRecords);
  const statements = await dropRole(connection, team.address, role);
  return { team: withKey(team, rotated), statements };
}

/** Runs after members left by themselves: the others get a new key, and the roles of former members are dropped. */
export async function tidyTeam(
  team: TeamConfig,
  connection: ServerConnection,
  server: Pick<TeamServer, "members" | "tidy">,
): Promise<TeamConfig> {
  const rotated = team.keys && rotate(team.keys, await server.members(), undefined);
  try {
    for (const role of await server.tidy(rotated)) await dropRole(connection, team.address, role);
  } catch (error) {
    // Another maintainer's machine was faster.
    if (stateOf(error) === "40001") return team;
    throw error;
  }
  return withKey(team, rotated);
}

function withKey(team: TeamConfig, rotated: { version: number; key: string } | undefined): TeamConfig {
  if (team.keys === undefined || rotated === undefined) return team;
  const versions = { ...team.keys.versions, [rotated.version]: rotated.key };
  return { ...team, keys: { ...team.keys, versions } };
}

/** `removed` undefined: no caller waits for an answer, and a member without a vouched key gets no new key. */
function rotate(
  keys: NonNullable<TeamConfig["keys"]>,
  members: readonly Member[],
  removed: string | undefined,
) {
  const version = Math.max(...Object.keys(keys.versions).map(Number)) + 1;
  const key = randomKey();
  const staying = members.filter(
    (member) =>
      !member.isRemoved &&
      member.joinedAt !== undefined &&
      member.name.toLowerCase() !== removed?.toLowerCase(),
  );
  const sealed = staying.map((member) => {
    const { publicKey = "", keyProof = "" } = member;
    // The server could insert a key of its own here, and could then read everything that follows.
    if (!isVouched(keys.naming, member.name, publicKey, keyProof)) {
      if (removed === undefined) return { member: member.id, sealed: "" };
      throw new PawlError("team_forged", `The key of ${member.name} was not made by a member of the team.`, {
        hint: "Somebody changed it in the database. Nobody was removed; remove and invite that member first.",
        params: { name: member.name },
      });
    }
    const sealed = sealedKey({ ...keys, public: publicKey, versions: { [version]: key } }, version);
    return { member: member.id, sealed };
  });
  return { version, key, sealed };
}

/** True if this machine alone has the owner's role or the last key, or if an encrypted team's server does not answer. */
export async function isNeeded({
  config,
  connection,
  server,
}: {
  config: TeamConfig;
  connection: ServerConnection;
  server: Pick<TeamServer, "members">;
}): Promise<boolean> {
  try {
    const [row] = await connection.query<{ mine: boolean }>(
      "select pg_get_userbyid(nspowner) = session_user as mine from pg_namespace where nspname = 'pawl'",
    );
    if (row?.mine !== false || !config.encrypted) return row?.mine !== false;
    const others = (await server.members()).filter(
      ({ isRemoved, id }) => !isRemoved && id !== config.member.id,
    );
    return !others.some(({ joinedAt }) => joinedAt !== undefined);
  } catch (error) {
    // Refused: this member was removed, and the others already have the keys.
    const isOut = error instanceof PawlError && ["team_login", "team_not_allowed"].includes(error.code);
    return config.encrypted && !isOut;
  }
}
