/** What a check says. */
export interface Checked {
  ok: boolean;
  message: string;
  /** How to fix it; null if nothing is wrong. */
  fix: string | null;
  /** The action of `--fix`, if it is safe. */
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
