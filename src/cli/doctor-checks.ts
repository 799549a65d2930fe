/** What `pawl doctor` looks at. Each check answers for itself; one that fails does not hide the others. */
import { statSync } from "node:fs";
import { readUserSettings } from "../engine/config/user-settings.ts";
import { toMessage } from "../errors.ts";
import { readCounts } from "../platform/counters.ts";
import { claudeConfigDir, type Home, pawlHome } from "../platform/paths.ts";
import { spooledFiles } from "../platform/spool.ts";
import { version } from "../platform/version.ts";
import { settingsFile } from "./claude-settings/install.ts";
import { callDaemon, findDaemon } from "./daemon-client.ts";
import { checkOwnHooks } from "./hooks/doctor-check.ts";
import { connect } from "./install.ts";
import { withStore } from "./open-store.ts";

export interface Check {
  name: string;
  ok: boolean;
  message: string;
  /** What to do; null where nothing is wrong. */
  fix: string | null;
}

const fine = (name: string, message: string): Check => ({ name, ok: true, message, fix: null });
const wrong = (name: string, message: string, fix: string): Check => ({ name, ok: false, message, fix });

export async function doctorChecks(): Promise<Check[]> {
  const home = pawlHome();
  const checks: [string, (home: Home) => Check | Promise<Check>][] = [
    ["home", checkHome],
    ["config", checkConfig],
    ["daemon", checkDaemon],
    ["store", checkStore],
    ["hooks", checkHooks],
    ["own hooks", async () => checkOwnHooks(await currentCounts(home))],
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
  return wrong("home", `Others can read ${exposed.join(", ")}`, `Run chmod -R go-rwx ${home.dir}`);
}

function checkConfig(home: Home): Check {
  const { settings, findings } = readUserSettings(home);
  const [first] = findings;
  if (first !== undefined) return wrong("config", `${first.file}: ${first.message}`, "Correct it there.");
  return fine("config", `port ${settings.port}`);
}

async function checkDaemon(home: Home): Promise<Check> {
  const running = await findDaemon(home);
  if (running === undefined) return wrong("daemon", "not running", "Run pawl up, or just start Claude Code.");
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

async function checkStore(): Promise<Check> {
  const stats = await withStore((store) => store.stats());
  return fine("store", `${stats.sessions} sessions, ${stats.observations} tool calls`);
}

async function checkHooks(): Promise<Check> {
  const planned = await connect({ scope: "user", dryRun: true });
  const file = settingsFile("user", { claudeDir: claudeConfigDir(), projectDir: "." });
  const [warning] = planned.warnings;
  if (warning !== undefined) return wrong("hooks", warning.message, `Edit ${file}.`);
  if (planned.unchanged.length === 0)
    return wrong("hooks", "not connected to Claude Code", "Run pawl install.");
  if (planned.changed) return wrong("hooks", `hooks in ${file} are out of date`, "Run pawl install.");
  return fine("hooks", `${planned.unchanged.length} hooks in ${file}`);
}

function checkSpool(home: Home): Check {
  const waiting = spooledFiles(home.spool).length;
  if (waiting === 0) return fine("spool", "no event waits");
  return wrong("spool", `${waiting} events wait for the daemon`, "Run pawl up: it takes them in.");
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
  "hook_deadline",
  "bad_input",
];

async function checkErrors(home: Home): Promise<Check> {
  const counts = await currentCounts(home);
  const seen = ERRORS.flatMap((name) => (counts[name] === undefined ? [] : [`${name} ${counts[name]}`]));
  if (seen.length === 0) return fine("errors", "none");
  return wrong(
    "errors",
    seen.join(", "),
    `Look into ${home.log}; delete ${home.counters} to start counting anew.`,
  );
}

async function currentCounts(home: Home): Promise<Readonly<Record<string, number>>> {
  const running = await findDaemon(home);
  if (running === undefined) return readCounts(home.counters);
  const { counts } = (await callDaemon(home, running, "/api/daemon")) as { counts: Record<string, number> };
  return counts;
}
