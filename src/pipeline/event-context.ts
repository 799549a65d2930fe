/** The services as one event sees them. What most events do not need is made when it is asked for. */

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
import { formatTime } from "../platform/clock.ts";
import { branchOf, checkoutOf, mainlinesOf } from "../platform/git.ts";
import { pawlCommand } from "../platform/pawl-command.ts";
import { rememberFolder } from "../platform/remembered-folders.ts";
import type { ContextBlock } from "../recall/blocks/start-block.ts";
import { isHeldOut } from "../recall/holdout.ts";
import type { KnowledgeService } from "../recall/knowledge-type.ts";
import { claudeMdOf, projectNotes } from "../recall/start/project-files.ts";
import { redactor } from "../redact/redactor.ts";
import { recordsIn } from "../store/records/queries.ts";
import { teamIn } from "../team/sql/index.ts";
import { mayHaveHandoff, mayHaveWork, mayHaveWorkflow } from "../work/any-work.ts";
import type { Continuity } from "../work/continuity.ts";
import { createContinuity } from "../work/continuity.ts";
import type { HookCall } from "./call.ts";
import { takeNotice } from "./notice.ts";
import { sessionRefOf } from "./record.ts";
import { messagesOf, type Services } from "./services.ts";
import type { EventContext } from "./services-context.ts";

export async function createEventContext(
  input: KnownInput,
  call: HookCall,
  services: Services,
): Promise<EventContext> {
  const { store, settings, background, muted, sessions } = services;
  const project = input.cwd === undefined ? "" : await sessions.projectOf(input);
  // `user-message` repeats what `context` did, only to show it; `context` shows the user nothing.
  const isWriter = !call.isReplay && call.name !== "user-message";
  const isShown = !call.isReplay && call.name !== "context";
  // A late answer is read by nobody: what is given once waits for the next session then.
  const isAwaited = () => performance.now() < (call.answerBy ?? Number.POSITIVE_INFINITY);
  let own: ReturnType<EventContext["own"]> | undefined;
  let root: string | undefined;
  let messages: Messages | undefined;
  let continuity: Continuity | undefined;
  let knowledge: KnowledgeService | undefined;
  const context: EventContext = {
    store,
    at: call.at,
    client: call.client ?? DEFAULT_CLIENT,
    project,
    contextTokens: settings.context.tokens,
    coreTokens: settings.context.coreTokens,
    importsUser: settings.context.userImports.includes(project),
    projectNotes: () =>
      projectNotes(project, { ...sessions.notes.env(input.sessionId), ...call.env }, context, input.cwd),
    claudeMd: () => claudeMdOf(project),
    get root() {
      root ??= rootOf(input.cwd ?? "", project);
      return root;
    },
    branch: () => call.branch ?? branchOf(input.cwd ?? ""),
    mainlines: () => mainlinesOf(input.cwd ?? ""),
    holdout: settings.recall.holdout,
    get isHeldOut() {
      return isHeldOut(input.sessionId, settings.recall.holdout);
    },
    mayHaveWork: () => mayHaveWork(services.workflowRoot, input.cwd ?? "", project),
    mayHaveWorkflow: () => mayHaveWorkflow(services.workflowRoot),
    followMoved: async () => (isWriter && project !== "" ? services.followMoved(project) : []),
    async takeHandoff() {
      const { home } = services;
      if (!isWriter || !isAwaited()) return undefined;
      const team = context.knowledge.isInTeam() ? await teamIn(store).takeTeamHandoffs(project, call.at) : [];
      const folder = mayHaveHandoff(home.handoffs) ? home.handoffs : undefined;
      if (folder === undefined && team.length === 0) return undefined;
      const { handoffAtStart } = await import("../work/handoff/at-start.ts");
      const bodies = team.flatMap(({ body }) => body ?? []);
      const where = { folder, projects: home.projects, byHand: settings.sameProject, project };
      const who = { root: services.workflowRoot, session: input.sessionId, cwd: input.cwd ?? "" };
      return handoffAtStart({ ...where, ...who, team: bodies, at: call.at, messages: context.messages });
    },
    isMuted: muted.has,
    formatTime,
    redaction: redactor.version,
    get messages() {
      messages ??= messagesOf(input.sessionId, call.env, services);
      return messages;
    },
    ledger: (event, block) =>
      isWriter && isAwaited()
        ? writeLedger({ event, sessionId: input.sessionId, project, at: call.at }, block, services)
        : noWrite,
    get continuity() {
      continuity ??= createContinuity({
        session: sessionRefOf(input, call, services),
        project: input.cwd === undefined ? "" : project,
        messages: forClient(context.messages, call.client ?? DEFAULT_CLIENT),
        root: services.workflowRoot,
        takesOver: services.workflowRoot === services.home.dir,
        pawl: pawlCommand(services.home.dir),
        own: settings.workflow.own,
        claudeDir: services.claudeDir,
        env: call.env,
        memory: sessions.notes,
        log: services.log,
        count: services.count,
        later: background.add,
        stateFiles: {
          isOn: settings.stateFiles && services.isPlayback !== true,
          remember: (folder) => rememberFolder(services.home.stateFolders, folder),
        },
        isSaid: isShown,
        isWriter,
      });
      return continuity;
    },
    get knowledge() {
      knowledge ??= services.knowledge(project);
      return knowledge;
    },
    clientMemory: services.clientMemory,
    own() {
      own ??= sessions.lineages.of(input);
      return own;
    },
    catchUp: (withinMs) => catchUp(input, withinMs, services),
    takeNotice: () => (isShown && isAwaited() ? noticeOf(services, context) : undefined),
    work: services.work,
    summaries: services.summaries,
    later: background.add,
  };
  return context;
}

