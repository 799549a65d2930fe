import { existsSync } from "node:fs";
import { formatTime } from "../platform/clock.ts";
import { readCounts } from "../platform/counters.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { spooledFiles } from "../platform/spool.ts";
import { version } from "../platform/version.ts";
import type { StoreStats } from "../store/store.ts";
import { type Connection, connections } from "./clients/connection.ts";
import { CLIENT_TITLES, installCommand } from "./clients/option.ts";
import { type Command, json } from "./command.ts";
import { callDaemon, findDaemon } from "./daemon-client.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, green, print, printJson, printRows, red, yellow } from "./output.ts";
import { programName } from "./program-name.ts";
import { tilde } from "./tilde.ts";
import { when } from "./when.ts";
import { locale, words } from "./words.ts";

export const command: Command = {
  usage: "status [--json]",
  example: "pawl status --json",
  options: json,
  async run({ values }) {
    const home = pawlHome();
    const running = await findDaemon(home);
    const live =
      running === undefined
        ? undefined
        : ((await callDaemon(home, running, "/api/daemon")) as {
            rssBytes: number;
            counts: Record<string, number>;
          });
    const { stats, location } = await readStats(home);
    const clients = connections(process.cwd());
    const state = {
      running: running !== undefined,
      pid: running?.pid ?? null,
      port: running?.port ?? null,
      url: running?.url ?? null,
      version: running?.version ?? version,
      installedVersion: version,
      clients: clients.map(({ client, isConnected, by }) => ({
        client,
        connected: isConnected,
        by: typeof by === "object" ? by.file : (by ?? null),
      })),
      home: home.dir,
      store: location,
      sessions: stats.sessions,
      observations: stats.observations,
      memories: stats.memories,
      spooled: spooledFiles(home.spool).length,
      lastEventAt: stats.lastEventAt === undefined ? null : new Date(stats.lastEventAt).toISOString(),
      rssBytes: live?.rssBytes ?? null,
      errors: live?.counts ?? readCounts(home.counters),
    };
    if (values.json === true) printJson(state);
    else show({ state, running, stats, clients, rssBytes: live?.rssBytes ?? 0 });
    return 0;
  },
};

const NOTHING: Pick<StoreStats, "sessions" | "prompts" | "observations" | "memories" | "sizeBytes"> = {
  sessions: 0,
  prompts: 0,
  observations: 0,
  memories: 0,
  sizeBytes: 0,
};

type Stats = typeof NOTHING & { lastEventAt?: number };

/** Looking creates nothing: where Pawl never ran there is no database, and there will be none. */
async function readStats(home: Home): Promise<{ stats: Stats; location: string }> {
  if (!existsSync(home.database)) return { stats: NOTHING, location: home.database };
  return withStore(async (store) => ({ stats: await store.stats(), location: store.location }));
}

interface Shown {
  state: { version: string; store: string; spooled: number; errors: Readonly<Record<string, number>> };
  running: Awaited<ReturnType<typeof findDaemon>>;
  stats: Stats;
  clients: readonly Connection[];
  rssBytes: number;
}

function show({ state, running, stats, clients, rssBytes }: Shown): void {
  const say = words.status;
  const isConnected = clients.some((one) => one.isConnected);
  const idle = `${isConnected ? yellow(say.notRunning) : red(say.notRunning)} (${
    isConnected ? say.startsItself : say.notConnectedYet(programName())
  })`;
  const daemon =
    running === undefined
      ? idle
      : `${green(say.running)} ${dim(say.details(formatTime(running.startedAt), running.pid, running.port, toMegabytes(rssBytes)))}`;
  print(`${bold("Pawl")} ${state.version}: ${daemon}`);
  if (state.version !== version) print(yellow(say.newer(version, `${programName()} up`)));
  const problems = Object.entries(state.errors).map(([name, times]) => `${name} ${times}`);
  const { lastEventAt } = stats;
  printRows([
    ...clients
      .filter((one) => one.isInstalled || one.isConnected)
      .map((one) => [CLIENT_TITLES[one.client], toConnection(one)] as const),
    [
      say.page,
      running === undefined
        ? say.pageLater(`${programName()} up`)
        : say.pageAt(running.url, `${programName()} up`),
    ],
    [say.store, `${tilde(state.store)} (${toMegabytes(stats.sizeBytes)})`],
    [say.recorded, say.counts(stats.sessions, stats.prompts, stats.observations)],
    [say.last, lastEventAt === undefined ? say.nothingYet : when(lastEventAt, Date.now(), locale)],
    ...(state.spooled > 0 ? [[say.waiting, say.spooled(state.spooled)] as const] : []),
    [say.errors, problems.length === 0 ? words.none : `${red(problems.join(", "))} (${say.seeDoctor})`],
  ]);
}

function toConnection({ client, isConnected, by }: Connection): string {
  const say = words.status;
  if (!isConnected) return `${red(say.notConnected)} (${installCommand(client)})`;
  const place = typeof by === "object" ? tilde(by.file) : say.byPlugin;
  return `${green(say.connected)} ${dim(`(${place})`)}`;
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
