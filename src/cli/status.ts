import { formatTime } from "../platform/clock.ts";
import { readCounts } from "../platform/counters.ts";
import { pawlHome } from "../platform/paths.ts";
import { spooledFiles } from "../platform/spool.ts";
import { version } from "../platform/version.ts";
import { type Command, json } from "./command.ts";
import { callDaemon, findDaemon } from "./daemon-client.ts";
import { withStore } from "./open-store.ts";
import { bold, green, print, printJson, red } from "./output.ts";

export const command: Command = {
  summary: "One look at everything: daemon, store, what was recorded, errors",
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
    const { stats, location } = await withStore(async (store) => ({
      stats: await store.stats(),
      location: store.location,
    }));
    const errors = live?.counts ?? readCounts(home.counters);
    const state = {
      running: running !== undefined,
      pid: running?.pid ?? null,
      port: running?.port ?? null,
      url: running?.url ?? null,
      version: running?.version ?? version,
      home: home.dir,
      store: location,
      sessions: stats.sessions,
      observations: stats.observations,
      memories: stats.memories,
      spooled: spooledFiles(home.spool).length,
      lastEventAt: stats.lastEventAt === undefined ? null : new Date(stats.lastEventAt).toISOString(),
      rssBytes: live?.rssBytes ?? null,
      errors,
    };
    if (values.json === true) {
      printJson(state);
      return 0;
    }
    const daemon =
      running === undefined
        ? `${red("not running")} (starts by itself with the next session, or pawl up)`
        : `${green("running")} since ${formatTime(running.startedAt)}, process ${running.pid}, port ${running.port}, ${toMegabytes(live?.rssBytes ?? 0)}`;
    print(`${bold("Pawl")} ${state.version}: ${daemon}`);
    print(`Store     ${location} (${toMegabytes(stats.sizeBytes)})`);
    print(`Recorded  ${stats.sessions} sessions, ${stats.prompts} prompts, ${stats.observations} tool calls`);
    print(`Last      ${stats.lastEventAt === undefined ? "nothing yet" : formatTime(stats.lastEventAt)}`);
    if (state.spooled > 0) print(`Waiting   ${state.spooled} events that found no daemon`);
    const problems = Object.entries(errors).map(([name, times]) => `${name} ${times}`);
    print(`Errors    ${problems.length === 0 ? "none" : `${problems.join(", ")} (pawl doctor says more)`}`);
    return 0;
  },
};

function toMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
