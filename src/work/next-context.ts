/** The injection for the next session in a folder, the same for `pawl context`, `GET /api/context` and the page. */
import { DEFAULT_CLIENT } from "../clients/index.ts";
import type { Messages } from "../locale/messages.ts";
import { processEnv } from "../platform/env.ts";
import { branchOf, mainlinesOf } from "../platform/git.ts";
import { projectRoot } from "../platform/project.ts";
import { type ContextBlock, joinBlocks } from "../recall/blocks/start-block.ts";
import type { KnowledgeService } from "../recall/knowledge.ts";
import { createPasts } from "../recall/pasts.ts";
import { claudeMdOf, projectNotes } from "../recall/start/project-files.ts";
import { startContext } from "../recall/start/start-context.ts";
import type { Store } from "../store/store.ts";
import { workflowPreview } from "./announce.ts";
import { placeOf } from "./place.ts";
import { workflowRoot } from "./workflow-files.ts";

interface NextQuery {
  store: Store;
  folder: string;
  home: string;
  settings: {
    context: { tokens: number; coreTokens: number; userImports: readonly string[] };
    recall: { kinds: KnowledgeService["recall"]["kinds"] };
    workflow: { root?: string | undefined };
  };
  messages: Messages;
  isMuted(uri: string): boolean;
  /** The shell command for Pawl on this machine. */
  pawl: string;
  now: number;
  /** False: the folder comes only from a caller, so nothing is read from it. */
  readsFolder?: boolean;
}

interface NextContext {
  block: ContextBlock | undefined;
  /** Core memories that did not fit. */
  left: readonly string[];
  claudeMd: string;
}

export async function nextContext(query: NextQuery): Promise<NextContext> {
  const { store, folder, settings, messages, isMuted, now, readsFolder = true } = query;
  const project = projectRoot(folder);
  const claudeMd = readsFolder ? claudeMdOf(project) : "";
  const start = await startContext({
    store,
    past: await createPasts(store).of(project, []),
    project,
    client: DEFAULT_CLIENT,
    at: now,
    coreBudget: settings.context.coreTokens,
    importsUser: settings.context.userImports.includes(project),
    branch: readsFolder ? branchOf(project) : undefined,
    mainlines: readsFolder ? mainlinesOf(project) : new Set(),
    claudeMd,
    notes: readsFolder ? projectNotes(project, processEnv, { messages }, folder) : [],
    kinds: settings.recall.kinds,
    budget: settings.context.tokens,
    messages,
    isMuted,
    isHeldOut: false,
  });
  const root = workflowRoot(settings.workflow.root, query.home);
  const here = { root, place: placeOf(folder), messages, pawl: query.pawl };
  const workflow = readsFolder ? workflowPreview(here, folder) : undefined;
  return { block: joinBlocks([workflow, start]), left: start?.left ?? [], claudeMd };
}
