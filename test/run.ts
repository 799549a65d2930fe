/**
 * The test commands.
 *
 *   npm test             everything that judges everyday work
 *   npm run test:unit    of the tests beside their source those that judge one part: no process, no app, no whole command
 *   npm run test:source  all tests beside their source: no real client, no browser
 *   npm run test:full    the long suites: all fault tests with all rounds, many more generated cases, rare situations of the real
 *                        clients, clean installations, a team on PostgreSQL
 *   npm run test:long    the longest counts, which CI does not run: 300 random steps of the processes' life, 300 histories
 *
 * Arguments go on to `bun test`: `npm test -- page`, `npm test -- -t "a part of a name"`, `npm test -- --update-timings`.
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { BESIDE_SOURCE, unitTests } from "./unit-files.ts";

interface Suite {
  what: string;
  args: string[];
  env?: Record<string, string>;
}

const root = join(import.meta.dir, "..");
/** Each takes 10 seconds to minutes, most of it waiting for real clients, and judges what is rare: they run with the full suite. */
const LONG_END_TO_END = [
  "test/e2e/archive.test.ts",
  "test/e2e/catch-up.test.ts",
  "test/e2e/chat-safety.test.ts",
  "test/e2e/chat.test.ts",
  "test/e2e/client-memory-page.test.ts",
  "test/e2e/client-memory-places.test.ts",
  "test/e2e/client-memory.test.ts",
  "test/e2e/doctor.test.ts",
  "test/e2e/forks.test.ts",
  "test/e2e/gates-hold.test.ts",
  "test/e2e/gates-without-pawl.test.ts",
  "test/e2e/handoff.test.ts",
  "test/e2e/harness/harness.test.ts",
  "test/e2e/held-lock.test.ts",
  "test/e2e/hook-parity.test.ts",
  "test/e2e/hooks-command.test.ts",
  "test/e2e/import-files.test.ts",
  "test/e2e/languages.test.ts",
  "test/e2e/leaving-out.test.ts",
  "test/e2e/leaving.test.ts",
  "test/e2e/new-codex.test.ts",
  "test/e2e/page-flows.test.ts",
  "test/e2e/page-history.test.ts",
  "test/e2e/next-session.test.ts",
  "test/e2e/page-reach.test.ts",
  "test/e2e/page-session.test.ts",
  "test/e2e/permission-rules.test.ts",
  "test/e2e/pitfalls.test.ts",
  "test/e2e/purge.test.ts",
  "test/e2e/quiet.test.ts",
  "test/e2e/refusals.test.ts",
  "test/e2e/replay.test.ts",
  "test/e2e/sdk.test.ts",
  "test/e2e/secrets.test.ts",
  "test/e2e/sessions.test.ts",
  "test/e2e/team-handoff.test.ts",
  "test/e2e/team-page.test.ts",
  "test/e2e/team.test.ts",
  "test/e2e/work-places.test.ts",
  "test/e2e/workflow.test.ts",
];
/** They kill, freeze and damage daemons, round after round. The full suite runs all of test/faults, with more rounds. */
const LONG_FAULTS = [
  "test/faults/answered-first.test.ts",
  "test/faults/burst.test.ts",
  "test/faults/daemon-alone.test.ts",
  "test/faults/daemon-life.test.ts",
  "test/faults/direct-hook.test.ts",
  "test/faults/engine-script.test.ts",
  "test/faults/held-lock.test.ts",
  "test/faults/hook-command.test.ts",
  "test/faults/keeper.test.ts",
  "test/faults/kill.test.ts",
  "test/faults/lost-database.test.ts",
  "test/faults/port.test.ts",
  "test/faults/state-machine.test.ts",
  "test/faults/store.test.ts",
  "test/faults/user-hooks.test.ts",
  "test/faults/work-thread.test.ts",
];
/** Ten thousand requests, teams that start several servers, repairs, every way to connect Codex. What they share is judged every day. */
const LONG_OTHERS = [
  "test/cli/connect-codex.test.ts",
  "test/security/broken-requests.test.ts",
  "test/team/encryption.test.ts",
  "test/team/forget-bytes.test.ts",
  "test/team/handoff.test.ts",
  "test/team/leaving.test.ts",
  "test/terminal/repair.test.ts",
  "test/terminal/transcripts.test.ts",
];
/** Thousands of files, and every step of the redactor; the full suite runs all of test/fuzz. */
const LONG_FUZZ = ["test/fuzz/client-memory.test.ts", "test/fuzz/redact-steps.test.ts"];
const LONG = ["test/full/**", ...LONG_END_TO_END, ...LONG_FAULTS, ...LONG_OTHERS, ...LONG_FUZZ];
/** Many tests wait for a process, so one more than there are cores keeps all of them busy. */
const WORKERS = availableParallelism() + 1;
/** A limit ends a test that hangs. It says nothing about speed: the machine may be busy. */
const LIMIT_MS = 120_000;

