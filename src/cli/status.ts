import { existsSync } from "node:fs";
import { type ClientConnection, connections, titleOf } from "../clients/setups.ts";
import { isDiskFull } from "../daemon/notice.ts";
import { formatTime } from "../platform/clock.ts";
import { readCounts } from "../platform/counters.ts";
import { readDaemonState } from "../platform/daemon-state.ts";
import { PawlError } from "../platform/errors.ts";
import { findKeeper } from "../platform/keeper-process.ts";
import { type Home, pawlHome } from "../platform/paths.ts";
import { spooledFiles } from "../platform/spool.ts";
import { version } from "../platform/version.ts";
import { wordIndexIn } from "../store/index/lazy-index.ts";
import { oldDatabase } from "../store/maintenance.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { StoreStats } from "../store/records/records.ts";
import { installCommand } from "./clients/option.ts";
import { type Command, json } from "./command.ts";
import { callDaemon, type Running, stateWords, toRunning } from "./daemon-client.ts";
import { storeCondition, toProblem } from "./doctor/stored.ts";
import { unrecordedSessions } from "./import/offer.ts";
import { lookInStore } from "./open-store.ts";
import { bold, dim, green, print, printRows, programName, red, tilde, toBar, yellow } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "status [--json]",
  example: "pawl status --json",
  options: json,
  async run(input) {
    const seen = await look(pawlHome());
    return input.answer(seen.state, () => show(seen));
  },
};

async function look(home: Home) {
  const [daemon, keeper] = await Promise.all([readDaemonState(home), findKeeper(home)]);
  const running = toRunning(daemon);
  const live = running === undefined ? undefined : await askDaemon(home, running);
  const condition = storeCondition(home.database, { deep: false });
  const isOpenable = condition.name === "intact" || condition.name === "replaced";
  const { stats, unindexed } = await readStats(home, isOpenable);
  const clients = connections(process.cwd());
  const { sessions, observations, memories, sizeBytes, lastEventAt } = stats;
  const oldStore = oldDatabase(home.database);
  const state = {
    state: daemon.name,
    running: running !== undefined,
    pid: running?.pid ?? null,
    port: running?.port ?? null,
    url: running?.url ?? null,
    keeper: keeper === undefined ? null : { pid: keeper.pid, port: keeper.port },
    version: running?.version ?? version,
    installedVersion: version,
    clients: clients.map(({ client, isConnected, by }) => ({
      client,
      connected: isConnected,
      by: typeof by === "object" ? by.file : (by ?? null),
    })),
    home: home.dir,
    store: home.database,
    storeState: condition.name,
    diskFull: isDiskFull(home.dir),
    oldStore: existsSync(oldStore) ? oldStore : null,
    ...{ sessions, observations, memories, sizeBytes },
    spooled: spooledFiles(home.spool).length,
    lastEventAt: lastEventAt === undefined ? null : new Date(lastEventAt).toISOString(),
    rssBytes: live?.rssBytes ?? null,
    unindexed,
    doing: live?.doing ?? [],
    errors: live?.counts ?? readCounts(home.counters),
  };
  // A problem of the database; empty if it is intact.
  const problem = toProblem(home, condition);
  // Sessions on disk that were never read.
  const unrecorded = isOpenable ? await unrecordedSessions() : 0;
  return { state, daemon, running, stats, clients, problem, unrecorded };
}

type Seen = Awaited<ReturnType<typeof look>>;

interface Doing {
  task: string;
  done?: number;
  total?: number;
}

interface Live {
  rssBytes: number;
  counts: Record<string, number>;
  doing: Doing[];
}

const ASK_MS = 3000;

/** Undefined if it is too busy to report more than that it runs. */
async function askDaemon(home: Home, running: Running): Promise<Live | undefined> {
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    return (await callDaemon(home, running, "/api/daemon", { signal })) as Live;
  } catch (error) {
    if (error instanceof PawlError && error.params.status !== 429) throw error;
    return undefined;
  }
}

type Stats = Omit<StoreStats, "responses" | "events" | "injections" | "solutions">;

