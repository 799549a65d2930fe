/** The team of this machine, opened: its connection, its codec, and everything a round needs. */

import { PawlError } from "../platform/errors.ts";
import { codecFor } from "./codec.ts";
import { needTeam, type TeamConfig, writeTeam } from "./config.ts";
import { openSealed } from "./encryption/keys.ts";
import type { TeamParts } from "./parts.ts";
import { tidyTeam } from "./remove.ts";
import type { Address } from "./server/address.ts";
import { type ConnectionOptions, openConnection, type ServerConnection } from "./server/connection.ts";
import { createTeamServer, type Hello, type SeenProject, type TeamServer } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";
import { collectChanges, type Synced, syncRound } from "./sync.ts";

interface OpenOptions extends Pick<TeamParts, "store" | "redact" | "now" | "isExcluded"> {
  /** `team.json`. */
  file: string;
  connection?: ConnectionOptions;
  connect?: (address: Address, options?: ConnectionOptions) => ServerConnection;
}

export interface OpenTeam extends AsyncDisposable {
  readonly config: TeamConfig;
  server: TeamServer;
  connection: ServerConnection;
  /** Logs in to the server and accepts a new team key, if any. `wanted`: the relevant projects. */
  hello(wanted?: readonly SeenProject[]): Promise<Hello>;
  parts(): TeamParts;
  sync(): Promise<Synced>;
  close(): Promise<void>;
}

export function openTeam({
  file,
  store,
  redact,
  now,
  isExcluded,
  connection: options,
  connect = openConnection,
}: OpenOptions): OpenTeam {
  let config = needTeam(file);
  const connection = connect(config.address, options);
  const server = createTeamServer(connection, config.encrypted);
  /** The server's state of handoffs at the last read, and the projects of that read. */
  let handoffs: string | undefined;

  async function hello(wanted?: readonly SeenProject[]): Promise<Hello> {
    const said = await server.hello(wanted);
    if (said.team !== config.team) {
      throw new PawlError("team_other", "Another team is in this database now.", {
        hint: "Leave with pawl team leave, and ask for an invitation.",
      });
    }
    if (config.keys !== undefined && config.keys.versions[said.keyVersion] === undefined)
      await takeNewKeys(config.keys);
    return said;
  }

  async function takeNewKeys(keys: NonNullable<TeamConfig["keys"]>): Promise<void> {
    const versions = { ...keys.versions };
    for (const { version, sealed } of await server.sealedKeys()) {
      if (versions[version] !== undefined) continue;
      const { naming, key } = JSON.parse(openSealed(keys, sealed ?? "")) as { naming: string; key: string };
      // Only holders of the earlier team keys can read this one.
      if (naming !== keys.naming)
        throw new PawlError("team_forged", "A new key of the team is not the team's.");
      versions[version] = key;
    }
    save({ ...config, keys: { ...keys, versions } });
  }

  function save(changed: TeamConfig): void {
    config = changed;
    writeTeam(file, config);
  }

  const parts = (): TeamParts => ({
    store,
    redact,
    now,
    isExcluded,
    codec: codecFor(config),
    device: config.device,
    member: config.member,
  });

  const close = () => connection.close();
  return {
    get config() {
      return config;
    },
    server,
    connection,
    hello,
    parts,
    async sync() {
      // Also without the server, so that outgoing records are known and shown.
      await collectChanges(parts());
      const wanted = await seenProjects(parts());
      let said = await hello(wanted);
      // A restored backup may have an older key than the members. Nothing is written with that key any more.
      const isBehind = said.keyVersion < parts().codec.keyVersion && said.member.rank === "maintainer";
      if (said.hasLeft || isBehind) {
        save(await tidyTeam(config, connection, server));
        said = await hello(wanted);
      }
      // Handoffs of a project that was not shared here at that time were left on the server.
      const mark = [said.handoffs, ...wanted.map(({ key }) => key).sort()].join("\n");
      const synced = await syncRound(parts(), { server, hello: said }, mark === handoffs);
      handoffs = mark;
      return synced;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** This machine's shared projects, each with the newest state it has seen. */
async function seenProjects({ store, codec }: TeamParts): Promise<SeenProject[]> {
  const projects = new Set((await teamIn(store).teamFolders()).map(({ project }) => project));
  return Promise.all(
    [...projects].map(async (project) => {
      const { top, mark } = await teamIn(store).teamCursor(project);
      return { key: codec.projectName(project), ...(mark === undefined ? {} : { seq: top, mark }) };
    }),
  );
}
