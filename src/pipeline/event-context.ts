/** The services from the view of one event. */
import {
  CLIENTS,
  type ClientName,
  DEFAULT_CLIENT,
  type HookEventName,
  type KnownInput,
} from "../clients/index.ts";
import { toTitle } from "../history/live/live-events.ts";
import type { Messages } from "../locale/messages.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { rememberFolder } from "../platform/files.ts";
import { branchOf, checkoutOf } from "../platform/git.ts";
import { pawlCommand } from "../platform/programs.ts";
import type { ContextBlock } from "../recall/blocks/start-block.ts";
import { isHeldOut } from "../recall/holdout.ts";
import { claudeMdOf, projectNotes } from "../recall/start/project-files.ts";
import { recordsIn } from "../store/records/queries.ts";
import { teamIn } from "../team/sql/index.ts";
import { type Continuity, createContinuity, type WorkContext } from "../work/continuity.ts";
import { mayHaveHandoff } from "../work/place.ts";
import { type HookCall, messagesOf, type Services, sessionRefOf } from "./services.ts";

/** The context of every handler. Time, files and environment come from here; handlers never read them directly. */
export type EventContext = Awaited<ReturnType<typeof createEventContext>>;

export async function createEventContext(input: KnownInput, call: HookCall, services: Services) {
  const { store, home, settings, background, sessions, workflowRoot } = services;
  const { sessionId, cwd = "" } = input;
  const client = call.client ?? DEFAULT_CLIENT;
  const project = cwd === "" ? "" : await sessions.projectOf(input);
  const messages = messagesOf(sessionId, call.env, services);
  const knowledge = services.knowledge(project);
  // `user-message` repeats what `context` did, only to show it; `context` shows the user nothing.
  const isWriter = !call.isReplay && call.name !== "user-message";
  const isShown = !call.isReplay && call.name !== "context";
  // The client ignores a late answer, so one-time content waits for the next session.
  const isAwaited = () => performance.now() < (call.answerBy ?? Number.POSITIVE_INFINITY);
  let own: ReturnType<WorkContext["own"]> | undefined;
  let continuity: Continuity | undefined;
  // Most events have nothing to do with a workflow.
  const makeContinuity = () =>
    createContinuity({
      session: sessionRefOf(input, call, services),
      project,
      messages: forClient(messages, client),
      root: workflowRoot,
      pawl: pawlCommand(home.dir),
      claudeDir: services.claudeDir,
      env: call.env,
      memory: sessions.notes,
      log: services.log,
      count: services.count,
      later: background.add,
      stateFiles: {
        isOn: settings.stateFiles && !services.isPlayback,
        remember: (folder) => rememberFolder(home.stateFolders, folder),
      },
      isSaid: isShown,
      isWriter,
    });
  return {
    store,
    at: call.at,
    /** The coding agent of the session. */
    client,
    project,
    root: rootOf(cwd, project),
    settings,
    workflowRoot,
    isHeldOut: isHeldOut(sessionId, settings.recall.holdout),
    isMuted: services.muted.has,
    messages,
    knowledge,
    clientMemory: services.clientMemory,
    work: services.work,
    later: background.add,
    get continuity() {
      continuity ??= makeContinuity();
      return continuity;
    },
    /** The branch that is checked out. */
    branch: () => call.branch ?? branchOf(cwd),
    claudeMd: () => claudeMdOf(project),
    /** Facts from the project's files, such as its package manager. */
    projectNotes: () =>
      projectNotes(project, { ...sessions.notes.env(sessionId), ...call.env }, { messages }, cwd),
    own() {
      own ??= sessions.lineages.of(input);
      return own;
    },
    /** The folders that the project was in before it was renamed or moved. Their records belong to the project afterwards. */
    followMoved: async () => (isWriter && project !== "" ? services.followMoved(project) : []),
    /** A handoff for the next session in this project; returned only once. */
    async takeHandoff(): Promise<ContextBlock | undefined> {
      if (!isWriter || !isAwaited()) return undefined;
      const team = knowledge.isInTeam() ? await teamIn(store).takeTeamHandoffs(project, call.at) : [];
      const folder = mayHaveHandoff(home.handoffs) ? home.handoffs : undefined;
      if (folder === undefined && team.length === 0) return undefined;
      const { handoffAtStart } = await import("../work/handoff/at-start.ts");
      const bodies = team.flatMap(({ body }) => body ?? []);
      const where = { folder, same: services.sameProject, project };
      const who = { root: workflowRoot, session: sessionId, cwd };
      return handoffAtStart({ ...where, ...who, team: bodies, at: call.at, messages });
    },
    /** A notice that the user has to see once. Undefined if it would not be displayed. */
    takeNotice: () => (isShown && isAwaited() ? services.notices.take(messages) : undefined),
    ledger: async (event: HookEventName, block: ContextBlock) => {
      if (isWriter && isAwaited())
        await writeLedger({ event, sessionId, project, at: call.at }, block, services);
    },
    /** Adds the transcript's missing records to the store. Waits at most `withinMs`; the rest runs in the background. */
    catchUp: (withinMs?: number) => catchUp(input, withinMs, services),
  };
}

/** Sources that are memories, by their type in the ledger. */
const MEMORY_TYPES: ReadonlySet<string> = new Set(["memory", "rule", "decision"]);

/** A worktree lies outside of the project's folder: its files are named from its own root. */
function rootOf(cwd: string, project: string): string {
  const isInside = cwd === "" || cwd === project || cwd.startsWith(`${project}/`);
  return isInside ? project : (checkoutOf(cwd) ?? cwd);
}

interface Place {
  event: HookEventName;
  sessionId: string;
  project: string;
  at: number;
}

/** Records what was injected, its sources, and that its memories were used. */
async function writeLedger(place: Place, block: ContextBlock, { store, live }: Services): Promise<void> {
  const { event, sessionId, project, at } = place;
  const { text, tokens, sources } = block;
  await recordsIn(store).addInjection({ sessionId, event, at, text, tokens, sources });
  const memories = sources.filter(({ type }) => MEMORY_TYPES.has(type)).map(({ uri }) => uri);
  if (memories.length > 0) await memoriesIn(store).touchMemories(project, memories, at);
  if (live.watchers > 0)
    live.publish({ type: "injection", event, sessionId, project, at, title: toTitle(text), tokens });
}

async function catchUp(
  { sessionId, transcriptPath }: KnownInput,
  withinMs: number | undefined,
  { catchUps, background }: Services,
): Promise<void> {
  if (transcriptPath === undefined) return;
  const work = catchUps.session(sessionId, transcriptPath);
  if (withinMs === undefined) return work;
  // From here the background owns it: failures are reported, and the daemon waits for its end.
  background.add(() => work);
  await Promise.race([work.catch(() => undefined), Bun.sleep(withinMs)]);
}

/** A client without a task list is not told to use one. */
function forClient(messages: Messages, client: ClientName): Messages {
  if (CLIENTS[client].hasTaskTool === true) return messages;
  return { ...messages, tasks: { ...messages.tasks, next: messages.tasks.proceed } };
}
