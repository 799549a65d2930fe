/** What `pawl doctor` looks at. Each check answers for itself; one that fails does not hide the others. */
import { chmodSync, existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { toMessage } from "../../errors.ts";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { readCounts } from "../../platform/counters.ts";
import { readIfThere } from "../../platform/files.ts";
import { cliEntry, type Home, hookEntry, packageDir, pawlHome } from "../../platform/paths.ts";
import { droppedFromSpool, forgetDropped, spooledFiles } from "../../platform/spool.ts";
import { version } from "../../platform/version.ts";
import { findDamage } from "../../store/sqlite/integrity.ts";
import { callDaemon, ensureDaemon, findDaemon } from "../daemon-client.ts";
import { withStore } from "../open-store.ts";
import { type Check, fine, wrong } from "./check.ts";
import { checkEmbeddings } from "./embeddings.ts";
import { checkDuplicates, checkHooks } from "./hooks.ts";
import { checkPort } from "./port.ts";
import { checkClient, checkCoverage, checkTranscripts } from "./transcripts.ts";
import { checkOwnHooks } from "./user-hooks.ts";

export async function doctorChecks(): Promise<Check[]> {
  const home = pawlHome();
  const checks: [string, (home: Home) => Check | Promise<Check>][] = [
    ["install", checkInstall],
    ["home", checkHome],
    ["disk", checkDisk],
    ["config", checkConfig],
    ["port", checkPort],
    ["daemon", checkDaemon],
    ["store", checkStore],
    ["embeddings", checkEmbeddings],
    ["hooks", checkHooks],
    ["own hooks", async () => checkOwnHooks(await currentCounts(home))],
    ["duplicates", checkDuplicates],
    ["client", checkClient],
    ["coverage", checkCoverage],
    ["transcripts", checkTranscripts],
    ["spool", checkSpool],
    ["refused", checkRefused],
    ["errors", checkErrors],
  ];
  const results: Check[] = [];
  for (const [name, check] of checks) {
    try {
      results.push(await check(home));
    } catch (error) {
      results.push(wrong(name, toMessage(error), "Put that right, then run pawl doctor again."));
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
  if (exposed.length === 0) return fine("home", `${home.dir} is private`);
  return wrong("home", `Others can read ${exposed.join(", ")}`, `Run chmod -R go-rwx ${home.dir}`, () => {
    for (const path of exposed) chmodSync(path, path === home.dir ? 0o700 : 0o600);
  });
}

function checkInstall(): Check {
  const missing = [hookEntry, cliEntry].filter((file) => !existsSync(file));
  if (missing.length > 0) return wrong("install", `${missing.join(", ")} is missing`, "Install Pawl again.");
  return fine("install", `Pawl ${version} in ${packageDir}, Bun ${Bun.version}`);
}

const LEAST_FREE = 200_000_000;

function checkDisk(home: Home): Check {
  if (!existsSync(home.dir)) return fine("disk", "no home yet");
  const { bavail, bsize } = statfsSync(home.dir);
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
  if (bavail * bsize >= LEAST_FREE) return fine("disk", free);
  return wrong(
    "disk",
    `only ${free} where ${home.dir} is`,
    "Free some space: on a full disk nothing is remembered.",
  );
}

function checkConfig(home: Home): Check {
  const { settings, findings } = readUserSettings(home);
  const [first] = findings;
  if (first !== undefined) return wrong("config", `${first.file}: ${first.message}`, "Correct it there.");
  return fine("config", `port ${settings.port}`);
}

async function checkDaemon(home: Home): Promise<Check> {
  const running = await findDaemon(home);
  if (running === undefined) {
    const start = async () => void (await ensureDaemon(home));
    return wrong("daemon", "not running", "Run pawl up, or just start Claude Code.", start);
  }
  const { port } = readUserSettings(home).settings;
  if (running.port !== port) {
    return wrong(
      "daemon",
      `runs on port ${running.port}, but the settings say ${port}`,
      "Run pawl down, then pawl up.",
    );
  }
  if (running.version !== version) {
    return wrong("daemon", `runs version ${running.version}, but ${version} is installed`, "Run pawl up.");
  }
  return fine("daemon", `version ${running.version} on port ${running.port}, process ${running.pid}`);
}

async function checkStore(home: Home): Promise<Check> {
  const damage = findDamage(home.database);
  if (damage !== undefined) {
    return wrong(
      "store",
      `${home.database} is damaged: ${damage}`,
      "Run pawl down, then pawl up: it starts a new one from the transcripts. Or pawl restore FILE.",
    );
  }
  const stats = await withStore((store) => store.stats());
  const injected = `${stats.sessions} sessions, ${stats.observations} tool calls; whole`;
  const aside = existsSync(home.dir)
    ? readdirSync(home.dir).filter((name) => name.includes(".db.broken-"))
    : [];
  if (aside.length === 0) return fine("store", injected);
  return wrong(
    "store",
    `${injected}. A damaged one was set aside: ${aside.join(", ")}`,
    `Delete ${join(home.dir, aside[0] ?? "")} when nothing is missing, or bring back a backup with pawl restore.`,
  );
}

function checkSpool(home: Home): Check {
  const waiting = spooledFiles(home.spool).length;
  const dropped = droppedFromSpool(home.spool);
  if (dropped > 0) {
    return wrong(
      "spool",
      `${waiting} events wait, and ${dropped} older ones were dropped: too many waited`,
      "Run pawl import: the transcripts have them.",
      async () => {
        await ensureDaemon(home);
        forgetDropped(home.spool);
      },
    );
  }
  if (waiting === 0) return fine("spool", "no event waits");
  return wrong(
    "spool",
    `${waiting} events wait for the daemon`,
    "Run pawl up: it takes them in.",
    async () => void (await ensureDaemon(home)),
  );
}

/** Requests that were turned away: of interest, but nothing is broken. */
async function checkRefused(home: Home): Promise<Check> {
  const counts = await currentCounts(home);
  const { wrong_token = 0, foreign_host = 0, foreign_origin = 0, too_large = 0 } = counts;
  const refused = {
    "wrong token": wrong_token,
    "foreign Host": foreign_host,
    "foreign Origin": foreign_origin,
    "too large": too_large,
  };
  const text = Object.entries(refused)
    .map(([what, times]) => `${what} ${times}`)
    .join(", ");
  return fine("refused", text);
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
  if (seen.length === 0) return fine("errors", "none");
  const last = lastError(home);
  return wrong(
    "errors",
    last === undefined ? seen.join(", ") : `${seen.join(", ")}; last: ${last}`,
    `Look into ${home.log}; delete ${home.counters} to start counting anew.`,
  );
}

/** The log's own words; it holds no secrets. */
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
