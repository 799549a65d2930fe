import { existsSync } from "node:fs";
import { toClientName } from "../clients/index.ts";
import { SETUPS } from "../clients/setups.ts";
import { formatTime } from "../platform/clock.ts";
import { findProgram } from "../platform/env.ts";
import { PawlError } from "../platform/errors.ts";
import { projectRoot } from "../platform/project.ts";
import { searchSessions } from "../search/group-hits.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Session, SessionOverview } from "../store/records/records.ts";
import type { Store } from "../store/store.ts";
import { quote } from "../text/quote.ts";
import { ANY_NUMBER, type Command } from "./command.ts";
import { lookInStore } from "./open-store.ts";
import { dim, print, tilde, yellow } from "./output.ts";
import { words } from "./words.ts";

const MAX_SHOWN = 10;
const MAX_READ = 500;

export const command: Command = {
  usage: "resume [QUERY | ID]",
  example: "pawl resume rounding",
  options: {},
  positionals: ANY_NUMBER,
  async run({ positionals }) {
    const say = words.resume;
    const wanted = positionals.join(" ").trim();
    const found = await lookInStore((store) => (wanted === "" ? newestHere(store) : matching(store, wanted)));
    const [first, second] = found;
    if (first === undefined)
      throw wanted === ""
        ? new PawlError("no_session_here", say.noneHere, { hint: say.noneHereHint })
        : new PawlError("session_unknown", say.none(wanted), { hint: say.noneHint });
    if (second === undefined) return resume(first);
    print(say.several(found.length, wanted));
    for (const { id, title, lastEventAt, project } of found.slice(0, MAX_SHOWN)) {
      const about = `${formatTime(lastEventAt)} · ${tilde(project)}`;
      print(`  ${yellow(id.slice(0, 8))} ${quote(title, 80)}  ${dim(about)}`);
    }
    print(say.choose);
    return 1;
  },
};

async function newestHere(store: Store): Promise<SessionOverview[]> {
  const project = projectRoot(process.cwd());
  const sessions = await recordsIn(store).sessions({ project, limit: MAX_SHOWN, withContent: true });
  return sessions.filter((one) => resumeCommand(one) !== undefined).slice(0, 1);
}

/** Matches by id, then by title, folder and branch, then by text. Newest first. */
async function matching(store: Store, wanted: string): Promise<SessionOverview[]> {
  const ids = await recordsIn(store).sessionIdsLike(wanted, MAX_SHOWN);
  if (ids.length > 0) return recordsIn(store).sessionOverviews(ids.includes(wanted) ? [wanted] : ids);
  const parts = wanted.toLowerCase().split(/\s+/);
  const sessions = await recordsIn(store).sessions({ limit: MAX_READ, withContent: true });
  const named = sessions.filter(({ title, project, branch = "" }) => {
    const text = `${title} ${project} ${branch}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
  if (named.length > 0) return named;
  const { groups } = await searchSessions(store, { text: wanted }, { limit: MAX_SHOWN });
  return recordsIn(store).sessionOverviews(groups.map(({ sessionId }) => sessionId).filter(Boolean));
}

/** Undefined for a session without a transcript: the client has nothing to continue from. */
function resumeCommand({ client, id, transcriptPath }: Session): [string, ...string[]] | undefined {
  const name = toClientName(client);
  return transcriptPath === undefined || name === undefined ? undefined : SETUPS[name].resume(id);
}

/** Continues a session in its client and folder. Returns the client's exit code. */
export async function resume(session: Session): Promise<number> {
  const say = words.resume;
  const typed = resumeCommand(session);
  if (typed === undefined) {
    const hint = say.notResumableHint(session.id.slice(0, 8));
    throw new PawlError("not_resumable", say.notResumable, { hint });
  }
  const folder = existsSync(session.cwd) ? session.cwd : session.project;
  const line = typed.join(" ");
  if (!existsSync(folder))
    throw new PawlError("folder_gone", say.folderGone(folder), { hint: say.folderGoneHint(line) });
  const [program, ...args] = typed;
  const found = findProgram(program);
  if (found === null) {
    const hint = say.clientMissingHint(folder, line);
    throw new PawlError("client_missing", say.clientMissing(program), { hint });
  }
  print(say.resumes(line, folder));
  // The user's own session: it takes the terminal, and Pawl records it like any other.
  const child = Bun.spawn([found, ...args], { cwd: folder, stdio: ["inherit", "inherit", "inherit"] });
  return child.exited;
}