/** What the user has to know before anything else. */
function noticeOf({ home, disk }: Services, said: { readonly messages: Messages }): string | undefined {
  const left = takeNotice(home);
  const full = disk.take();
  if (full === undefined) return left;
  const lost = said.messages.notices[full.isFull ? "diskFullLost" : "diskWasFull"](full.events);
  return [left, full.events === 0 ? said.messages.notices.diskFull : lost].filter(Boolean).join(" ");
}

/** Sources that are memories, by their type in the ledger. */
const MEMORY_TYPES: ReadonlySet<string> = new Set(["memory", "rule", "decision"]);

/** A worktree lies outside of the project's folder: its files are named from its own root. */
function rootOf(cwd: string, project: string): string {
  const isInside = cwd === "" || cwd === project || cwd.startsWith(`${project}/`);
  return isInside ? project : (checkoutOf(cwd) ?? cwd);
}

const noWrite = Promise.resolve();

interface Place {
  event: HookEventName;
  sessionId: string;
  project: string;
  at: number;
}

/** What the model was given, where it came from, and that its memories were used. */
async function writeLedger(place: Place, block: ContextBlock, { store, live }: Services): Promise<void> {
  const { event, sessionId, project, at } = place;
  const { text, tokens, sources } = block;
  await recordsIn(store).addInjection({ sessionId, event, at, text, tokens, sources });
  const memories = sources.filter(({ type }) => MEMORY_TYPES.has(type)).map(({ uri }) => uri);
  if (memories.length > 0) await memoriesIn(store).touchMemories(project, memories, at);
  if (live.isWatched)
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
  // Owned by the background from here on: it reports a failure, and the daemon does not leave before it ends.
  background.add(() => work);
  await Promise.race([work.catch(() => undefined), Bun.sleep(withinMs)]);
}

/** A client without a task list is not told to use one. */
function forClient(messages: Messages, client: ClientName): Messages {
  if (CLIENTS[client].hasTaskTool === true) return messages;
  return { ...messages, tasks: { ...messages.tasks, next: messages.tasks.proceed } };
}
