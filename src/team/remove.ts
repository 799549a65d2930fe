/** Removes a member. In an encrypted team the remaining members get a new key, so the removed one cannot read later records. */
import { PawlError } from "../platform/errors.ts";
import type { TeamConfig } from "./config.ts";
import { isProven, randomKey, sealFor } from "./encryption/keys.ts";
import type { ServerConnection } from "./server/connection.ts";
import { dropRole } from "./server/roles.ts";
import { createTeamServer, type Member } from "./server/team-server.ts";

interface Removed {
  /** With the new key. */
  team: TeamConfig;
  /** For an administrator, where this member may drop no roles. */
  statements: string[];
}

export async function removeMember(
  team: TeamConfig,
  connection: ServerConnection,
  name: string,
): Promise<Removed> {
  const members = await createTeamServer(connection).members();
  const rotated = team.keys === undefined ? undefined : rotate(team.keys, members, name);
  const [row] = await connection.queryOnce<{ role: string }>(
    "select pawl.remove_member($1, $2::integer, $3::text::jsonb) as role",
    [name, rotated?.version ?? null, JSON.stringify(rotated?.sealed ?? [])],
  );
  const statements = await dropRole(connection, team.address, row?.role ?? "");
  const keys =
    team.keys === undefined || rotated === undefined
      ? {}
      : { keys: { ...team.keys, versions: { ...team.keys.versions, [rotated.version]: rotated.key } } };
  return { team: { ...team, ...keys }, statements };
}

function rotate(keys: NonNullable<TeamConfig["keys"]>, members: readonly Member[], removed: string) {
  const version = Math.max(...Object.keys(keys.versions).map(Number)) + 1;
  const key = randomKey();
  const staying = members.filter(
    (member) =>
      !member.isRemoved &&
      member.joinedAt !== undefined &&
      member.name.toLowerCase() !== removed.toLowerCase(),
  );
  const sealed = staying.map((member) => {
    const publicKey = Buffer.from(member.publicKey ?? []).toString("base64");
    // The server could name a key of its own here, and would then read everything that follows.
    if (!isProven(keys.naming, member.name, publicKey, member.keyProof ?? new Uint8Array())) {
      throw new PawlError("team_forged", `The key of ${member.name} was not made by a member of the team.`, {
        hint: "Somebody changed it in the database. Nobody was removed; remove and invite that member first.",
        params: { name: member.name },
      });
    }
    const text = JSON.stringify({ naming: keys.naming, key });
    return { member: member.id, sealed: sealFor(publicKey, text).toString("base64") };
  });
  return { version, key, sealed };
}
