/** The checks of `pawl doctor`. A check that throws does not hide the others. */
import { chmodSync, existsSync, statfsSync, statSync } from "node:fs";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { readCounts } from "../../platform/counters.ts";
import { readDaemonState } from "../../platform/daemon-state.ts";
import { readIfThere } from "../../platform/files.ts";
import { cliEntry, type Home, hookEntry, packageDir, pawlHome } from "../../platform/paths.ts";
import { droppedFromSpool, forgetDropped, spooledFiles } from "../../platform/spool.ts";
import { version } from "../../platform/version.ts";
import { callDaemon, ensureDaemon, findDaemon, stateWords, toRunning } from "../daemon-client.ts";
import { stopAny } from "../down.ts";
import { toReason } from "../failure.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";
import { clientChecks } from "./clients.ts";
import { checkDuplicates, checkHooks, checkOwnHooks } from "./hooks.ts";
import { checkKeeper, checkPort } from "./running.ts";
import { checkMemories, checkStore, checkWorkflows } from "./stored.ts";
import { checkCoverage, checkTranscripts } from "./transcripts.ts";

/** `deep`: every page of the store and every transcript is read, however long it takes. */
export async function doctorChecks(deep = false): Promise<Check[]> {
  const home = pawlHome();
  const checks: [string, (home: Home) => Check | Promise<Check>][] = [
    ["install", checkInstall],
    ["home", checkHome],
    ["disk", checkDisk],
    ["config", checkConfig],
    ["port", checkPort],
    ["daemon", checkDaemon],
    ["keeper", checkKeeper],
    ["store", () => checkStore(home, deep)],
    ["memories", checkMemories],
    ["hooks", () => checkHooks(home)],
    ["own hooks", async () => checkOwnHooks(await currentCounts(home))],
    ["duplicates", checkDuplicates],
    ...clientChecks(() => currentCounts(home)),
    ["coverage", () => checkCoverage(home, deep)],
    ["transcripts", checkTranscripts],
    ["workflows", checkWorkflows],
    ["spool", checkSpool],
    ["refused", checkRefused],
    ["errors", checkErrors],
  ];
  const results: Check[] = [];
  for (const [name, check] of checks) {
    try {
      results.push(await check(home));
    } catch (error) {
      results.push(wrong(name, toReason(error), words.doctor.checkFailed));
    }
  }
  return results;
}

function checkHome(home: Home): Check {
  const open = (path: string) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return process.platform !== "win32" && stat !== undefined && (stat.mode & 0o077) !== 0;
  };
  const exposed = [home.dir, home.token, home.hookToken, home.database].filter(open);
  if (exposed.length === 0) return fine("home", words.doctor.home.ok(home.dir));
  const { exposed: message, fix } = words.doctor.home;
  return wrong("home", message(exposed.join(", ")), fix(home.dir), () => {
    for (const path of exposed) chmodSync(path, path === home.dir ? 0o700 : 0o600);
  });
}

function checkInstall(): Check {
  const missing = [hookEntry, cliEntry].filter((file) => !existsSync(file));
  if (missing.length > 0)
    return wrong("install", words.doctor.install.missing(missing.join(", ")), words.doctor.install.fix);
  return fine("install", words.doctor.install.ok(version, packageDir, Bun.version));
}

const LEAST_FREE = 200_000_000;

function checkDisk(home: Home): Check {
  if (!existsSync(home.dir)) return fine("disk", words.doctor.disk.noHome);
  const { bavail, bsize } = statfsSync(home.dir);
  const free = ((bavail * bsize) / 1e9).toFixed(1);
  if (bavail * bsize >= LEAST_FREE) return fine("disk", words.doctor.disk.free(free));
  return wrong("disk", words.doctor.disk.low(free, home.dir), words.doctor.disk.fix);
}

function checkConfig(home: Home): Check {
  const { settings, findings } = readUserSettings(home);
  const [first] = findings;
  if (first !== undefined) return wrong("config", `${first.file}: ${first.message}`, words.doctor.config.fix);
  return fine("config", words.doctor.config.ok(settings.port));
}

async function checkDaemon(home: Home): Promise<Check> {
  const say = words.doctor.daemon;
  const state = await readDaemonState(home);
  const running = toRunning(state);
  if (running === undefined) {
    const isDown = state.name === "stopped" || state.name === "starting";
    const fix = async () => {
      if (!isDown) await stopAny(home);
      await ensureDaemon(home);
    };
    return wrong("daemon", stateWords(state), isDown ? say.startFix : words.doctor.restart, fix);
  }
  const { port } = readUserSettings(home).settings;
  if (running.port !== port) return wrong("daemon", say.otherPort(running.port, port), words.doctor.restart);
  if (running.version !== version)
    return wrong("daemon", say.otherVersion(running.version, version), words.doctor.runUp);
  return fine("daemon", say.ok(running.version, running.port, running.pid));
}

function checkSpool(home: Home): Check {
  const say = words.doctor.spool;
  const waiting = spooledFiles(home.spool).length;
  const dropped = droppedFromSpool(home.spool);
  if (dropped > 0) {
    return wrong("spool", say.dropped(waiting, dropped), say.importFix, async () => {
      await ensureDaemon(home);
      forgetDropped(home.spool);
    });
  }
  if (waiting === 0) return fine("spool", say.ok);
  return wrong("spool", say.waiting(waiting), say.upFix, async () => void (await ensureDaemon(home)));
}

/** Requests that the daemon refused: good to know, but no problem. */
async function checkRefused(home: Home): Promise<Check> {
  const counts = await currentCounts(home);
  const { wrong_token = 0, foreign_host = 0, foreign_origin = 0, too_large = 0 } = counts;
  return fine("refused", words.doctor.refused(wrong_token, foreign_host, foreign_origin, too_large));
}

const ERRORS = [
  "handler_error",
  "background_error",
  "api_error",
  "spool_error",
  "catch_up_error",
  "upkeep_error",
  "summary_error",
  "hook_deadline",
  "bad_input",
];

async function checkErrors(home: Home): Promise<Check> {
  const counts = await currentCounts(home);
  const seen = ERRORS.flatMap((name) => (counts[name] === undefined ? [] : [`${name} ${counts[name]}`]));
  if (seen.length === 0) return fine("errors", words.none);
  const last = lastError(home);
  const say = words.doctor.errors;
  return wrong(
    "errors",
    last === undefined ? seen.join(", ") : say.last(seen.join(", "), last),
    say.fix(home.log, home.counters),
  );
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

async function currentCounts(home: Home): Promise<Readonly<Record<string, number>>> {
  const running = await findDaemon(home);
  if (running === undefined) return readCounts(home.counters);
  const { counts } = (await callDaemon(home, running, "/api/daemon")) as { counts: Record<string, number> };
  return counts;
}
