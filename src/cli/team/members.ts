/** `pawl team members`, `remove`, `leave`. */

import { formatTime } from "../../platform/clock.ts";
import { PawlError } from "../../platform/errors.ts";
import { pawlHome } from "../../platform/paths.ts";
import { removeTeam, writeTeam } from "../../team/config.ts";
import { removeMember } from "../../team/remove.ts";
import { teamIn } from "../../team/sql/index.ts";
import { type CommandInput, UsageError } from "../command.ts";
import { withStore } from "../open-store.ts";
import { dim, print, printJson, printRows } from "../output.ts";
import { confirm } from "../person.ts";
import { words } from "../words.ts";
import { withTeam } from "./open.ts";

export async function members({ values }: CommandInput): Promise<number> {
  return withTeam(async ({ server }) => {
    const all = (await server.members()).filter(({ isRemoved }) => !isRemoved);
    if (values.json === true) {
      const list = all.map(({ name, rank, joinedAt, invitedUntil, projects }) => ({
        name,
        role: rank,
        projects: projects.length,
        ...(joinedAt === undefined ? { invitedUntil } : { joinedAt }),
      }));
      printJson({ members: list });
      return 0;
    }
    printRows(
      all.map(({ name, rank, joinedAt, invitedUntil, projects }) => [
        `${name}  ${dim(rank)}`,
        joinedAt === undefined
          ? words.team.invitedUntil(formatTime(invitedUntil ?? 0))
          : words.team.memberSince(formatTime(joinedAt).slice(0, 10), projects.length),
      ]),
    );
    return 0;
  });
}

export async function remove({ values, positionals }: CommandInput): Promise<number> {
  const [, name] = positionals;
  if (name === undefined) throw new UsageError(words.team.missingName, "team remove NAME");
  const agreed =
    values.yes === true || values.json === true || (await confirm(words.team.askRemove(name))) !== false;
  if (!agreed) return 1;
  return withTeam(async (team) => {
    const known = (await team.server.members()).some(
      (one) => !one.isRemoved && one.name.toLowerCase() === name.toLowerCase(),
    );
    if (!known)
      throw new PawlError("team_no_member", words.team.noMember(name), { hint: words.team.noMemberHint });
    await team.hello();
    const { team: changed, statements } = await removeMember(team.config, team.connection, name);
    writeTeam(pawlHome().team, changed);
    if (values.json === true) {
      printJson({ removed: name, statements });
      return 0;
    }
    print(changed.encrypted ? words.team.removedEncrypted(name) : words.team.removed(name));
    if (statements.length > 0) {
      print(words.team.statements);
      for (const statement of statements) print(`  ${statement}`);
    }
    return 0;
  });
}

/** Also without the server: whoever leaves must not need its permission. */
export async function leave({ values }: CommandInput): Promise<number> {
  const home = pawlHome();
  let isToldToServer = true;
  await withTeam(async (team) => {
    try {
      await team.connection.query("select pawl.remove_member($1, null, '[]')", [team.config.member.name]);
    } catch {
      // The owner stays a member, and a server that is away learns of it from `pawl team remove`.
      isToldToServer = false;
    }
  });
  await withStore((store) => teamIn(store).leaveTeam());
  removeTeam(home.team);
  if (values.json === true) printJson({ left: true, server: isToldToServer });
  else print(isToldToServer ? words.team.left : words.team.leftUnlisted);
  return 0;
}
