/** The methods of the port: one place for the closed store, for secrets in ids, for other writers, and for errors. */
import { PawlError } from "../platform/errors.ts";
import { createStoreGuard } from "./digest-key.ts";
import { toStoreError } from "./errors.ts";
import { isBusy, retryBusy } from "./retry.ts";

const MOMENT_MS = 50;

interface MethodOptions {
  location: string;
  /** Hooks are answered in this thread: it never stops to wait for another writer. */
  isWarm: boolean;
  /** How long another writer is waited for. */
  busyMs: number;
  isOpen(): boolean;
}

export function createMethods({ location, isWarm, busyMs, isOpen }: MethodOptions) {
  const guard = createStoreGuard(location);

  /** Nobody else writes at most times: then there is nothing to wait for. */
  function atOnce<Result>(run: () => Result, patienceMs: number): Result | Promise<Result> {
    try {
      return run();
    } catch (error) {
      if (!isWarm || !isBusy(error)) throw error;
      return retryBusy(run, patienceMs);
    }
  }

  function method<Arguments extends unknown[], Result>(
    run: (...args: Arguments) => Result,
    check: (args: Arguments) => Arguments = guard.value,
    patienceMs = busyMs,
  ) {
    return async (...args: Arguments): Promise<Awaited<Result>> => {
      if (!isOpen()) {
        throw new PawlError("store_closed", `The database ${location} is closed.`, {
          hint: "Open it again. If Pawl was stopping, ignore this.",
        });
      }
      try {
        const given = check(args);
        return await atOnce(() => run(...given), patienceMs);
      } catch (error) {
        throw toStoreError(error, location);
      }
    };
  }

  /** Methods of one part, which is made when the first of them is called. */
  function methods<P extends object, K extends keyof P & string>(
    part: () => P,
    ...names: K[]
  ): Methods<P, K> {
    return methodsOf(part, names, guard.value);
  }

  /** Writes of hooks: whoever calls them keeps them in the spool if another process writes for longer than a moment. */
  function hookWrites<P extends object, K extends keyof P & string>(
    part: () => P,
    ...names: K[]
  ): Methods<P, K> {
    return methodsOf(part, names, guard.value, Math.min(busyMs, MOMENT_MS));
  }

  function methodsOf<P extends object, K extends keyof P & string>(
    part: () => P,
    names: readonly K[],
    check: (args: unknown[]) => unknown[],
    patienceMs = busyMs,
  ): Methods<P, K> {
    const made = names.map((name) => [
      name,
      method(
        (...args: unknown[]) => (part()[name] as (...args: unknown[]) => unknown)(...args),
        check,
        patienceMs,
      ),
    ]);
    return Object.fromEntries(made) as Methods<P, K>;
  }

  return { method, methods, methodsOf, hookWrites };
}

type Methods<P, K extends keyof P> = {
  [Name in K]: P[Name] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;
};
