/** What a check says. */
export interface Checked {
  ok: boolean;
  message: string;
  /** What to do; null if nothing is wrong. */
  fix: string | null;
  /** What `--fix` does, if that is safe. */
  repair?: (() => Promise<unknown> | unknown) | undefined;
}

export interface Check extends Checked {
  name: string;
}

export const fine = (message: string): Checked => ({ ok: true, message, fix: null });

export const wrong = (message: string, fix: string, repair?: Checked["repair"]): Checked => ({
  ok: false,
  message,
  fix,
  repair,
});
