/**
 * A PostgreSQL server of a test's own, in a scratch folder, run by an ordinary user: the server refuses root. Where the
 * package is missing it is installed once, if this user may; else `findPostgres` gives the reason, and tests are skipped
 * with one line (never in CI).
 */
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./e2e/pawl.ts";

const OWNER = "owner";

export interface Postgres extends AsyncDisposable {
  port: number;
  dir: string;
  /** Of a user who owns the database and may create roles, without being superuser. */
  url: string;
  /** Of the superuser, for what only an administrator can do or see. */
  superUrl: string;
  urlOf(user: string, password: string): string;
  /** The main process, for `kill -9`. */
  pid(): number;
  start(): Promise<void>;
  stop(mode?: "fast" | "immediate"): Promise<void>;
  kill(): Promise<void>;
}

export interface PostgresOptions {
  /** A stopped server's data folder to start from, with its roles and databases, instead of an empty one. */
  from?: string;
  /** Files to put into the data folder, such as a certificate: only the server's account may read them. */
  files?: Readonly<Record<string, string>>;
}

let found: string | undefined;

/** The folder of the server's programs; installs Debian's package where it is missing. */
export function findPostgres(): string | undefined {
  // Of another version: how the tests are run against it.
  found ??= process.env.PAWL_POSTGRES_BIN ?? installed();
  if (found === undefined && process.getuid?.() === 0 && Bun.which("apt-get") !== null) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    Bun.spawnSync(["apt-get", "update", "-q"], { env });
    Bun.spawnSync(["apt-get", "install", "-y", "-q", "--no-install-recommends", "postgresql"], { env });
    found = installed();
  }
  if (found === undefined && process.env.CI !== undefined) throw new Error("PostgreSQL is missing in CI.");
  return found;
}

function installed(): string | undefined {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const folder = versions
    .map((version) => join(root, version, "bin"))
    .find((dir) => existsSync(join(dir, "initdb")));
  const initdb = folder === undefined ? Bun.which("initdb") : undefined;
  return folder ?? initdb?.replace(/\/initdb$/, "") ?? undefined;
}

/** True, with one line that says why, where there is no server to test with. */
export function hasNoPostgres(): boolean {
  if (findPostgres() !== undefined) return false;
  console.log(
    "skipped: PostgreSQL is not installed and could not be; install Debian's package `postgresql`.",
  );
  return true;
}

const accountOf = (name: string): number | undefined => {
  const id = Bun.spawnSync(["id", "-u", name]).stdout.toString().trim();
  return id === "" ? undefined : Number(id);
};

export async function startPostgres(
  settings: readonly string[] = [],
  { from, files = {} }: PostgresOptions = {},
): Promise<Postgres> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error("PostgreSQL is missing.");
  // A socket's path may have 107 characters: not below the test's own folder.
  const dir = mkdtempSync("/tmp/pawl-pg-");
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? (accountOf("postgres") ?? accountOf("nobody") ?? 65_534) : undefined;
  if (account !== undefined) chownSync(dir, account, account === 65_534 ? 65_534 : account);
  const as = (args: string[]) =>
    account === undefined
      ? args
      : ["setpriv", `--reuid=${account}`, `--regid=${account}`, "--clear-groups", ...args];
  const port = await freePort();
  const data = join(dir, "data");
  const env = { PATH: process.env.PATH ?? "", HOME: dir, LC_ALL: "C.UTF-8" };

  if (from === undefined) initialise();
  else Bun.spawnSync(["cp", "-a", from, data]);
  // Members log in with their passwords; the superuser comes over the socket.
  const hba =
    "local all postgres trust\nhost all postgres 127.0.0.1/32 trust\nhost all all all scram-sha-256\n";
  for (const [name, text] of Object.entries({ "pg_hba.conf": hba, ...files })) {
    await Bun.write(join(data, name), text);
    chmodSync(join(data, name), 0o600);
    if (account !== undefined) chownSync(join(data, name), account, account);
  }

  function initialise(): void {
    const options = ["-A", "trust", "--no-sync", "--no-instructions", "-E", "UTF8", "--locale=C.UTF-8"];
    const args = as([join(bin ?? "", "initdb"), "-D", data, "-U", "postgres", ...options]);
    const made = Bun.spawnSync(args, { env, cwd: dir });
    if (made.exitCode !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  }

  let server: Bun.Subprocess | undefined;
  const superUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;

  /** A direct child, so that its end is seen here and the next start finds no process left. */
  async function start(): Promise<void> {
    const args = [
      "-D",
      data,
      "-k",
      dir,
      "-c",
      `port=${port}`,
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "max_connections=300",
      ...settings.flatMap((one) => ["-c", one]),
    ];
    server = Bun.spawn(as([join(bin ?? "", "postgres"), ...args]), {
      env,
      cwd: dir,
      stdout: "ignore",
      stderr: Bun.file(join(dir, "log")),
    });
    const deadline = Date.now() + 60_000;
    while (Date.now() < deadline) {
      if (await answers(superUrl)) return;
      if (server.exitCode !== null) {
        // After `kill -9` the shared memory is free only when the last child has seen it.
        await Bun.sleep(50);
        server = Bun.spawn(as([join(bin ?? "", "postgres"), ...args]), {
          env,
          cwd: dir,
          stdout: "ignore",
          stderr: Bun.file(join(dir, "log")),
        });
      }
      await Bun.sleep(30);
    }
    throw new Error(`PostgreSQL did not start: ${await Bun.file(join(dir, "log")).text()}`);
  }

  async function end(signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void> {
    server?.kill(signal);
    await server?.exited;
  }

  await start();
  if (from === undefined) {
    const admin = new Bun.SQL(superUrl, { prepare: false, max: 1 });
    await admin.unsafe(`create role ${OWNER} login createrole password '${OWNER}'`);
    await admin.unsafe(`create database team owner ${OWNER}`);
    await admin.close();
  }

  return {
    port,
    dir,
    url: `postgres://${OWNER}:${OWNER}@127.0.0.1:${port}/team`,
    superUrl: `postgres://postgres@127.0.0.1:${port}/team`,
    urlOf: (user, password) => `postgres://${user}:${password}@127.0.0.1:${port}/team`,
    pid: () => server?.pid ?? 0,
    start,
    stop: (mode = "fast") => end(mode === "fast" ? "SIGINT" : "SIGQUIT"),
    kill: () => end("SIGKILL"),
    async [Symbol.asyncDispose]() {
      await end("SIGQUIT");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const sql = new Bun.SQL(url, { prepare: false, max: 1, connectionTimeout: 2 });
  try {
    await sql.unsafe("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await sql.close({ timeout: 0 });
  }
}
