/** `pawl team members`, `mute`, `remove`, `review [on|off|new|accept ID|reject ID]`, `leave`. */

import { formatTime } from "../../platform/clock.ts";
import { PawlError } from "../../platform/errors.ts";
import { pawlHome } from "../../platform/paths.ts";
import { redactor } from "../../redact/redactor.ts";
import { applyPending } from "../../team/apply.ts";
import { keepTeam, removeTeam, writeTeam } from "../../team/config.ts";
import { listMembers } from "../../team/readers.ts";
import { isNeeded, removeMember } from "../../team/remove.ts";
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
    const list = await listMembers(server);
    return input.answer({ members: list }, () => {
      const since = ({ joinedAt, invitedUntil, projects }: (typeof list)[number]) =>
        joinedAt === undefined
          ? words.team.invitedUntil(formatTime(invitedUntil ?? 0))
          : words.team.memberSince(formatTime(joinedAt).slice(0, 10), projects);
      printRows(list.map((one) => [`${one.name}  ${dim(one.role)}`, since(one)]));
    });
  });
}

export async function remove(input: CommandInput): Promise<number> {
  const [, name] = input.positionals;
  if (name === undefined) throw new UsageError(words.team.missingName, "team remove NAME");
  const withRecords = input.has("with-records");
  const question = (withRecords ? words.team.askRemoveAll : words.team.askRemove)(name);
  if (!input.has("yes") && !input.isJson && (await confirm(question)) === false) return 1;
  return withTeam(async (team) => {
    const known = (await team.server.members()).some(
      (one) => !one.isRemoved && one.name.toLowerCase() === name.toLowerCase(),
    );
    if (!known)
      throw new PawlError("team_no_member", words.team.noMember(name), { hint: words.team.noMemberHint });
    await team.hello();
    const { team: changed, statements } = await removeMember(team.config, team.connection, name, withRecords);
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
    const turn = async (whose: "on" | "off" | "new", sentence: string) => {
      await team.server.setReview(whose);
      return input.answer({ review: whose !== "off" }, sentence);
    };
    const actions = {
      on: () => turn("on", say.reviewOn),
      off: () => turn("off", say.reviewOff),
      new: () => turn("new", say.reviewNew),
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

/** Affects this machine only. The member stays in the team and is not notified. */
export async function mute(input: CommandInput): Promise<number> {
  const [, name, state = "on"] = input.positionals;
  if (name === undefined || (state !== "on" && state !== "off"))
    throw new UsageError(words.team.missingName, "team mute NAME [on|off]");
  return withTeam(async (team, store) => {
    const muted = state === "on";
    await teamIn(store).muteTeamMember(name, muted);
    await applyPending(team.parts());
    return input.answer({ name, muted }, (muted ? words.team.muted : words.team.unmuted)(name));
  });
}

/** Works without the server, because leaving must not require its permission. */
export async function leave(input: CommandInput): Promise<number> {
  const home = pawlHome();
  const say = words.team;
  let server = true;
  let recovery: string | undefined;
  const isLeft = await withTeam(async (team) => {
    // The owner of the schema stays a member, and no other machine may have the keys.
    if (await isNeeded(team)) {
      const question = team.config.encrypted ? say.askLeaveKey : say.askLeaveOwner;
      const agreed = input.has("yes") || (await confirm(question));
      if (agreed === undefined) throw new PawlError("team_last_key", question, { hint: say.leaveHint });
      if (!agreed) return false;
      recovery = keepTeam(home.team, team.config);
    }
    try {
      await team.server.remove(team.config.member.name);
    } catch {
      // The owner stays a member. A server that is unreachable is updated by `pawl team remove`.
      server = false;
    }
    return true;
  });
  if (!isLeft) return 1;
  await withStore((store) => teamIn(store).leaveTeam());
  removeTeam(home.team);
  const kept = recovery;
  return input.answer({ left: true, server, ...(kept && { recovery: kept }) }, () => {
    print(server ? say.left : say.leftUnlisted);
    if (kept !== undefined) print(say.keptFile(kept));
  });
}
