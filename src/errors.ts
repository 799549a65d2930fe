/** An error that a person can act on: a stable code, one plain sentence, and what to do next. */
export class PawlError extends Error {
  override readonly name = "PawlError";
  readonly code: string;
  /** What to do about it, as a full sentence. */
  readonly hint: string | undefined;

  constructor(code: string, message: string, options: { cause?: unknown; hint?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}

/** The message of any thrown value. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
