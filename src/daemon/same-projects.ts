/** Which folders are one project, for the daemon and for commands, and what happens when one of them was renamed. */
import type { Settings } from "../hooks/config/schema.ts";
import type { Home } from "../platform/paths.ts";
import { createSameProject } from "../platform/same-project.ts";
import { redactor } from "../redact/redactor.ts";
import type { Store } from "../store/store.ts";
import { followMoved } from "../work/moved-project.ts";

interface SameProjectsDeps {
  home: Home;
  settings: Pick<Settings, "sameProject">;
  store: Store;
  workflowRoot: string;
  background: { add(work: () => Promise<void>): unknown };
}

export function createSameProjects({ home, settings, store, workflowRoot, background }: SameProjectsDeps) {
  const same = createSameProject({
    file: home.projects,
    byHand: () => settings.sameProject,
    isStorable: (text) => redactor.text(text) === text,
  });
  const moved = { store, same, root: workflowRoot, later: background.add };
  return { same, followMoved: (project: string) => followMoved(project, moved) };
}
