/** A machine of a team's member: a real store and a real connection, without daemon and client. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoriesIn } from "../../src/memory/sql/index.ts";
import { redactor } from "../../src/redact/redactor.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { readTeam, type TeamConfig, writeTeam } from "../../src/team/config.ts";
import { createTeam } from "../../src/team/create.ts";
import { type Invited, inviteMember } from "../../src/team/invite.ts";
import { joinTeam } from "../../src/team/join.ts";
import { parseInvitation } from "../../src/team/join-string.ts";
import { type OpenTeam, openTeam } from "../../src/team/open.ts";
import { removeMember } from "../../src/team/remove.ts";
import { parseAddress } from "../../src/team/server/address.ts";
import type { ConnectionOptions } from "../../src/team/server/connection.ts";
import type { Rank } from "../../src/team/server/team-server.ts";
import { teamIn } from "../../src/team/sql/index.ts";
import type { Synced } from "../../src/team/sync.ts";

export const PROJECT = "remote:git.example/shop";

export interface TeamHome extends AsyncDisposable {
  dir: string;
  /** The project's checkout on this machine: another path on each. */
  folder: string;
  store: Store;
  file: string;
  team: OpenTeam;
  /** Added to the real time. */
  skewMs: number;
  excluded: Set<string>;
  share(project?: string): Promise<void>;
  sync(): Promise<Synced & { conflicts: number }>;
  remember(uri: string, content: string): Promise<void>;
  contents(): Promise<string[]>;
  /** Reads `team.json` again, and connects anew. */
  reopen(): void;
  /** Changes `team.json`, and connects anew. */
  patch(change: (team: TeamConfig) => TeamConfig): void;
  /** An empty store, and another device. */
  renew(): Promise<void>;
}

let count = 0;

async function openHome(
  prepare: (file: string) => Promise<void>,
  connection?: ConnectionOptions,
): Promise<TeamHome> {
  const dir = mkdtempSync(join(tmpdir(), "pawl-team-"));
  const file = join(dir, "team.json");
  let store = await openStore({ database: join(dir, "pawl.db") });
  let stores = 0;
  const folder = `/machines/${++count}/shop`;
  await prepare(file);
  const now = () => Date.now() + home.skewMs;
  const open = () =>
    openTeam({
      file,
      store,
      redact: redactor,
      now,
      isExcluded: (folder) => home.excluded.has(folder),
      ...(connection && { connection }),
    });
  const home: TeamHome = {
    dir,
    folder,
    get store() {
      return store;
    },
    file,
    team: open(),
    skewMs: 0,
    excluded: new Set(),
    async share(project = PROJECT) {
      const { codec } = home.team.parts();
      const key = codec.projectName(project);
      await home.team.server.shareProject(key, codec.seal(key, project));
      await teamIn(store).saveTeamFolder({ folder, project });
    },
    sync: async () => ({
      ...(await home.team.sync()),
      conflicts: (await teamIn(store).teamCounts()).conflicts,
    }),
    async remember(uri, content) {
      await memoriesIn(store).saveMemory({
        uri,
        project: folder,
        content,
        origin: "user",
        redaction: redactor.version,
        author: "user",
        at: now(),
      });
    },
    async contents() {
      return (await memoriesIn(store).memories({ project: folder, limit: 100_000 }))
        .map(({ content }) => content)
        .sort();
    },
    reopen() {
      void home.team.close();
      home.team = open();
    },
    patch(change) {
      const team = readTeam(file);
      if (team !== undefined) writeTeam(file, change(team));
      home.reopen();
    },
    async renew() {
      await store.close();
      store = await openStore({ database: join(dir, `pawl-${++stores}.db`) });
      home.patch((team) => ({ ...team, device: crypto.randomUUID().slice(0, 8) }));
    },
    async [Symbol.asyncDispose]() {
      await home.team.close();
      await store.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return home;
}

export function founder(
  url: string,
  options: { name?: string; isEncrypted?: boolean; connection?: ConnectionOptions } = {},
) {
  const { name = "Ann", isEncrypted = false } = options;
  return openHome(
    async (file) => writeTeam(file, await createTeam(parseAddress(url), { name, isEncrypted })),
    options.connection,
  );
}

export function inviteTo(
  home: TeamHome,
  name: string,
  options: { rank?: Rank; projects?: number[]; isOwn?: boolean } = {},
): Promise<Invited> {
  const { rank = "writer", projects, isOwn = false } = options;
  return inviteMember(home.team.config, home.team.connection, {
    name,
    rank,
    days: 7,
    isOwn,
    ...(projects && { projects }),
  });
}

export async function member(
  by: TeamHome,
  name: string,
  options: { rank?: Rank; projects?: number[]; connection?: ConnectionOptions; text?: string } = {},
): Promise<TeamHome> {
  const { text = (await inviteTo(by, name, options)).join } = options;
  return openHome(async (file) => {
    await joinTeam(parseInvitation(text), file);
  }, options.connection);
}

export async function remove(by: TeamHome, name: string): Promise<void> {
  const { team } = await removeMember(by.team.config, by.team.connection, name);
  writeTeam(by.file, team);
  by.reopen();
}
