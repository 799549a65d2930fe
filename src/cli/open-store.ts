/** Commands open the store themselves: they work with or without the daemon. */
import { existsSync } from "node:fs";
import type { Settings } from "../hooks/config/schema.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { createSameProject } from "../platform/same-project.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import { followMoved } from "../work/moved-project.ts";
import { workflowRoot } from "../work/workflow-files.ts";

/** `use` gets the user's settings too; undefined where there are none. */
export async function withStore<T>(
  use: (store: Store, settings: Settings | undefined) => Promise<T>,
): Promise<T> {
  const home = pawlHome();
  const settings = existsSync(home.config) ? await readSettings(home) : undefined;
  const store = await openStore(home);
  try {
    await followHere(store, home, settings);
    return await use(store, settings);
  } finally {
    await store.close();
  }
}

/** The folder that the command runs in may have had another name: what was stored under it is found here. */
async function followHere(store: Store, home: Home, settings: Settings | undefined): Promise<void> {
  if (!existsSync(home.projects)) return;
  const same = createSameProject({ file: home.projects, byHand: () => settings?.sameProject ?? [] });
  const root = workflowRoot(settings?.workflow.root, home.dir);
  await followMoved(projectRoot(process.cwd()), { store, same, root, later: (work) => work() });
}

/** Their own rules for secrets count from here on. Loaded here: the schema is large, and most people have no file. */
async function readSettings(home: Home): Promise<Settings> {
  const [{ applyRedactSettings }, { readUserSettings }] = await Promise.all([
    import("../hooks/config/redaction.ts"),
    import("../hooks/config/user-settings.ts"),
  ]);
  const { settings } = readUserSettings(home);
  applyRedactSettings(settings.redact);
  return settings;
}
