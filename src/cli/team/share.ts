/** `pawl team share`, `outbox`. */

import { redactor } from "../../redact/redactor.ts";
import { collect } from "../../team/collect.ts";
import type { OpenTeam } from "../../team/open.ts";
import { lineOf, waitingToLeave as waiting, wouldLeave } from "../../team/preview.ts";
import { otherNames, projectName } from "../../team/project-name.ts";
import { readersOf } from "../../team/readers.ts";
import type { Rank } from "../../team/server/team-server.ts";
import { teamIn } from "../../team/sql/index.ts";
import { quote } from "../../text/quote.ts";
import { type CommandInput, UsageError } from "../command.ts";
import { dim, print } from "../output.ts";
import { confirm } from "../person.ts";
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
    const known = (await sharedFolder(folder, store))?.project;
    const byHand = input.text("as");
    const own = await projectName(folder, sameProject(), byHand);
    const project = byHand === undefined ? (known ?? (await nameInTeam(own, folder, team))) : own;
    const { codec } = team.parts();
    const key = codec.projectName(project);
    const number = await team.server.shareProject(key, codec.seal(key, project));
    const open = number !== null;
    const readers = open ? await readersOf(team.server, number) : [];
    if (!input.isJson) {
      if (project !== own && known === undefined) print(say.sameAs(own, project));
      print(open ? say.readBy(project, readers.join(", ")) : say.asked(project));
      // Shown before anything is sent.
      const isNew = open && known !== project && !input.has("yes");
      if (isNew && (await confirm(say.askShare, true)) === false) return 1;
    }
    await teamIn(store).saveTeamFolder({ folder, project });
    await collect(team.parts());
    const pending = (await waiting(store, project)).length;
    return input.answer({ folder, project, shared: true, open, readers, pending }, () => {
      if (open) print(say.shared(project, pending));
    });
  });
}

/** If the team has the project under another of the checkout's remotes, such as the origin of a fork, that name is used. */
async function nameInTeam(own: string, folder: string, team: OpenTeam): Promise<string> {
  const { codec } = team.parts();
  const names = [own, ...otherNames(folder)];
  const { projects } = await team.hello(names.map((name) => ({ key: codec.projectName(name) })));
  return names.find((name) => projects.some(({ key }) => key === codec.projectName(name))) ?? own;
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