/** A database that is damaged or read-only is not counted. Reading creates no file: if Pawl never ran, no database is created. */
async function readStats(home: Home, isOpenable: boolean): Promise<{ stats: Stats; unindexed: number }> {
  const stats = { sessions: 0, prompts: 0, observations: 0, memories: 0, sizeBytes: 0 };
  if (!isOpenable || !existsSync(home.database)) return { stats, unindexed: 0 };
  return lookInStore(async (store) => ({
    stats: await recordsIn(store).stats(),
    unindexed: await wordIndexIn(store).unindexed(),
  }));
}

function show(seen: Seen): void {
  const { state, running, stats, clients, problem, unrecorded } = seen;
  const say = words.status;
  const up = `${programName()} up`;
  print(`${bold("Pawl")} ${state.version}: ${toDaemon(seen)}`);
  if (state.version !== version) print(yellow(say.newer(version, up)));
  const problems = Object.entries(state.errors).map(([name, times]) => `${name} ${times}`);
  const { lastEventAt } = stats;
  const { keeper, oldStore, spooled } = state;
  const holder = keeper !== null ? say.keeperRuns(keeper.port, keeper.pid) : running && say.keeperAbsent;
  printRows([
    ...clients
      .filter((one) => one.isInstalled || one.isConnected)
      .map((one) => [titleOf(one.client), toConnection(one)] as const),
    [say.page, running === undefined ? say.pageLater(up) : say.pageAt(running.url, up)],
    [say.keeper, holder],
    [say.store, `${tilde(state.store)} (${toMegabytes(stats.sizeBytes)})`],
    [say.store, problem === "" ? undefined : red(problem)],
    [say.store, state.diskFull ? red(words.doctor.disk.full(tilde(state.home))) : undefined],
    [say.oldStore, oldStore === null ? undefined : say.oldStoreKept(tilde(oldStore))],
    [say.recorded, say.counts(stats.sessions, stats.prompts, stats.observations)],
    [say.unrecorded, unrecorded === 0 ? undefined : say.unrecordedCount(unrecorded, programName())],
    [say.last, lastEventAt === undefined ? say.nothingYet : formatTime(lastEventAt)],
    ...backgroundOf(state.doing, state.unindexed).map((line) => [say.background, line] as const),
    [say.waiting, spooled === 0 ? undefined : say.spooled(spooled)],
    [say.errors, problems.length === 0 ? words.none : `${red(problems.join(", "))} (${say.seeDoctor})`],
  ]);
}

function toDaemon({ daemon, running, clients, state }: Seen): string {
  const say = words.status;
  if (running !== undefined) {
    const memory = state.rssBytes === null ? words.doctor.daemon.busy : toMegabytes(state.rssBytes);
    const details = say.details(formatTime(running.startedAt), running.pid, running.port, memory);
    return `${green(say.running)} ${dim(details)}`;
  }
  if (daemon.name !== "stopped") return yellow(stateWords(daemon));
  return clients.some(({ isConnected }) => isConnected)
    ? `${yellow(say.notRunning)} (${say.startsItself})`
    : `${red(say.notRunning)} (${say.notConnectedYet(programName())})`;
}

function toConnection({ client, isConnected, by }: ClientConnection): string {
  const say = words.status;
  if (!isConnected) return `${red(say.notConnected)} (${installCommand(client)})`;
  return `${green(say.connected)} ${dim(`(${typeof by === "object" ? tilde(by.file) : say.byPlugin})`)}`;
}

/** More than a running indexer leaves unindexed. */
const MANY_UNINDEXED = 300;

/** Short tasks come and go, so only longer ones are shown. */
function backgroundOf(doing: readonly Doing[], unindexed: number): string[] {
  const { tasks, progress, unindexed: waiting } = words.status;
  const lines = doing.flatMap(({ task, done, total }) => {
    const name = tasks[task];
    if (name === undefined || (task === "index" && unindexed <= MANY_UNINDEXED)) return [];
    // Without older records this ends at once.
    if (!total) return task === "redactOlder" ? [] : [name];
    const line = progress(name, Math.floor(((done ?? 0) / total) * 100));
    return [process.stdout.isTTY === true ? `${toBar(done ?? 0, total)} ${line}` : line];
  });
  return unindexed > MANY_UNINDEXED ? [...lines, waiting(unindexed)] : lines;
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
