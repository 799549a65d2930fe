/** A member's machine without daemon and client: a real store, a real connection and the real synchronisation. */

import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { redactor } from "../../src/redact/redactor.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { type TeamConfig, writeTeam } from "../../src/team/config.ts";
import { type OpenTeam, openTeam } from "../../src/team/open.ts";
import { teamIn } from "../../src/team/sql/index.ts";

export interface SimulatedMember extends AsyncDisposable {
  store: Store;
  team: OpenTeam;
  /** Has the project checked out. `upTo`: the number of the last change that it has already. */
  checkOut(project: string, upTo: number): Promise<void>;
  remember(project: string, uri: string, content: string): Promise<void>;
}

const folderOf = (project: string): string => `/checkouts/${project.split("/").at(-1)}`;

export async function openMember(config: TeamConfig, dir: string): Promise<SimulatedMember> {
  mkdirSync(dir, { recursive: true });
  const file = join(dir, "team.json");
  writeTeam(file, config);
  const store = await openStore({ database: join(dir, "pawl.db") });
  const now = () => Date.now();
  const parts = { file, store, redact: redactor, now, isExcluded: () => false };
  const team = openTeam(parts);
  return {
    store,
    team,
    async checkOut(project, upTo) {
      const folder = folderOf(project);
      await teamIn(store).saveTeamFolder({ folder, project });
      await teamIn(store).applyPulled(project, [], upTo);
    },
    async remember(project, uri, content) {
      const by = { origin: "user", author: "user", redaction: redactor.version } as const;
      await memoriesIn(store).saveMemory({ uri, project: folderOf(project), content, ...by, at: now() });
    },
    async [Symbol.asyncDispose]() {
      await team.close();
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
