/** PgBouncer in transaction mode before a test's PostgreSQL, set up as docs/team.md says. Debian's package, installed where it is missing. */
import { chownSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./e2e/pawl.ts";
import type { Postgres } from "./postgres.ts";

const PROGRAMS = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"];
const installed = () => PROGRAMS.find((file) => existsSync(file)) ?? Bun.which("pgbouncer") ?? undefined;

/** True, with one line that says why, where there is none to test with. */
export function hasNoPgBouncer(): boolean {
  if (installed() === undefined && process.getuid?.() === 0 && Bun.which("apt-get") !== null) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    Bun.spawnSync(["apt-get", "update", "-q"], { env });
    Bun.spawnSync(["apt-get", "install", "-y", "-q", "--no-install-recommends", "pgbouncer"], { env });
  }
  if (installed() !== undefined) return false;
  if (process.env.CI !== undefined) throw new Error("PgBouncer is missing in CI.");
  console.log("skipped: PgBouncer is not installed and could not be; install Debian's package `pgbouncer`.");
  return true;
}

/** What an administrator runs once in the team's database, so that PgBouncer knows every member without a list. */
export const AUTH_STATEMENTS = [
  "create role pgbouncer login password 'choose-another'",
  `create function public.pgbouncer_auth(wanted text) returns table (usename name, passwd text)
     language sql security definer set search_path = pg_catalog as
     $$ select usename, passwd from pg_shadow where usename = wanted and not usesuper $$`,
  "revoke all on function public.pgbouncer_auth(text) from public",
  "grant execute on function public.pgbouncer_auth(text) to pgbouncer",
];

interface PgBouncer extends AsyncDisposable {
  port: number;
}

/** `known`: how it learns of roles. A list knows those that it was given, and their passwords of that time. */
export async function startPgBouncer(
  server: Postgres,
  known: { query: true } | { list: Readonly<Record<string, string>> },
): Promise<PgBouncer> {
  const dir = mkdtempSync("/tmp/pawl-pgbouncer-");
  const port = await freePort();
  const { uid, gid } = statSync(server.dir);
  const list = "list" in known ? known.list : { pgbouncer: "choose-another" };
  const users = Object.entries(list).map(([name, password]) => `"${name}" "${password}"\n`);
  const settings = [
    "[databases]",
    `team = host=127.0.0.1 port=${server.port} dbname=team`,
    "[pgbouncer]",
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    `unix_socket_dir =`,
    "pool_mode = transaction",
    "default_pool_size = 2",
    "auth_type = scram-sha-256",
    `auth_file = ${join(dir, "userlist.txt")}`,
    ...("query" in known
      ? ["auth_user = pgbouncer", "auth_query = select usename, passwd from public.pgbouncer_auth($1)"]
      : []),
  ];
  await Bun.write(join(dir, "userlist.txt"), users.join(""));
  await Bun.write(join(dir, "pgbouncer.ini"), `${settings.join("\n")}\n`);
  for (const name of ["", "userlist.txt", "pgbouncer.ini"]) chownSync(join(dir, name), uid, gid);
  const as =
    process.getuid?.() === uid ? [] : ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  const child = Bun.spawn([...as, installed() ?? "pgbouncer", join(dir, "pgbouncer.ini")], {
    stdout: "ignore",
    stderr: Bun.file(join(dir, "log")),
  });
  const log = () => Bun.file(join(dir, "log")).text();
  while (!(await log()).includes("process up")) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${await log()}`);
    await Bun.sleep(20);
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
