/** Invitations: a login role with a password that is valid until the new member has chosen another. */
import { randomBytes } from "node:crypto";
import { PawlError } from "../platform/errors.ts";
import type { TeamConfig } from "./config.ts";
import { lock } from "./encryption/keys.ts";
import { encodeInvitation } from "./join-string.ts";
import type { ServerConnection } from "./server/connection.ts";
import { stateOf } from "./server/errors.ts";
import { createRole, dropRole, randomPassword, roleFor } from "./server/roles.ts";
import { createTeamServer, type Rank } from "./server/team-server.ts";

interface InviteOptions {
  name: string;
  rank: Rank;
  /** Projects on the server; undefined: every project, including future ones. */
  projects?: readonly number[];
  days: number;
  /** Another machine of the inviting member: the same person must not review their own records there. */
  isOwn?: boolean;
}

export interface Invited {
  join: string;
  /** For an administrator, if this member may not create roles. */
  statements: string[];
}

export async function inviteMember(
  team: TeamConfig,
  connection: ServerConnection,
  options: InviteOptions,
): Promise<Invited> {
  const { name, rank, projects, days, isOwn = false } = options;
  const role = roleFor(name);
  const password = randomPassword();
  const secret = team.keys === undefined ? undefined : randomBytes(32);
  const { naming, versions } = team.keys ?? {};
  const sealed =
    secret === undefined ? null : lock(secret, JSON.stringify({ naming, versions })).toString("base64");
  const statements = await createRole(connection, team.address, { role, password });
  try {
    const server = createTeamServer(connection);
    const former = await server.invite({ role, name, rank, projects, sealed, days, isOwn });
    // A lost invitation: drop its role, so that its join string no longer works.
    if (former !== null) statements.push(...(await dropRole(connection, team.address, former)));
  } catch (error) {
    if (stateOf(error) !== "23505") throw error;
    throw new PawlError("team_name_taken", `The team has a member called ${name}.`, {
      cause: error,
      hint: "Use another name; a second machine of the same person is a member of its own, such as mia-laptop.",
      params: { name },
    });
  }
  const join = encodeInvitation({
    v: 1,
    team: team.team,
    name,
    ...team.address,
    user: role,
    password,
    ...(secret === undefined ? {} : { secret: secret.toString("base64") }),
  });
  return { join, statements };
}