const SUITES: Readonly<Record<string, Suite[]>> = {
  everyday: [{ what: "everyday tests", args: LONG.map((path) => `--path-ignore-patterns=${path}`) }],
  unit: [{ what: "unit tests", args: unitTests(root).map((path) => `./${path}`) }],
  source: [{ what: "tests beside their source", args: BESIDE_SOURCE.map((folder) => `./${folder}`) }],
  full: [
    { what: "fault tests, all rounds", args: ["./test/faults"], env: { PAWL_FAULTS: "long" } },
    {
      what: "generated cases, 5,000 for each property",
      args: ["./test/fuzz"],
      env: { PAWL_FUZZ_RUNS: "5000" },
    },
    { what: "rare situations", args: LONG_OTHERS.map((path) => `./${path}`) },
    { what: "long end-to-end tests", args: LONG_END_TO_END.map((path) => `./${path}`) },
    {
      what: "a team on PostgreSQL: faults, random histories, PgBouncer, TLS, versions",
      args: ["./test/full/team"],
    },
    {
      what: "clean installations, other clients",
      args: ["./test/full", "--path-ignore-patterns=test/full/team/**"],
    },
  ],
  long: [
    {
      what: "300 random steps of daemon and keeper",
      args: ["./test/faults/state-machine.test.ts"],
      env: { PAWL_STEPS: "300" },
    },
    {
      what: "forget, killed at 100 points, of 300,000 records",
      args: ["./test/full/forget-kills.test.ts"],
      env: { PAWL_FORGET_RECORDS: "300000", PAWL_FORGET_KILLS: "20" },
    },
    {
      what: "300 random histories of a team",
      args: ["./test/full/team/histories.test.ts"],
      env: { PAWL_HISTORIES: "300" },
    },
    { what: "every way past a gate", args: ["./test/full/gate-ways.test.ts"], env: { PAWL_WAYS: "all" } },
  ],
};

const [name = "everyday", ...more] = process.argv.slice(2);
const suites = SUITES[name];
if (suites === undefined) {
  console.error(`There is no suite ${name}. Use one of: ${Object.keys(SUITES).join(", ")}.`);
  process.exit(2);
}

// A file that was renamed would run with the everyday tests, and no longer with the others.
const gone = LONG.filter((path) => !path.endsWith("**") && !existsSync(join(root, path)));
if (gone.length > 0) {
  console.error(`test/run.ts names files that do not exist: ${gone.join(", ")}.`);
  process.exit(2);
}

// Daemons build these when they are missing or old. Built once here, no two tests do it at the same time.
for (const build of ["bin/bundle.ts", "viewer/build.ts"]) {
  if ((await bun([build])) !== 0) process.exit(1);
}

const failed: string[] = [];
for (const { what, args, env } of suites) {
  if (suites.length > 1) console.log(`\n# ${what}`);
  const flags = [`--parallel=${WORKERS}`, `--timeout=${LIMIT_MS}`, "--timings=test/timings.json"];
  if ((await bun(["test", ...flags, ...args, ...more], env)) !== 0) failed.push(what);
}
if (failed.length > 0 && suites.length > 1) console.error(`\nFailed: ${failed.join("; ")}.`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function bun(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["inherit", "inherit", "inherit"],
  });
  return await child.exited;
}
