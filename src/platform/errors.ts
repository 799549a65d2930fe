/** An error that a person can act on: a stable code, one plain sentence, and the next step. */
export class PawlError extends Error {
  override readonly name = "PawlError";
  readonly code: string;
  /** The next step, as a full sentence. */
  readonly hint: string | undefined;
  /** The values in the sentence, by name. The command line uses them for other languages. */
  readonly params: ErrorParams;

  constructor(
    code: string,
    message: string,
    options: { cause?: unknown; hint?: string; params?: ErrorParams } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.params = options.params ?? {};
  }
}

export type ErrorParams = Readonly<Record<string, string | number>>;

/** The message of any thrown value. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
