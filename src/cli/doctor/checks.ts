/** The checks of `pawl doctor`, as a table. A check that throws does not hide the others. */
import { chmodSync, existsSync, statSync } from "node:fs";
import { freeBytes, isDiskFull } from "../../daemon/notice.ts";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { type Counts, readCounts } from "../../platform/counters.ts";
import { readIfThere } from "../../platform/files.ts";
import { cliEntry, type Home, hookEntry, packageDir, pawlHome } from "../../platform/paths.ts";
import { droppedFromSpool, forgetDropped, spooledFiles } from "../../platform/spool.ts";
import { version } from "../../platform/version.ts";
import { callDaemon, ensureDaemon, findDaemon } from "../daemon-client.ts";
import { toReason } from "../failure.ts";
import { words } from "../words.ts";
import { type Check, type Checked, fine, wrong } from "./check.ts";
import { clientChecks } from "./clients.ts";
import { checkDuplicates, checkHooks, checkOwnHooks } from "./hooks.ts";
import { checkDaemon, checkKeeper, checkPort } from "./running.ts";
import { checkCoreMemories, checkStore, checkWorkflows } from "./stored.ts";
import { checkCoverage } from "./transcripts.ts";

/** `deep`: reads every page of the store and every transcript, however long it takes. */
export async function doctorChecks(deep = false): Promise<Check[]> {
  const home = pawlHome();
  const counts = () => currentCounts(home);
  const table: readonly (readonly [name: string, check: () => Checked | Promise<Checked>])[] = [
    ["install", checkInstall],
    ["home", () => checkHome(home)],
    ["disk", () => checkDisk(home)],
    ["config", () => checkConfig(home)],
    ["port", () => checkPort(home)],
    ["daemon", () => checkDaemon(home)],
    ["keeper", () => checkKeeper(home)],
    ["store", () => checkStore(home, deep)],
    ["memories", checkCoreMemories],
    ["hooks", () => checkHooks(home)],
    ["own hooks", async () => checkOwnHooks(await counts())],
    ["duplicates", checkDuplicates],
    ...clientChecks(counts),
    ["coverage", () => checkCoverage(home, deep)],
    ["workflows", () => checkWorkflows(home)],
    ["spool", () => checkSpool(home)],
    ["errors", async () => checkErrors(home, await counts())],
  ];
  const results: Check[] = [];
  for (const [name, check] of table) {
    try {
      results.push({ name, ...(await check()) });
    } catch (error) {
      results.push({ name, ...wrong(toReason(error), words.doctor.checkFailed) });
    }
  }
  return results;
}

function checkHome(home: Home): Checked {
  const open = (path: string) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return process.platform !== "win32" && stat !== undefined && (stat.mode & 0o077) !== 0;
  };
  const exposed = [home.dir, home.token, home.hookToken, home.database].filter(open);
  if (exposed.length === 0) return fine(words.doctor.home.ok(home.dir));
  const { exposed: message, fix } = words.doctor.home;
  return wrong(message(exposed.join(", ")), fix(home.dir), () => {
    for (const path of exposed) chmodSync(path, path === home.dir ? 0o700 : 0o600);
  });
}

function checkInstall(): Checked {
  const missing = [hookEntry, cliEntry].filter((file) => !existsSync(file));
  const say = words.doctor.install;
  if (missing.length > 0) return wrong(say.missing(missing.join(", ")), say.fix);
  return fine(say.ok(version, packageDir, Bun.version));
}

const LEAST_FREE = 200_000_000;

function checkDisk(home: Home): Checked {
  if (!existsSync(home.dir)) return fine(words.doctor.disk.noHome);
  const say = words.doctor.disk;
  if (isDiskFull(home.dir)) return wrong(say.full(home.dir), say.fix);
  const free = (freeBytes(home.dir) / 1e9).toFixed(1);
  return freeBytes(home.dir) >= LEAST_FREE ? fine(say.free(free)) : wrong(say.low(free, home.dir), say.fix);
}

function checkConfig(home: Home): Checked {
  const { settings, findings } = readUserSettings(home);
  const [first] = findings;
  if (first !== undefined) return wrong(`${first.file}: ${first.message}`, words.doctor.config.fix);
  return fine(words.doctor.config.ok(settings.port));
}

function checkSpool(home: Home): Checked {
  const say = words.doctor.spool;
  const waiting = spooledFiles(home.spool).length;
  const dropped = droppedFromSpool(home.spool);
  if (dropped > 0) {
    return wrong(say.dropped(waiting, dropped), say.importFix, async () => {
      await ensureDaemon(home);
      forgetDropped(home.spool);
    });
  }
  if (waiting === 0) return fine(say.ok);
  return wrong(say.waiting(waiting), say.upFix, () => ensureDaemon(home));
}

const ERRORS = [
  "handler_error",
  "background_error",
  "api_error",
  "spool_error",
  "catch_up_error",
  "upkeep_error",
  "hook_deadline",
  "bad_input",
];

function checkErrors(home: Home, counts: Counts): Checked {
  const seen = ERRORS.flatMap((name) => (counts[name] === undefined ? [] : [`${name} ${counts[name]}`]));
  if (seen.length === 0) return fine(words.none);
  const last = lastError(home);
  const say = words.doctor.errors;
  const list = seen.join(", ");
  return wrong(last === undefined ? list : say.last(list, last), say.fix(home.log, home.counters));
}

/** As logged: in English, without secrets. */
function lastError(home: Home): string | undefined {
  const line = readIfThere(home.log)
    ?.trimEnd()
    .split("\n")
    .findLast((entry) => entry.includes('"level":"error"'));
  try {
    const { at, message } = JSON.parse(line ?? "{}") as { at?: string; message?: string };
    return message === undefined ? undefined : `${message} (${at})`;
  } catch {
    return undefined;
  }
}

async function currentCounts(home: Home): Promise<Counts> {
  const running = await findDaemon(home);
  if (running === undefined) return readCounts(home.counters);
  const { counts } = (await callDaemon(home, running, "/api/daemon")) as { counts: Counts };
  return counts;
}
