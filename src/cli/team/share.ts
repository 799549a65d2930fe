/** `pawl team share`, `outbox`. */

import { redactor } from "../../redact/redactor.ts";
import { collect } from "../../team/collect.ts";
import { lineOf, outbox as waiting, wouldLeave } from "../../team/preview.ts";
import { projectName } from "../../team/project-name.ts";
import type { Rank } from "../../team/server/team-server.ts";
import { teamIn } from "../../team/sql/index.ts";
import { quote } from "../../text/quote.ts";
import { type CommandInput, UsageError } from "../command.ts";
import { dim, print } from "../output.ts";
import { words } from "../words.ts";
import { notShared, refuseExcluded, sameProject, sharedFolder, sharedNumber, withTeam } from "./open.ts";

export async function share(input: CommandInput): Promise<number> {
  const say = words.team;
  const [, state] = input.positionals;
  if (state !== "on" && state !== "off") throw new UsageError(say.onOrOff, "team share on|off");
  const isOn = state === "on";
  const folder = input.project();
  return withTeam(async (team, store) => {
    const name = input.text("with");
    // Who is in this project.
    if (name !== undefined) {
      const project = (await sharedFolder(folder, store))?.project;
      const rank = (input.text("role") ?? "writer") as Rank;
      const number = await sharedNumber(folder, team, store);
      await team.server.setMembership(number, name, isOn ? rank : undefined);
      return input.answer({ name, project, shared: isOn }, (isOn ? say.sharedWith : say.unsharedWith)(name));
    }
    if (!isOn) {
      if (!(await teamIn(store).dropTeamFolder(folder))) throw notShared(folder);
      return input.answer({ folder, shared: false }, say.unshared(folder));
    }
    refuseExcluded(folder);
    const project = await projectName(folder, sameProject(), input.text("as"));
    await team.server.shareProject(team.parts().codec.projectName(project));
    const more = { summaries: input.has("summaries"), clientMemory: input.has("client-memory") };
    await teamIn(store).saveTeamFolder({ folder, project, ...more });
    await collect(team.parts());
    const pending = (await waiting(store, project)).length;
    return input.answer({ folder, project, shared: true, pending }, say.shared(project, pending));
  });
}

export async function outbox(input: CommandInput): Promise<number> {
  const say = words.team;
  const folder = input.project();
  return withTeam(async (team, store) => {
    const shared = await sharedFolder(folder, store);
    if (shared !== undefined) await collect(team.parts());
    const leaving =
      shared === undefined ? await wouldLeave(store, folder, redactor) : await waiting(store, shared.project);
    return input.answer({ shared: shared !== undefined, outbox: leaving }, () => {
      if (leaving.length === 0) print(say.outboxEmpty);
      else print((shared === undefined ? say.wouldLeave : say.leaving)(leaving.length));
      for (const { op, kind, text, id, body } of leaving) {
        const line = op === "forget" ? say.forgets(id.slice(0, 8)) : quote(body ? lineOf(body) : text, 160);
        print(`  ${dim(kind === "" ? "-" : kind)}  ${line}`);
      }
    });
  });
}
