/** Commands open the store themselves: they work with or without the daemon. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSameProjects } from "../daemon/same-projects.ts";
import type { Settings } from "../hooks/config/schema.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import { workflowRoot } from "../work/workflow-files.ts";

/** `use` also gets the user's settings, if any. */
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

/** For read-only commands: if Pawl was never set up, they find nothing and create no database. */
export async function lookInStore<T>(
  use: (store: Store, settings: Settings | undefined) => Promise<T>,
): Promise<T> {
  if (existsSync(pawlHome().dir)) return withStore(use);
  const dir = mkdtempSync(join(tmpdir(), "pawl-"));
  try {
    const store = await openStore({ database: join(dir, "pawl.db") });
    try {
      return await use(store, undefined);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The command's folder may have had another name. This finds the records under the old name. */
async function followHere(store: Store, home: Home, settings: Settings | undefined): Promise<void> {
  if (!existsSync(home.projects)) return;
  const { followMoved } = createSameProjects({
    home,
    settings: settings ?? { sameProject: [] },
    store,
    workflowRoot: workflowRoot(settings?.workflow.root, home.dir),
    background: { add: (work) => work() },
  });
  await followMoved(projectRoot(process.cwd()));
}

/** Applies the user's redaction rules. Loaded here because the schema is large, and most users have no file. */
async function readSettings(home: Home): Promise<Settings> {
  const [{ applyRedactSettings }, { readUserSettings }] = await Promise.all([
    import("../redact/settings.ts"),
    import("../hooks/config/user-settings.ts"),
  ]);
  const { settings } = readUserSettings(home);
  applyRedactSettings(settings.redact);
  return settings;
}
