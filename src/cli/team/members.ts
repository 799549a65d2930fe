/** `pawl team members`, `remove`, `review [on|off|accept ID|reject ID]`, `leave`. */

import { formatTime } from "../../platform/clock.ts";
import { PawlError } from "../../platform/errors.ts";
import { pawlHome } from "../../platform/paths.ts";
import { redactor } from "../../redact/redactor.ts";
import { removeTeam, writeTeam } from "../../team/config.ts";
import { removeMember } from "../../team/remove.ts";
import { listWaiting } from "../../team/review.ts";
import { teamIn } from "../../team/sql/index.ts";
import { quote } from "../../text/quote.ts";
import { actionOf, type CommandInput, UsageError } from "../command.ts";
import { withStore } from "../open-store.ts";
import { bold, dim, print, printRows } from "../output.ts";
import { confirm } from "../person.ts";
import { words } from "../words.ts";
import { printStatements, withTeam } from "./open.ts";

export async function members(input: CommandInput): Promise<number> {
  return withTeam(async ({ server }) => {
    const all = (await server.members()).filter(({ isRemoved }) => !isRemoved);
    const list = all.map(({ name, rank, joinedAt, invitedUntil, projects }) => ({
      name,
      role: rank,
      projects: projects.length,
      ...(joinedAt === undefined ? { invitedUntil } : { joinedAt }),
    }));
    return input.answer({ members: list }, () => {
      const since = ({ joinedAt, invitedUntil, projects }: (typeof all)[number]) =>
        joinedAt === undefined
          ? words.team.invitedUntil(formatTime(invitedUntil ?? 0))
          : words.team.memberSince(formatTime(joinedAt).slice(0, 10), projects.length);
      printRows(all.map((one) => [`${one.name}  ${dim(one.rank)}`, since(one)]));
    });
  });
}

export async function remove(input: CommandInput): Promise<number> {
  const [, name] = input.positionals;
  if (name === undefined) throw new UsageError(words.team.missingName, "team remove NAME");
  if (!input.has("yes") && !input.isJson && (await confirm(words.team.askRemove(name))) === false) return 1;
  return withTeam(async (team) => {
    const known = (await team.server.members()).some(
      (one) => !one.isRemoved && one.name.toLowerCase() === name.toLowerCase(),
    );
    if (!known)
      throw new PawlError("team_no_member", words.team.noMember(name), { hint: words.team.noMemberHint });
    await team.hello();
    const { team: changed, statements } = await removeMember(team.config, team.connection, name);
    writeTeam(pawlHome().team, changed);
    return input.answer({ removed: name, statements }, () => {
      print(changed.encrypted ? words.team.removedEncrypted(name) : words.team.removed(name));
      printStatements(statements);
    });
  });
}

/** Records that wait for a second person. */
export async function review(input: CommandInput): Promise<number> {
  const say = words.team;
  const [, action, id] = input.positionals;
  return withTeam(async (team) => {
    const decide = async (isAccepted: boolean) => {
      const found = (await listWaiting(team, redactor)).filter((one) => one.id.startsWith(id ?? "\0"));
      const [record] = found;
      if (record === undefined || found.length > 1)
        throw new PawlError("team_no_waiting", say.noWaiting(id ?? ""), { hint: say.noWaitingHint });
      await team.server.judge(record, isAccepted);
      const sentence = (isAccepted ? say.accepted : say.rejected)(record.author);
      return input.answer({ id: record.id, accepted: isAccepted }, sentence);
    };
    const turn = async (isOn: boolean) => {
      await team.server.setReview(isOn);
      return input.answer({ review: isOn }, isOn ? say.reviewOn : say.reviewOff);
    };
    const actions = {
      on: () => turn(true),
      off: () => turn(false),
      accept: () => decide(true),
      reject: () => decide(false),
    };
    if (action !== undefined) return actionOf("team review", actions, action)();
    const waiting = await listWaiting(team, redactor);
    return input.answer({ waiting: waiting.map(({ project: _, ...record }) => record) }, () => {
      if (waiting.length === 0) print(say.nothingWaits);
      for (const { id, author, kind, text } of waiting)
        print(`${bold(id.slice(0, 8))}  ${author}  ${dim(kind)}  ${quote(text, 160)}`);
    });
  });
}

/** Also without the server: whoever leaves must not need its permission. */
export async function leave(input: CommandInput): Promise<number> {
  let server = true;
  await withTeam(async (team) => {
    try {
      await team.connection.query("select pawl.remove_member($1, null, '[]')", [team.config.member.name]);
    } catch {
      // The owner stays a member, and a server that is away learns of it from `pawl team remove`.
      server = false;
    }
  });
  await withStore((store) => teamIn(store).leaveTeam());
  removeTeam(pawlHome().team);
  return input.answer({ left: true, server }, server ? words.team.left : words.team.leftUnlisted);
}
