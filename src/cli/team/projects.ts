/** `pawl team projects [accept|reject MEMBER PROJECT]`: the team's projects, and those that members requested. */
import { PawlError } from "../../platform/errors.ts";
import { wishedProject } from "../../team/review.ts";
import { teamIn } from "../../team/sql/index.ts";
import { actionOf, type CommandInput } from "../command.ts";
import { bold, dim, print } from "../output.ts";
import { words } from "../words.ts";
import { withTeam } from "./open.ts";

export async function projects(input: CommandInput): Promise<number> {
  const [, action, member = "", name = ""] = input.positionals;
  const say = words.team;
  return withTeam(async ({ server, hello, parts }, store) => {
    const { member: me, projects: all, keyVersion } = await hello();
    const { codec } = parts();
    const asked = me.rank === "maintainer" ? await server.wishes() : [];
    const wishes = asked.map((wish) => ({ ...wish, project: wishedProject(wish, codec, keyVersion) }));
    if (action !== undefined) {
      const accepted = actionOf("team projects", { accept: "yes", reject: "no" }, action) === "yes";
      const wish = wishes.find(
        (one) => one.member.toLowerCase() === member.toLowerCase() && one.project === name,
      );
      if (wish === undefined || !(await server.answerWish(wish, accepted)))
        throw new PawlError("team_no_wish", say.noWish(member, name), { hint: say.noWishHint });
      const answer = { member: wish.member, project: name, open: accepted };
      return input.answer(answer, (accepted ? say.wishOpened : say.wishRejected)(wish.member));
    }
    const names = new Map(
      (await teamIn(store).teamFolders()).map(({ project }) => [codec.projectName(project), project]),
    );
    const members = (await server.members()).filter(({ isRemoved }) => !isRemoved);
    const list = all.map(({ id, key }) => ({
      project: names.get(key) ?? key,
      readers: members.filter((one) => one.projects.includes(id)).map((one) => one.name),
    }));
    const waiting = wishes.map(({ member: of, project }) => ({ member: of, project }));
    return input.answer({ projects: list, asked: waiting }, () => {
      for (const { project, readers } of list) print(`${bold(project)}  ${dim(readers.join(", "))}`);
      for (const wish of waiting) print(say.wish(wish.member, wish.project));
    });
  });
}
