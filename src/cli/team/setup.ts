/** `pawl team create`, `invite`, `join`. */

import { userInfo } from "node:os";
import { PawlError } from "../../platform/errors.ts";
import { pawlHome } from "../../platform/paths.ts";
import { readTeam, writeTeam } from "../../team/config.ts";
import { createTeam } from "../../team/create.ts";
import { invite as inviteMember } from "../../team/invite.ts";
import { joinTeam } from "../../team/join.ts";
import { parseInvitation } from "../../team/join-string.ts";
import { isLocal, parseAddress } from "../../team/server/address.ts";
import type { Rank } from "../../team/server/team-server.ts";
import { teamIn } from "../../team/sql/index.ts";
import { type CommandInput, toLimit, toText, UsageError } from "../command.ts";
import { bold, print, printJson } from "../output.ts";
import { words } from "../words.ts";
import { folderOf, withTeam } from "./open.ts";

const DAYS = 7;
const RANKS: readonly Rank[] = ["reader", "writer", "maintainer"];

function refuseSecond(): void {
  const team = readTeam(pawlHome().team);
  if (team === undefined) return;
  throw new PawlError("team_has_one", words.team.hasOne(team.member.name), { hint: words.team.hasOneHint });
}

export async function create({ values, positionals }: CommandInput): Promise<number> {
  const [, url] = positionals;
  if (url === undefined) throw new UsageError(words.team.missingUrl, "team create postgres://…");
  refuseSecond();
  const name = toText(values.name) ?? userInfo().username;
  const address = parseAddress(url);
  const team = await createTeam(address, { name, isEncrypted: values.encrypt === true });
  writeTeam(pawlHome().team, team);
  if (values.json === true) printJson({ team: team.team, member: name, encrypted: team.encrypted });
  else print(team.encrypted ? words.team.createdEncrypted(name) : words.team.created(name));
  return 0;
}

export async function invite(input: CommandInput): Promise<number> {
  const { values, positionals } = input;
  const [, name] = positionals;
  if (name === undefined || name.trim() === "")
    throw new UsageError(words.team.missingName, "team invite NAME");
  const wanted = toText(values.role) ?? "writer";
  const rank = RANKS.find((one) => one === wanted);
  if (rank === undefined) throw new UsageError(words.team.unknownRank(wanted, RANKS.join(", ")));
  return withTeam(async (team, store) => {
    const days = toLimit(values.days, DAYS);
    const projects = values.project === undefined ? undefined : [await sharedNumber(input, team, store)];
    const options = { name: name.trim(), rank, days, ...(projects === undefined ? {} : { projects }) };
    const { join: text, statements } = await inviteMember(team.config, team.connection, options);
    if (values.json === true) {
      printJson({ join: text, statements });
      return 0;
    }
    if (statements.length > 0) {
      print(words.team.statements);
      for (const statement of statements) print(`  ${statement}`);
    }
    print(words.team.invited(name, days));
    print(bold(`pawl team join ${text}`));
    if (!isLocal(team.config.address)) return 0;
    print(words.team.localOnly(team.config.address.host));
    return 0;
  });
}

async function sharedNumber(
  input: CommandInput,
  team: Parameters<Parameters<typeof withTeam>[0]>[0],
  store: Parameters<Parameters<typeof withTeam>[0]>[1],
): Promise<number> {
  const folder = folderOf(input);
  const shared = (await teamIn(store).teamFolders()).find((one) => one.folder === folder);
  const { codec } = team.parts();
  const key = shared === undefined ? undefined : codec.projectName(shared.project);
  const known = (await team.hello()).projects.find((one) => one.key === key);
  if (known !== undefined) return known.id;
  throw new PawlError("team_not_shared", words.team.notShared(folder), { hint: words.team.notSharedHint });
}

export async function join({ values, positionals }: CommandInput): Promise<number> {
  const [, text] = positionals;
  if (text === undefined) throw new UsageError(words.team.missingJoin, "team join STRING");
  refuseSecond();
  const team = await joinTeam(parseInvitation(text), pawlHome().team);
  if (values.json === true)
    printJson({ team: team.team, member: team.member.name, encrypted: team.encrypted });
  else print(words.team.joined(team.member.name));
  return 0;
}
