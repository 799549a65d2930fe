/** `pawl team sync`, `status`, `log`, `doctor`. */

import { formatTime, systemClock } from "../../platform/clock.ts";
import { pawlHome } from "../../platform/paths.ts";
import type { Store } from "../../store/store.ts";
import { needTeam } from "../../team/config.ts";
import { examine, type TeamFinding } from "../../team/doctor.ts";
import { runSync } from "../../team/run-sync.ts";
import { toPlace } from "../../team/server/address.ts";
import { teamIn } from "../../team/sql/index.ts";
import { readTeamState } from "../../team/state.ts";
import { type CommandInput, toLimit } from "../command.ts";
import { withStore } from "../open-store.ts";
import { dim, green, print, printJson, printRows, red } from "../output.ts";
import { words } from "../words.ts";
import { withTeam } from "./open.ts";

const WAIT_MS = 30_000;
const SHOWN = 50;
const MOST_HANDOFFS = 1000;

export async function sync({ values }: CommandInput): Promise<number> {
  return withTeam(async (team) => {
    const synced = await runSync(team, pawlHome(), { now: systemClock, waitMs: WAIT_MS });
    if (values.json === true) printJson(synced);
    else print(words.team.synced(synced.pushed, synced.pulled, synced.conflicts));
    return 0;
  });
}

/** Of this machine alone: the server is not asked. */
export async function status({ values }: CommandInput): Promise<number> {
  const home = pawlHome();
  const team = needTeam(home.team);
  return withStore(async (store) => {
    const folders = await teamIn(store).teamFolders();
    const { pending, conflicts, records } = await teamIn(store).teamCounts();
    const { lastSyncAt, error } = readTeamState(home.teamState);
    const handoffs = await countHandoffs(store);
    if (values.json === true) {
      const shared = folders.map(({ folder, project }) => ({ folder, project }));
      const state = { team: team.team, member: team.member.name, server: toPlace(team.address) };
      printJson({
        ...state,
        encrypted: team.encrypted,
        shared,
        pending,
        conflicts,
        records,
        handoffs,
        lastSyncAt,
        error,
      });
      return 0;
    }
    const say = words.team.status;
    printRows([
      [say.member, `${team.member.name} ${dim(toPlace(team.address))}`],
      [say.encrypted, team.encrypted ? words.team.yes : words.team.no],
      [say.lastSync, lastSyncAt === undefined ? words.team.never : formatTime(lastSyncAt)],
      [say.pending, String(pending)],
      [say.conflicts, String(conflicts)],
      [say.records, String(records)],
      ...(handoffs.sent + handoffs.taken + handoffs.waiting === 0
        ? []
        : [[say.handoffs, say.handed(handoffs.sent, handoffs.taken, handoffs.waiting)] as [string, string]]),
      ...folders.map(({ folder, project }): [string, string] => [say.shared, `${project} ${dim(folder)}`]),
    ]);
    if (error !== undefined) print(red(error));
    if (folders.length === 0) print(words.team.nothingShared);
    return 0;
  });
}

/** Handed over and not taken yet, taken, and those that wait for this member. */
async function countHandoffs(store: Store) {
  const counts = { sent: 0, taken: 0, waiting: 0 };
  for (const { way, state, taken } of await teamIn(store).teamHandoffs({ limit: MOST_HANDOFFS })) {
    if (way === "in" && state === "waiting") counts.waiting++;
    if (way === "out" && taken.length > 0) counts.taken++;
    else if (way === "out" && (state === "sent" || state === "leaving")) counts.sent++;
  }
  return counts;
}

export async function log({ values }: CommandInput): Promise<number> {
  return withTeam(async ({ server }) => {
    const entries = await server.activity(toLimit(values.limit, SHOWN));
    if (values.json === true) {
      printJson({ log: entries });
      return 0;
    }
    for (const { at, member, action, project = "", detail = "" } of entries) {
      print(`${formatTime(at)}  ${member}  ${action}  ${detail} ${dim(project)}`.trimEnd());
    }
    return 0;
  });
}

export async function doctor({ values }: CommandInput): Promise<number> {
  return withTeam(async (team) => {
    const findings = await examine(team, systemClock);
    const checks = findings.map((finding) => ({ name: finding.name, ok: finding.ok, ...toWords(finding) }));
    const ok = checks.every((check) => check.ok);
    if (values.json === true) printJson({ ok, checks });
    else {
      for (const { ok: isFine, message, fix } of checks) {
        print(
          `${isFine ? green("✓") : red("✗")} ${message}${isFine || fix === undefined ? "" : `\n  ${fix}`}`,
        );
      }
    }
    return ok ? 0 : 1;
  });
}

function toWords(finding: TeamFinding): { message: string; fix?: string } {
  const say = words.team.doctor;
  switch (finding.name) {
    case "server":
      return finding.ok
        ? { message: say.server(finding.place) }
        : { message: say.serverFailed(finding.place, finding.reason ?? ""), fix: say.serverFix };
    case "schema":
      return { message: say.schema(finding.version, finding.known), fix: say.schemaFix };
    case "clock":
      return { message: say.clock(finding.seconds), fix: say.clockFix };
    case "encryption":
      return { message: say.connection(finding.sslmode), fix: say.connectionFix };
    case "roles":
      return { message: finding.ok ? say.roles : say.noRoles, fix: say.rolesFix };
    case "projects":
      return finding.ok
        ? { message: say.projects }
        : { message: say.missing(finding.missing.join(", ")), fix: say.missingFix };
    case "outbox":
      return { message: say.outbox(finding.pending, finding.conflicts), fix: say.conflictFix };
  }
}
