/** Joins a team: takes over the role that was made for this member, with a password of its own. */
import { PawlError } from "../platform/errors.ts";
import { removeTeam, type TeamConfig, type TeamKeys, writeTeam } from "./config.ts";
import { newMemberKeys, proofOf, sealFor, type TeamSecrets, unlock } from "./encryption/keys.ts";
import type { Invitation } from "./join-string.ts";
import type { Address } from "./server/address.ts";
import { openConnection, type ServerConnection } from "./server/connection.ts";
import { passwordStatement } from "./server/roles.ts";
import { randomPassword } from "./server/scram.ts";
import { createTeamServer } from "./server/team-server.ts";

/** Waits while the server restarts or the connection is down. */
const TRIES = 20;
const PAUSE_MS = 500;

export async function joinTeam(invitation: Invitation, file: string): Promise<TeamConfig> {
  const { host, port, database, user, sslmode, ca, name } = invitation;
  const place: Omit<Address, "password"> = {
    host,
    port,
    database,
    user,
    ...(sslmode === undefined ? {} : { sslmode }),
    ...(ca === undefined ? {} : { ca }),
  };
  await using connection = openConnection({ ...place, password: invitation.password });
  const hello = await createTeamServer(connection).hello();
  if (hello.member.joined) {
    throw new PawlError("team_joined", "This invitation was used.", { hint: "Ask for a new one." });
  }
  const keys = hello.encrypted ? await takeKeys(connection, invitation) : undefined;
  const team: TeamConfig = {
    team: hello.team,
    member: { id: hello.member.id, name },
    device: crypto.randomUUID().slice(0, 8),
    address: { ...place, password: randomPassword() },
    encrypted: hello.encrypted,
    ...(keys === undefined ? {} : { keys }),
  };
  // Written first: once the database has the new password, this file is the only copy of it.
  writeTeam(file, team);
  try {
    await connection.run([
      { text: "select pawl.join_team($1, $2, $3::text::jsonb)", values: toMemberKeys(keys, name) },
      passwordStatement(user, team.address.password),
    ]);
  } catch (error) {
    // The change may have succeeded although the answer was lost; logging in with the new password shows it.
    if (isUnreachable(error) && (await isIn(team.address))) return team;
    removeTeam(file);
    throw error;
  }
  return team;
}

/** False only where the server says so: while it cannot be asked, the one place that has the password must stay. */
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
  const [sealed] = await createTeamServer(connection).sealedKeys();
  if (sealed === undefined || secret === undefined) {
    throw new PawlError("team_key_missing", "The invitation holds no keys of this encrypted team.", {
      hint: "Ask for a new one.",
    });
  }
  const secrets = JSON.parse(unlock(Buffer.from(secret, "base64"), sealed.sealed)) as TeamSecrets;
  return { ...newMemberKeys(), ...secrets };
}

function toMemberKeys(
  keys: TeamKeys | undefined,
  name: string,
): [Uint8Array | null, Uint8Array | null, string] {
  if (keys === undefined) return [null, null, "[]"];
  const sealed = Object.entries(keys.versions).map(([version, key]) => ({
    version: Number(version),
    sealed: sealFor(keys.public, JSON.stringify({ naming: keys.naming, key })).toString("base64"),
  }));
  return [
    Buffer.from(keys.public, "base64"),
    proofOf(keys.naming, name, keys.public),
    JSON.stringify(sealed),
  ];
}
