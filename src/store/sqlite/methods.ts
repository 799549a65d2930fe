/** The store's methods, made of functions of its parts. */
import { PawlError } from "../../errors.ts";
import type { Guard } from "../../memory/redact/guard.ts";
import { toStoreError } from "./errors.ts";

interface MethodOptions {
  location: string;
  guard: Guard;
  isOpen(): boolean;
}

export function createMethods({ location, guard, isOpen }: MethodOptions) {
  /** Every method runs through here: one place for the closed store, for secrets in ids, and for SQLite's errors. */
  function method<Arguments extends unknown[], Result>(
    run: (...args: Arguments) => Result,
    check: (args: Arguments) => Arguments = guard.value,
  ) {
    return async (...args: Arguments): Promise<Result> => {
      if (!isOpen()) {
        throw new PawlError("store_closed", `The database ${location} is closed.`, {
          hint: "Open it again. If Pawl was stopping, ignore this.",
        });
      }
      try {
        return run(...check(args));
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

  function methodsOf<P extends object, K extends keyof P & string>(
    part: () => P,
    names: readonly K[],
    check: (args: unknown[]) => unknown[],
  ): Methods<P, K> {
    const made = names.map((name) => [
      name,
      method((...args: unknown[]) => (part()[name] as (...args: unknown[]) => unknown)(...args), check),
    ]);
    return Object.fromEntries(made) as Methods<P, K>;
  }

  return { method, methods, methodsOf };
}

type Methods<P, K extends keyof P> = {
  [Name in K]: P[Name] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
};
