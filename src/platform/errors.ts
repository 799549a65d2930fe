/** An error that a person can act on: a stable code, one plain sentence, and what to do next. */
export class PawlError extends Error {
  override readonly name = "PawlError";
  readonly code: string;
  /** What to do about it, as a full sentence. */
  readonly hint: string | undefined;
  /** The values in the sentence, by name: the command line says it in other languages with them. */
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

/** The message of anything that was thrown. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
