import { formatTime } from "../platform/clock.ts";
import { readCounts } from "../platform/counters.ts";
import { findKeeper } from "../platform/keeper-process.ts";
import { pawlHome } from "../platform/paths.ts";
import { spooledFiles } from "../platform/spool.ts";
import { version } from "../platform/version.ts";
import { type Command, json } from "./command.ts";
import { callDaemon, findDaemon } from "./daemon-client.ts";
import { withStore } from "./open-store.ts";
import { bold, green, print, printJson, printRows, red } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "status [--json]",
  example: "pawl status --json",
  options: json,
  async run({ values }) {
    const home = pawlHome();
    const [running, keeper] = await Promise.all([findDaemon(home), findKeeper(home)]);
    const live =
      running === undefined
        ? undefined
        : ((await callDaemon(home, running, "/api/daemon")) as {
            rssBytes: number;
            counts: Record<string, number>;
            doing: Doing[];
          });
    const { stats, location, unindexed } = await withStore(async (store) => ({
      stats: await store.stats(),
      location: store.location,
      unindexed: await store.unindexed(),
    }));
    const errors = live?.counts ?? readCounts(home.counters);
    const state = {
      running: running !== undefined,
      pid: running?.pid ?? null,
      port: running?.port ?? null,
      url: running?.url ?? null,
      keeper: keeper === undefined ? null : { pid: keeper.pid, port: keeper.port },
      version: running?.version ?? version,
      home: home.dir,
      store: location,
      sessions: stats.sessions,
      observations: stats.observations,
      memories: stats.memories,
      spooled: spooledFiles(home.spool).length,
      lastEventAt: stats.lastEventAt === undefined ? null : new Date(stats.lastEventAt).toISOString(),
      rssBytes: live?.rssBytes ?? null,
      unindexed,
      doing: live?.doing ?? [],
      errors,
    };
    if (values.json === true) {
      printJson(state);
      return 0;
    }
    const say = words.status;
    const daemon =
      running === undefined
        ? `${red(say.notRunning)} (${say.startsItself})`
        : `${green(say.running)} ${say.details(formatTime(running.startedAt), running.pid, running.port, toMegabytes(live?.rssBytes ?? 0))}`;
    print(`${bold("Pawl")} ${state.version}: ${daemon}`);
    const problems = Object.entries(errors).map(([name, times]) => `${name} ${times}`);
    const holder =
      keeper !== undefined ? say.keeperRuns(keeper.pid, keeper.port) : running && say.keeperAbsent;
    printRows([
      ...(holder === undefined ? [] : [[say.keeper, holder] as const]),
      [say.store, `${location} (${toMegabytes(stats.sizeBytes)})`],
      [say.recorded, say.counts(stats.sessions, stats.prompts, stats.observations)],
      [say.last, stats.lastEventAt === undefined ? say.nothingYet : formatTime(stats.lastEventAt)],
      ...backgroundOf(state.doing, unindexed).map((line) => [say.background, line] as const),
      ...(state.spooled > 0 ? [[say.waiting, say.spooled(state.spooled)] as const] : []),
      [say.errors, problems.length === 0 ? words.none : `${problems.join(", ")} (${say.seeDoctor})`],
    ]);
    return 0;
  },
};

interface Doing {
  task: string;
  done?: number;
  total?: number;
}

/** More than a running indexer leaves. */
const MANY_UNINDEXED = 300;

/** Short tasks come and go: only those that take a while have a name. */
function backgroundOf(doing: readonly Doing[], unindexed: number): string[] {
  const { tasks, progress, unindexed: waiting } = words.status;
  const lines = doing.flatMap(({ task, done, total }) => {
    const name = tasks[task];
    if (name === undefined || (task === "index" && unindexed <= MANY_UNINDEXED)) return [];
    return [total ? progress(name, Math.floor(((done ?? 0) / total) * 100)) : name];
  });
  return unindexed > MANY_UNINDEXED ? [...lines, waiting(unindexed)] : lines;
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
