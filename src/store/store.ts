/**
 * An open database, and how a feature binds its SQL to it. `queries(create)` in a feature's `sql` folder makes a function
 * of the store, so that callers write `memoriesIn(store).saveMemory(draft)`. The queries are created when they are first
 * needed, once per connection. Every write is idempotent by key and durable once its promise resolves.
 */

import type { Database } from "bun:sqlite";
import { PawlError } from "../platform/errors.ts";
import { createStoreGuard } from "./digest-key.ts";
import { isBusy, retryBusy, toStoreError } from "./errors.ts";

export interface Store {
  readonly location: string;
  bind<P extends object>(queries: Queries<P>): Bound<P>;
  close(): Promise<void>;
}

/** What SQL files get to work with. */
export interface OpenDatabase {
  readonly db: Database;
  readonly location: string;
  /** Hooks are answered in this thread: it never waits for another writer, and a search does not index first. */
  readonly isWarm: boolean;
  /** Other queries of this connection, to be called inside a transaction. */
  part<P extends object>(queries: Queries<P>): P;
}

type Queries<P extends object> = ((store: Store) => Bound<P>) &
  QueryOptions<P> & { create(connection: OpenDatabase): P };

interface QueryOptions<P> {
  /** Writes of hooks: they fail if the lock is held for longer than a moment, and the caller spools them. */
  hookWrites?: readonly (keyof P & string)[];
  /** The arguments are stored as they are: their ids are digests, which look like secrets. */
  isUnguarded?: boolean;
}

type Bound<P> = {
  [Name in keyof P]: P[Name] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

export function queries<P extends object>(
  create: (connection: OpenDatabase) => P,
  options: QueryOptions<P> = {},
): Queries<P> {
  const made: Queries<P> = Object.assign((store: Store) => store.bind(made), { create, ...options });
  return made;
}

/** The same store, with some queries done another way. */
export function override<P extends object>(
  store: Store,
  replaced: Queries<P>,
  methods: Partial<Bound<P>>,
): Store {
  const changed = { ...store.bind(replaced), ...methods };
  return {
    ...store,
    bind: <Q extends object>(wanted: Queries<Q>) =>
      (wanted as unknown) === replaced ? (changed as unknown as Bound<Q>) : store.bind(wanted),
  };
}

const MOMENT_MS = 50;

interface StoreOptions {
  isWarm?: boolean | undefined;
  /** How long another writer is waited for. */
  busyMs?: number;
}

/** Takes an open database with all its tables, and owns it from now on. */
export function createStore(
  db: Database,
  location: string,
  { isWarm = false, busyMs = 0 }: StoreOptions = {},
): Store {
  const guard = createStoreGuard(location);
  const parts = new Map<unknown, object>();
  const bound = new Map<unknown, object>();
  let isOpen = true;
  const connection: OpenDatabase = {
    db,
    location,
    isWarm,
    part<P extends object>(wanted: Queries<P>): P {
      const part = (parts.get(wanted) as P | undefined) ?? wanted.create(connection);
      parts.set(wanted, part);
      return part;
    },
  };

  /** Usually no other process writes, and the first try succeeds. */
  function atOnce<Result>(run: () => Result, patienceMs: number): Result | Promise<Result> {
    try {
      return run();
    } catch (error) {
      if (!isWarm || !isBusy(error)) throw error;
      return retryBusy(run, patienceMs);
    }
  }

  function bindAll<P extends object>({ hookWrites = [], isUnguarded }: Queries<P>, part: P): Bound<P> {
    const bindOne = (name: string, run: (...args: unknown[]) => unknown) => {
      const patienceMs = (hookWrites as readonly string[]).includes(name)
        ? Math.min(busyMs, MOMENT_MS)
        : busyMs;
      return async (...args: unknown[]) => {
        if (!isOpen) throw closed(location);
        try {
          const given = isUnguarded === true ? args : guard.value(args);
          return await atOnce(() => run(...given), patienceMs);
        } catch (error) {
          throw toStoreError(error, location);
        }
      };
    };
    const methods = Object.entries(part).map(([name, run]) => [name, bindOne(name, run)]);
    return Object.fromEntries(methods) as Bound<P>;
  }

  return {
    location,
    bind<P extends object>(wanted: Queries<P>): Bound<P> {
      const known = bound.get(wanted) as Bound<P> | undefined;
      if (known !== undefined) return known;
      // Calls are refused, as those of queries that were bound before it was closed.
      if (!isOpen) return new Proxy({}, { get: () => () => Promise.reject(closed(location)) }) as Bound<P>;
      const made = bindAll(wanted, connection.part(wanted));
      bound.set(wanted, made);
      return made;
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      db.close();
    },
  };
}

const closed = (location: string) =>
  new PawlError("store_closed", `The database ${location} is closed.`, {
    hint: "Open it again. If Pawl was stopping, ignore this.",
  });
