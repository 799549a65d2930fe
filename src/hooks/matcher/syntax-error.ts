/** A matcher that cannot be understood: says where, with the text and a caret under the place. */
export class MatcherError extends Error {
  override readonly name = "MatcherError";

  constructor(
    readonly problem: string,
    readonly text: string,
    /** Offset in `text`, in UTF-16 units. */
    readonly at: number,
  ) {
    super(`${problem}\n${point(text, at)}`);
  }
}

function point(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  const line = text.slice(start, end === -1 ? undefined : end);
  return `  ${line}\n  ${" ".repeat(at - start)}^`;
}
