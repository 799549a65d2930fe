/** Joins a team: takes over the role created for this member, with a new password. */
import { PawlError } from "../platform/errors.ts";
import { removeTeam, type TeamConfig, type TeamKeys, toTeamConfig, writeTeam } from "./config.ts";
import { newMemberKeys, openInvitation, proofOf, sealedKey } from "./encryption/keys.ts";
import type { Invitation } from "./join-string.ts";
import type { Address } from "./server/address.ts";
import { openConnection, type ServerConnection } from "./server/connection.ts";
import { passwordStatement, randomPassword } from "./server/roles.ts";
import { createTeamServer } from "./server/team-server.ts";

/** Waits while the server restarts or the connection is down. */
const TRIES = 20;
const PAUSE_MS = 500;

export async function joinTeam(invitation: Invitation, file: string): Promise<TeamConfig> {
  const { v: _, team: __, secret: ___, name, ...invited } = invitation;
  await using connection = openConnection(invited);
  const hello = await createTeamServer(connection).hello();
  if (hello.member.joined) {
    throw new PawlError("team_joined", "This invitation was used.", { hint: "Ask for a new one." });
  }
  const keys = hello.encrypted ? await takeKeys(connection, invitation) : undefined;
  const team = toTeamConfig(hello, { ...invited, password: randomPassword() }, keys);
  // Written first: once the database has the new password, this file is the only copy of it.
  writeTeam(file, team);
  try {
    await connection.run([
      { text: "select pawl.join_team($1, $2, $3::text::jsonb)", values: toMemberKeys(keys, name) },
      passwordStatement(invited.user, team.address.password),
    ]);
  } catch (error) {
    // The change may have succeeded although the answer was lost. A login with the new password tells.
    if (isUnreachable(error) && (await isIn(team.address))) return team;
    removeTeam(file);
    throw error;
  }
  return team;
}

/** False only if the server says so. While the server cannot be reached, the only copy of the password must stay. */
async function isIn(address: Address): Promise<boolean> {
  for (let turn = 1; ; turn++) {
    await using connection = openConnection(address);
    try {
      return (await createTeamServer(connection).hello()).member.joined;
    } catch (error) {
      if (!isUnreachable(error)) return false;
      if (turn === TRIES) return true;
      await Bun.sleep(PAUSE_MS);
    }
  }
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof PawlError && error.code === "team_unreachable";

async function takeKeys(connection: ServerConnection, { secret }: Invitation): Promise<TeamKeys> {
  const sealed = (await createTeamServer(connection).sealedKeys())[0]?.sealed ?? undefined;
  if (sealed === undefined || secret === undefined) {
    throw new PawlError("team_key_missing", "The invitation holds no keys of this encrypted team.", {
      hint: "Ask for a new one.",
    });
  }
  return { ...newMemberKeys(), ...openInvitation(secret, sealed) };
}

function toMemberKeys(keys: TeamKeys | undefined, name: string): (string | null)[] {
  if (keys === undefined) return [null, null, "[]"];
  const versions = Object.keys(keys.versions).map(Number);
  const sealed = versions.map((version) => ({ version, sealed: sealedKey(keys, version) }));
  return [keys.public, proofOf(keys.naming, name, keys.public), JSON.stringify(sealed)];
}
