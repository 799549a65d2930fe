import type { Settings } from "../hooks/config/schema.ts";
import { systemClock } from "../platform/clock.ts";
import { branchOf } from "../platform/git.ts";
import type { Recall } from "../recall/blocks/types.ts";
import { createKnowledgeService } from "../recall/knowledge.ts";
import { createPasts } from "../recall/pasts.ts";
import { promptRecall } from "../recall/prompt.ts";
import type { Store } from "../store/store.ts";

interface Source {
  store: Store;
  project: string;
  isMuted(uri: string): boolean;
}

/** What a prompt would bring back in a session that was given nothing yet. */
export async function recallFor(prompt: string, source: Source, settings: Settings): Promise<Recall> {
  const { store, project } = source;
  const nothing = { sessions: new Set<string>(), uris: new Set<string>(), texts: new Set<string>() };
  const knowledge = createKnowledgeService({ settings, pasts: createPasts(store) });
  const query = {
    ...source,
    knowledge: knowledge(project),
    sessionId: "",
    root: project,
    branch: branchOf(project),
    except: [],
    at: systemClock(),
  };
  return promptRecall(prompt, query, async () => nothing);
}
