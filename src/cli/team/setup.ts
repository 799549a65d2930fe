/** `pawl team create`, `invite`, `join`. */

import { userInfo } from "node:os";
import { PawlError } from "../../platform/errors.ts";
import { pawlHome } from "../../platform/paths.ts";
import { readTeam, writeTeam } from "../../team/config.ts";
import { createTeam } from "../../team/create.ts";
import { inviteMember } from "../../team/invite.ts";
import { joinTeam } from "../../team/join.ts";
import { parseInvitation } from "../../team/join-string.ts";
import { isLocal, parseAddress } from "../../team/server/address.ts";
import type { Rank } from "../../team/server/team-server.ts";
import { type CommandInput, UsageError } from "../command.ts";
import { bold, print } from "../output.ts";
import { words } from "../words.ts";
import { printStatements, sharedNumber, withTeam } from "./open.ts";

const DAYS = 7;
const RANKS: readonly Rank[] = ["reader", "writer", "maintainer"];

function refuseSecond(): void {
  const team = readTeam(pawlHome().team);
  if (team === undefined) return;
  throw new PawlError("team_has_one", words.team.hasOne(team.member.name), { hint: words.team.hasOneHint });
}

export async function create(input: CommandInput): Promise<number> {
  const [, url] = input.positionals;
  if (url === undefined) throw new UsageError(words.team.missingUrl, "team create postgres://…");
  refuseSecond();
  const name = input.text("name") ?? userInfo().username;
  const file = pawlHome().team;
  const team = await createTeam(parseAddress(url), { name, isEncrypted: input.has("encrypt"), file });
  writeTeam(file, team);
  const member = team.member.name;
  const { createdEncrypted, created } = words.team;
  const sentence = (team.encrypted ? createdEncrypted : created)(member);
  return input.answer({ team: team.team, member, encrypted: team.encrypted }, sentence);
}

export async function invite(input: CommandInput): Promise<number> {
  const [, name = ""] = input.positionals;
  if (name.trim() === "") throw new UsageError(words.team.missingName, "team invite NAME");
  const wanted = input.text("role") ?? "writer";
  const rank = RANKS.find((one) => one === wanted);
  if (rank === undefined) throw new UsageError(words.team.unknownRank(wanted, RANKS.join(", ")));
  return withTeam(async (team, store) => {
    const { address, member } = team.config;
    const isOwn = input.has("own") || name.trim().toLowerCase().startsWith(`${member.name.toLowerCase()}-`);
    const days = input.count("days", DAYS);
    const folder = input.onlyProject();
    const projects = folder === undefined ? {} : { projects: [await sharedNumber(folder, team, store)] };
    const invited = { name: name.trim(), rank, days, isOwn, ...projects };
    const { join: text, statements } = await inviteMember(team.config, team.connection, invited);
    return input.answer({ join: text, statements }, () => {
      printStatements(statements);
      print(words.team.invited(name, days));
      print(bold(`pawl team join ${text}`));
      if (isLocal(address)) print(words.team.localOnly(address.host));
    });
  });
}

export async function join(input: CommandInput): Promise<number> {
  const [, text] = input.positionals;
  if (text === undefined) throw new UsageError(words.team.missingJoin, "team join STRING");
  refuseSecond();
  const { team, member, encrypted } = await joinTeam(parseInvitation(text), pawlHome().team);
  return input.answer({ team, member: member.name, encrypted }, words.team.joined(member.name));
}
