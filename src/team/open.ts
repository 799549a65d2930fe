/** The team of this machine, opened: its connection, its codec, and everything a round needs. */

import { PawlError } from "../platform/errors.ts";
import { codecFor } from "./codec.ts";
import { needTeam, type TeamConfig, writeTeam } from "./config.ts";
import { openSealed } from "./encryption/keys.ts";
import type { TeamParts } from "./parts.ts";
import type { Address } from "./server/address.ts";
import { type ConnectionOptions, openConnection, type ServerConnection } from "./server/connection.ts";
import { SCHEMA_VERSION } from "./server/team-functions.ts";
import { BRIEF_VERSION, createTeamServer, type Hello, type TeamServer } from "./server/team-server.ts";
import { upgradeTeam } from "./server/upgrade.ts";
import { teamIn } from "./sql/index.ts";
import { collectChanges, type Synced, syncRound } from "./sync.ts";

interface OpenOptions extends Pick<TeamParts, "store" | "redact" | "now" | "isExcluded"> {
  /** `team.json`. */
  file: string;
  warn(message: string, about: object): void;
  connection?: ConnectionOptions;
  connect?: (address: Address, options?: ConnectionOptions) => ServerConnection;
}

export interface OpenTeam extends AsyncDisposable {
  readonly config: TeamConfig;
  server: TeamServer;
  connection: ServerConnection;
  /** Logs in to the server and accepts a new team key, if there is one. `wanted`: only these projects matter. */
  hello(wanted?: readonly string[]): Promise<Hello>;
  parts(): TeamParts;
  sync(): Promise<Synced>;
  close(): Promise<void>;
}

export function openTeam({
  file,
  store,
  redact,
  now,
  warn,
  isExcluded,
  connection: options,
  connect = openConnection,
}: OpenOptions): OpenTeam {
  let config = needTeam(file);
  const connection = connect(config.address, options);
  const server = createTeamServer(connection);
  /** What the server had of handoffs when they were last read, and for which projects they were read. */
  let handoffs: string | undefined;

  /** After the last round. */
  let conflicts: number | undefined;
  /** The server's identity, as last reported. */
  let version = 0;

  async function hello(wanted?: readonly string[]): Promise<Hello> {
    let said = await server.hello(version >= BRIEF_VERSION ? wanted : undefined);
    if (said.version < SCHEMA_VERSION && (await upgradeTeam(connection))) said = await server.hello();
    version = said.version;
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
      const { naming, key } = JSON.parse(openSealed(keys, sealed)) as { naming: string; key: string };
      // Only holders of the earlier team keys can read this one.
      if (naming !== keys.naming)
        throw new PawlError("team_forged", "A new key of the team is not the team's.");
      versions[version] = key;
    }
    config = { ...config, keys: { ...keys, versions } };
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
      // Without the server too: what waits to go out is then known, and shown.
      if ((await collectChanges(parts())) > 0) conflicts = undefined;
      const { codec } = parts();
      const wanted = (await teamIn(store).teamFolders()).map(({ project }) => codec.projectName(project));
      const said = await hello(wanted);
      // Those of a project that was not shared here then were left on the server.
      const mark = said.handoffs === undefined ? undefined : [said.handoffs, ...wanted.toSorted()].join("\n");
      const isHandoffsKnown = mark !== undefined && mark === handoffs;
      const known = conflicts === undefined ? {} : { conflicts };
      conflicts = undefined;
      const synced = await syncRound(parts(), { server, hello: said, isHandoffsKnown, ...known, warn });
      handoffs = mark;
      conflicts = synced.conflicts;
      return synced;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
