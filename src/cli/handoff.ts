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
import { handoffLines, mapTexts } from "../work/workflow/handoff.ts";
import { type Command, json, toText } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, plain, print, printJson } from "./output.ts";
import { confirm, needsPerson, notAsked } from "./person.ts";
import { findSession, newestSession } from "./session.ts";
import { sameProject, sharedFolder } from "./team/open.ts";
import { words } from "./words.ts";
import { openCaller } from "./workflow/context.ts";

export const command: Command = {
  usage:
    "handoff [SESSION] [--to NAME] [--file FILE] [--yes] [--dry-run] | handoff --take FILE | handoff --list | handoff --withdraw ID",
  example: "pawl handoff 29f1af35 --to mia",
  options: {
    ...json,
    to: { type: "string" },
    file: { type: "string" },
    take: { type: "string" },
    list: { type: "boolean" },
    withdraw: { type: "string" },
    "dry-run": { type: "boolean" },
    yes: { type: "boolean" },
  },
  positionals: 1,
  async run(input) {
    const { values, positionals } = input;
    if (values.list === true) return (await import("./team/handoff.ts")).list(input);
    const id = toText(values.withdraw);
    if (id !== undefined) return (await import("./team/handoff.ts")).withdraw(id);
    const file = toText(values.take);
    if (file !== undefined) return take(file);
    return give(positionals[0], {
      to: toText(values.to),
      file: toText(values.file),
      isAgreed: values.yes === true,
      isDry: values["dry-run"] === true,
      isJson: values.json === true,
    });
  },
};

interface Giving {
  to: string | undefined;
  file: string | undefined;
  isAgreed: boolean;
  /** Only shows it. */
  isDry: boolean;
  isJson: boolean;
}

async function give(named: string | undefined, giving: Giving): Promise<number> {
  const { to, file, isDry } = giving;
  const { root, id, messages } = await openCaller(named, undefined);
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
  if (!giving.isJson) {
    print(bold(words.handoff.preview));
    const parts = [handoff.session, handoff.project, `${handoff.from} → ${to ?? "…"}`];
    print(plain(parts.filter((part) => part !== null).join("  ")));
    for (const line of handoffLines(handoff, messages.handoff)) print(plain(line));
  }
  if (isDry) {
    if (giving.isJson) printJson({ handoff, through: shared === undefined ? "file" : "team" });
    else print(words.handoff.dryRun);
    return 0;
  }
  if (shared !== undefined) {
    // What goes to others is gone.
    const receiver = to ?? "";
    const question = receiver === "" ? words.handoff.askAll : words.handoff.askTeam(receiver);
    needsPerson(question);
    if (!(await agreed(question, giving.isAgreed))) return 1;
    const { handOver } = await import("./team/handoff.ts");
    return handOver({ handoff, session, project: shared, to: receiver }, giving.isJson);
  }
  const target = file ?? `handoff-${session.slice(0, 8)}.json`;
  if (!(await agreed(words.handoff.ask(target), giving.isAgreed))) return 1;
  await writeNew(target, `${JSON.stringify(handoff, null, 2)}\n`);
  if (giving.isJson) printJson({ file: target });
  else print(words.handoff.written(target));
  return 0;
}

async function agreed(question: string, isYes: boolean): Promise<boolean> {
  const answer = isYes || (await confirm(question));
  if (answer === undefined) throw notAsked();
  if (!answer) print(words.handoff.nothing);
  return answer;
}

/** The project's name in the team, where it is shared. Who names a member expects it to reach them. */
async function sharedProject(folder: string, to: string | undefined): Promise<string | undefined> {
  if (readTeam(pawlHome().team) === undefined) return undefined;
  const shared = await sharedFolder(folder);
  if (shared !== undefined || to === undefined) return shared?.project;
  throw new PawlError("team_not_shared", words.team.notShared(folder), { hint: words.handoff.notSharedHint });
}

/** Never over a file that is there: it may be anybody's. */
async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(resolve(file), text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === "EEXIST"
      ? new PawlError("file_exists", words.handoff.exists(file), { hint: words.handoff.existsHint })
      : new PawlError("not_written", words.handoff.notWritten(file, message));
  }
}

/** Undefined where no other machine knows the project by a name. */
async function nameOf(project: string): Promise<string | undefined> {
  // What is mapped by hand is named differently on each machine.
  const byGit = createSameProject({ file: pawlHome().projects, isStorable: () => false });
  const { key, by } = await byGit.settle(project);
  return by === "remote" || by === "commit" ? key : undefined;
}

/** As the team knows this person, else as git does, else the account's name. */
async function ownName(project: string): Promise<string> {
  const team = readTeam(pawlHome().team);
  if (team !== undefined) return team.member.name;
  try {
    const git = Bun.spawn(["git", "config", "user.name"], { cwd: project, stdout: "pipe", stderr: "ignore" });
    const name = (await new Response(git.stdout).text()).trim();
    if (name !== "") return name;
  } catch {
    // No git here, or the folder is gone.
  }
  return userInfo().username;
}

/** A file of somebody else's becomes part of a session: inside a session a person has to agree. */
async function take(file: string): Promise<number> {
  const found = readHandoff(resolve(file));
  if (found === undefined) {
    throw new PawlError("no_handoff", words.handoff.noHandoff(file), { hint: words.handoff.noHandoffHint });
  }
  const handoff = mapTexts(found, (text) => redactor.text(text));
  const folder = projectRoot(process.cwd());
  const here = await nameOf(folder);
  if (handoff.project !== null && handoff.project !== here) {
    const theirs = quote(handoff.project, 200);
    throw new PawlError("other_project", words.handoff.otherProject(theirs, here ?? folder), {
      hint: words.handoff.otherProjectHint,
    });
  }
  needsPerson(words.handoff.take);
  const { messages } = await openCaller(undefined, undefined);
  for (const line of handoffLines(handoff, messages.handoff)) print(plain(line));
  const { key } = await sameProject().settle(folder);
  const put = await putHandoff(pawlHome().handoffs, key, handoff);
  if (!put.ok) throw new PawlError("not_written", words.handoff.notWritten(pawlHome().handoffs, put.detail));
  print(words.handoff.taken(quote(handoff.from, 40)));
  if (put.replaced !== undefined) print(words.handoff.replaced(quote(put.replaced.from, 40)));
  return 0;
}
