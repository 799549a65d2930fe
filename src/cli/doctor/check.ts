/** The result of a check. */
export interface Check {
  name: string;
  ok: boolean;
  message: string;
  /** What to do; null if nothing is wrong. */
  fix: string | null;
  /** What `--fix` does, if that is safe. */
  repair?: () => Promise<void> | void;
}

export const fine = (name: string, message: string): Check => ({ name, ok: true, message, fix: null });

export const wrong = (name: string, message: string, fix: string, repair?: Check["repair"]): Check => ({
  name,
  ok: false,
  message,
  fix,
  ...(repair === undefined ? {} : { repair }),
});
