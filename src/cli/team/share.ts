/** `pawl team share`, `outbox`. */

import { PawlError } from "../../platform/errors.ts";
import { redactor } from "../../redact/redactor.ts";
import { collect } from "../../team/collect.ts";
import { lineOf, outbox as waiting, wouldLeave } from "../../team/preview.ts";
import { projectName } from "../../team/project-name.ts";
import type { Rank } from "../../team/server/team-server.ts";
import { teamIn } from "../../team/sql/index.ts";
import { quote } from "../../text/quote.ts";
import { type CommandInput, toText, UsageError } from "../command.ts";
import { dim, print, printJson } from "../output.ts";
import { words } from "../words.ts";
import { excluded, folderOf, sameProject, withTeam } from "./open.ts";

export async function share(input: CommandInput): Promise<number> {
  const { values, positionals } = input;
  const [, state] = positionals;
  if (state !== "on" && state !== "off") throw new UsageError(words.team.onOrOff, "team share on|off");
  const folder = folderOf(input);
  return withTeam(async (team, store) => {
    const known = (await teamIn(store).teamFolders()).find((one) => one.folder === folder);
    const other = toText(values.with);
    if (other !== undefined) return shareWith(other, state === "on", input, team, known?.project);
    if (state === "off") {
      if (!(await teamIn(store).dropTeamFolder(folder))) throw notShared(folder);
      if (values.json === true) printJson({ folder, shared: false });
      else print(words.team.unshared(folder));
      return 0;
    }
    if (excluded()(folder)) {
      throw new PawlError("team_excluded", words.team.excluded(folder), { hint: words.team.excludedHint });
    }
    const project = await projectName(folder, sameProject(), toText(values.as));
    await team.server.shareProject(team.parts().codec.projectName(project));
    const summaries = values.summaries === true;
    const clientMemory = values["client-memory"] === true;
    await teamIn(store).saveTeamFolder({ folder, project, summaries, clientMemory });
    await collect(team.parts());
    const leaving = (await waiting(store, project)).length;
    if (values.json === true) printJson({ folder, project, shared: true, pending: leaving });
    else print(words.team.shared(project, leaving));
    return 0;
  });
}

function notShared(folder: string): PawlError {
  return new PawlError("team_not_shared", words.team.notShared(folder), { hint: words.team.notSharedHint });
}

/** Who is in this project: `--with NAME on`. */
async function shareWith(
  name: string,
  isOn: boolean,
  input: CommandInput,
  team: Parameters<Parameters<typeof withTeam>[0]>[0],
  project: string | undefined,
): Promise<number> {
  const { codec } = team.parts();
  const key = project === undefined ? undefined : codec.projectName(project);
  const known = (await team.hello()).projects.find((one) => one.key === key);
  if (known === undefined) throw notShared(folderOf(input));
  const rank = (toText(input.values.role) ?? "writer") as Rank;
  await team.server.setMembership(known.id, name, isOn ? rank : undefined);
  if (input.values.json === true) printJson({ name, project, shared: isOn });
  else print(isOn ? words.team.sharedWith(name) : words.team.unsharedWith(name));
  return 0;
}

export async function outbox(input: CommandInput): Promise<number> {
  const folder = folderOf(input);
  return withTeam(async (team, store) => {
    const shared = (await teamIn(store).teamFolders()).find((one) => one.folder === folder);
    if (shared !== undefined) await collect(team.parts());
    const isPreview = shared === undefined;
    const leaving = isPreview
      ? await wouldLeave(store, folder, redactor)
      : await waiting(store, shared.project);
    if (input.values.json === true) {
      printJson({ shared: !isPreview, outbox: leaving });
      return 0;
    }
    if (leaving.length === 0) print(words.team.outboxEmpty);
    else print(isPreview ? words.team.wouldLeave(leaving.length) : words.team.leaving(leaving.length));
    for (const { op, kind, text, id, body } of leaving) {
      const line =
        op === "forget" ? words.team.forgets(id.slice(0, 8)) : quote(body ? lineOf(body) : text, 160);
      print(`  ${dim(kind === "" ? "-" : kind)}  ${line}`);
    }
    return 0;
  });
}
