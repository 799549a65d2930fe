import { writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { resolve } from "node:path";
import { systemClock } from "../platform/clock.ts";
import { PawlError } from "../platform/errors.ts";
import { pawlHome } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { createSameProject } from "../platform/same-project.ts";
import { redactor } from "../redact/redactor.ts";
import { readTeam } from "../team/config.ts";
import { quote } from "../text/quote.ts";
import { packHandoff } from "../work/handoff/pack.ts";
import { putHandoff, readHandoff } from "../work/handoff/waiting.ts";
import { placeOf } from "../work/place.ts";
import { type Handoff, handoffLines, mapTexts } from "../work/workflow/handoff.ts";
import { type Command, type CommandInput, flag, json, value } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, plain, print } from "./output.ts";
import { agrees, needsPerson } from "./person.ts";
import { findSession, newestSession } from "./session.ts";
import { sameProject, sharedFolder } from "./team/open.ts";
import { words } from "./words.ts";
import { openCaller } from "./workflow/command.ts";

export const command: Command = {
  usage:
    "handoff [SESSION] [--to NAME] [--file FILE] [--yes] [--dry-run] | handoff --take FILE | handoff --list | handoff --withdraw ID",
  example: "pawl handoff 29f1af35 --to mia",
  options: {
    ...json,
    to: value,
    file: value,
    take: value,
    list: flag,
    withdraw: value,
    "dry-run": flag,
    yes: flag,
  },
  positionals: 1,
  async run(input) {
    if (input.has("list")) return (await import("./team/handoff.ts")).listHandoffs(input);
    const id = input.text("withdraw");
    if (id !== undefined) return (await import("./team/handoff.ts")).withdraw(id);
    const file = input.text("take");
    return file === undefined ? give(input) : take(file);
  },
};

async function give(input: CommandInput): Promise<number> {
  const [to, file] = [input.text("to"), input.text("file")];
  const { root, id, messages } = await openCaller(input.positionals[0], undefined);
  const records = await withStore((store) =>
    id === undefined ? newestSession(store) : findSession(store, id),
  );
  const { project, id: session } = records.session;
  const shared = file === undefined ? await sharedProject(project, to) : undefined;
  const handoff = packHandoff({
    records,
    root,
    place: placeOf(project),
    from: await ownName(project),
    to,
    at: systemClock(),
    project: (await nameOf(project)) ?? null,
    redact: (text) => redactor.text(text),
  });
  if (!input.isJson) {
    print(bold(words.handoff.preview));
    const parts = [handoff.session, handoff.project, `${handoff.from} → ${to ?? "…"}`];
    print(plain(parts.filter((part) => part !== null).join("  ")));
    for (const line of handoffLines(handoff, messages.handoff)) print(plain(line));
  }
  if (input.has("dry-run"))
    return input.answer({ handoff, through: shared === undefined ? "file" : "team" }, words.handoff.dryRun);
  if (shared === undefined) return toFile(handoff, file ?? `handoff-${session.slice(0, 8)}.json`, input);
  // A handoff that was sent to others cannot be undone.
  const question = to === undefined ? words.handoff.askAll : words.handoff.askTeam(to);
  needsPerson(question);
  if (!(await isAgreed(question, input))) return 1;
  const { handOver } = await import("./team/handoff.ts");
  return handOver({ handoff, session, project: shared, to: to ?? "" }, input);
}

async function isAgreed(question: string, input: CommandInput): Promise<boolean> {
  const isYes = await agrees(question, input.has("yes"));
  if (!isYes) print(words.handoff.nothing);
  return isYes;
}

/** The project's name in the team, if it is shared. A user who names a member expects the handoff to reach them. */
async function sharedProject(folder: string, to: string | undefined): Promise<string | undefined> {
  if (readTeam(pawlHome().team) === undefined) return undefined;
  const shared = await sharedFolder(folder);
  if (shared !== undefined || to === undefined) return shared?.project;
  throw new PawlError("team_not_shared", words.team.notShared(folder), { hint: words.handoff.notSharedHint });
}

/** Never overwrites an existing file, which may be anyone's. */
async function toFile(handoff: Handoff, file: string, input: CommandInput): Promise<number> {
  if (!(await isAgreed(words.handoff.ask(file), input))) return 1;
  try {
    await writeFile(resolve(file), `${JSON.stringify(handoff, null, 2)}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === "EEXIST"
      ? new PawlError("file_exists", words.handoff.exists(file), { hint: words.handoff.existsHint })
      : new PawlError("not_written", words.handoff.notWritten(file, message));
  }
  return input.answer({ file }, words.handoff.written(file));
}

/** Undefined if no other machine has a name for the project. */
async function nameOf(project: string): Promise<string | undefined> {
  // A name from the user's own mapping differs on each machine.
  const byGit = createSameProject({ file: pawlHome().projects, isStorable: () => false });
  const { key, by } = await byGit.settle(project);
  return by === "remote" || by === "commit" ? key : undefined;
}

/** This person's name in the team, else in git, else the account's name. */
async function ownName(project: string): Promise<string> {
  const team = readTeam(pawlHome().team);
  if (team !== undefined) return team.member.name;
  try {
    const git = Bun.spawn(["git", "config", "user.name"], { cwd: project, stdout: "pipe", stderr: "ignore" });
    const name = (await new Response(git.stdout).text()).trim();
    if (name !== "") return name;
  } catch {
    // No git here, or the folder does not exist.
  }
  return userInfo().username;
}

/** Another person's file becomes part of a session, so inside a session a person has to agree. */
async function take(file: string): Promise<number> {
  const say = words.handoff;
  const found = readHandoff(resolve(file));
  if (found === undefined)
    throw new PawlError("no_handoff", say.noHandoff(file), { hint: say.noHandoffHint });
  const handoff = mapTexts(found, (text) => redactor.text(text));
  const folder = projectRoot(process.cwd());
  const here = await nameOf(folder);
  if (handoff.project !== null && handoff.project !== here) {
    const message = say.otherProject(quote(handoff.project, 200), here ?? folder);
    throw new PawlError("other_project", message, { hint: say.otherProjectHint });
  }
  needsPerson(say.take);
  const { messages } = await openCaller(undefined, undefined);
  for (const line of handoffLines(handoff, messages.handoff)) print(plain(line));
  const { key } = await sameProject().settle(folder);
  const put = await putHandoff(pawlHome().handoffs, key, handoff);
  if (!put.ok) throw new PawlError("not_written", say.notWritten(pawlHome().handoffs, put.detail));
  print(say.taken(quote(handoff.from, 40)));
  if (put.replaced !== undefined) print(say.replaced(quote(put.replaced.from, 40)));
  return 0;
}
