/**
 * A connection to the team's database. `Bun.SQL` has no timeout for a query on a silent connection, so there is one here:
 * after it, the connection is dropped and the next query opens another. Statements are not prepared, because behind PgBouncer
 * prepared ones get the answers of other clients.
 */
import { SQL } from "bun";
import { type Address, sslModeOf } from "./address.ts";
import { toTeamError, unreachable } from "./errors.ts";

export interface ServerConnection extends AsyncDisposable {
  /** Values are bound as `$1`, `$2`. JSON is passed as text: `$1::text::jsonb`. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly Value[]): Promise<Row[]>;
  /** Runs one transaction. A statement with values runs on its own. */
  run(steps: readonly (string | { text: string; values: readonly Value[] })[]): Promise<void>;
  close(): Promise<void>;
}

type Value = string | number | boolean | null | Uint8Array;

export interface ConnectionOptions {
  /** The timeouts of a connection and of an answer, in milliseconds. */
  connectMs?: number;
  queryMs?: number;
}

const CONNECT_MS = 10_000;
const QUERY_MS = 30_000;
/** In seconds. Longer than the minute between two rounds of a quiet machine: a new connection costs the server 16 queries. */
const IDLE = 75;

export function openConnection(address: Address, options: ConnectionOptions = {}): ServerConnection {
  const { connectMs = CONNECT_MS, queryMs = QUERY_MS } = options;
  let pool: SQL | undefined;

  function drop(): void {
    const dropped = pool;
    pool = undefined;
    // Pending queries fail at once.
    void dropped?.close({ timeout: 0 }).catch(() => undefined);
  }

  async function limited<T>(work: (sql: SQL) => Promise<T>): Promise<T> {
    pool ??= new SQL(toOptions(address, connectMs));
    const working = work(pool);
    const over = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      drop();
      over.reject(unreachable(address, `no answer within ${connectMs + queryMs} ms`));
    }, connectMs + queryMs);
    try {
      return await Promise.race([working, over.promise]);
    } catch (error) {
      // The connection is closing, so the result is not read.
      working.catch(() => undefined);
      throw toTeamError(error, address);
    } finally {
      clearTimeout(timer);
    }
  }

  const close = async () => drop();
  return {
    query: (text, values = []) => limited(async (sql) => [...(await sql.unsafe(text, [...values]))]),
    run: (steps) =>
      limited(async (sql) => {
        await sql.begin(async (transaction) => {
          for (const step of steps) {
            if (typeof step === "string") await transaction.unsafe(step);
            else await transaction.unsafe(step.text, [...step.values]);
          }
        });
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function toOptions(address: Address, connectMs: number): SQL.PostgresOrMySQLOptions {
  const { host, port, database, user: username, password } = address;
  return {
    adapter: "postgres",
    hostname: host,
    port,
    database,
    username,
    password,
    prepare: false,
    max: 1,
    idleTimeout: IDLE,
    connectionTimeout: connectMs / 1000,
    ...toTls(address),
    connection: { application_name: "pawl" },
  };
}

/** Without a certificate check, encryption does not prove the server's identity. */
function toTls(address: Address): Pick<SQL.PostgresOrMySQLOptions, "tls"> {
  const { ca, host } = address;
  const sslmode = sslModeOf(address);
  if (sslmode === "disable") return {};
  if (sslmode === "require" || sslmode === "prefer") return { tls: { rejectUnauthorized: false } };
  return { tls: { rejectUnauthorized: true, serverName: host, ...(ca === undefined ? {} : { ca }) } };
}
