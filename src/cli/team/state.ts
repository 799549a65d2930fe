/** `pawl team sync`, `status`, `log`, `doctor`. */

import { formatTime, systemClock } from "../../platform/clock.ts";
import { pawlHome } from "../../platform/paths.ts";
import type { Store } from "../../store/store.ts";
import { needTeam } from "../../team/config.ts";
import { listConflicts } from "../../team/conflicts.ts";
import { examine } from "../../team/doctor.ts";
import type { ReaderNews } from "../../team/readers.ts";
import { readTeamState, runSync } from "../../team/run-sync.ts";
import { toPlace } from "../../team/server/address.ts";
import { teamIn } from "../../team/sql/index.ts";
import { quote } from "../../text/quote.ts";
import type { CommandInput } from "../command.ts";
import { withStore } from "../open-store.ts";
import { dim, green, plain, print, printRows, red } from "../output.ts";
import { words } from "../words.ts";
import { withTeam } from "./open.ts";

export const SYNC_WAIT_MS = 30_000;
const CONFLICTS_SHOWN = 10;
const NEWS_MS = 14 * 86_400_000;

export async function sync(input: CommandInput): Promise<number> {
  return withTeam(async (team, store) => {
    const synced = await runSync(team, pawlHome(), { now: systemClock, waitMs: SYNC_WAIT_MS });
    const { pushed, pulled, news } = synced;
    const { conflicts } = await teamIn(store).teamCounts();
    return input.answer({ pushed, pulled, conflicts }, () => {
      print(words.team.synced(pushed, pulled, conflicts));
      for (const one of news) printNews(one);
    });
  });
}

/** Shows only what this machine has, without the server. */
export async function status(input: CommandInput): Promise<number> {
  const home = pawlHome();
  const { team, member, address, encrypted } = needTeam(home.team);
  return withStore(async (store) => {
    const folders = await teamIn(store).teamFolders();
    const { pending, conflicts, records } = await teamIn(store).teamCounts();
    const { lastSyncAt, error, waiting: review = 0, wishes = 0, news = [] } = readTeamState(home.teamState);
    const muted = await teamIn(store).teamMuted();
    const handoffs = await countHandoffs(store);
    const { sent, taken, waiting } = handoffs;
    const shared = folders.map(({ folder, project }) => ({ folder, project }));
    const server = toPlace(address);
    const counts = { pending, conflicts, records, handoffs, review, wishes, news, muted };
    const differing = (await listConflicts({ store })).slice(0, CONFLICTS_SHOWN);
    const state = { team, member: member.name, server, encrypted, shared, ...counts, lastSyncAt, error };
    return input.answer(state, () => {
      const say = words.team.status;
      printRows([
        [say.member, `${plain(member.name)} ${dim(server)}`],
        [say.encrypted, encrypted ? words.team.yes : words.team.no],
        [say.lastSync, lastSyncAt === undefined ? words.team.never : formatTime(lastSyncAt)],
        [say.pending, String(pending)],
        [say.conflicts, String(conflicts)],
        [say.records, String(records)],
        [say.handoffs, sent + taken + waiting === 0 ? undefined : say.handed(sent, taken, waiting)],
        [say.waiting, review === 0 ? undefined : `${review} (pawl team review)`],
        [say.wishes, wishes === 0 ? undefined : `${wishes} (pawl team projects)`],
        [say.muted, muted.length === 0 ? undefined : plain(muted.join(", "))],
        ...shared.map(({ folder, project }) => [say.shared, `${project} ${dim(folder)}`] as const),
      ]);
      for (const { versions } of differing) {
        const texts = versions.map(({ author, text }) => `${author || member.name}: ${quote(text, 80)}`);
        print(words.team.conflict(texts.join(" | ")));
      }
      for (const one of news.filter(({ at }) => at > systemClock() - NEWS_MS)) printNews(one);
      if (error !== undefined) print(red(error));
      if (shared.length === 0) print(words.team.nothingShared);
    });
  });
}

function printNews({ at, project, added, gone }: ReaderNews): void {
  const day = formatTime(at);
  if (added.length > 0) print(words.team.readersAdded(day, added.join(", "), project));
  if (gone.length > 0) print(words.team.readersGone(day, gone.join(", "), project));
}

/** Handoffs that were sent and not taken yet, taken ones, and those waiting for this member. */
async function countHandoffs(store: Store) {
  const counts = { sent: 0, taken: 0, waiting: 0 };
  for (const { way, state, taken } of await teamIn(store).teamHandoffs()) {
    if (way === "in" && state === "waiting") counts.waiting++;
    if (way === "out" && taken.length > 0) counts.taken++;
    else if (way === "out" && (state === "sent" || state === "leaving")) counts.sent++;
  }
  return counts;
}

export async function log(input: CommandInput): Promise<number> {
  return withTeam(async ({ server }) => {
    const entries = await server.activity(input.limit(50));
    return input.answer({ log: entries }, () => {
      for (const { at, member, action, project = "", detail = "" } of entries)
        print(
          `${plain([formatTime(at), member, action, detail].join("  "))} ${dim(plain(project))}`.trimEnd(),
        );
    });
  });
}

export async function doctor(input: CommandInput): Promise<number> {
  return withTeam(async (team) => {
    const checks = await examine(team, words.team.doctor, systemClock, readTeamState(pawlHome().teamState));
    const ok = checks.every((check) => check.ok);
    input.answer({ ok, checks }, () => {
      for (const { ok: isFine, message, fix } of checks) {
        print(`${isFine ? green("✓") : red("✗")} ${message}`);
        if (!isFine && fix !== undefined) print(`  ${fix}`);
      }
    });
    return ok ? 0 : 1;
  });
}
