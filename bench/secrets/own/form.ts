import { type Encoding, secretCase, type Template } from "../corpus-case.ts";
import type { Value } from "../random.ts";

/** Stands for the secret in a form's text. */
export const HOLE = "§";

/** One form a line: its text with `§` where the secret stands. The id is the text's place in the list. */
export function forms(
  kind: string,
  value: Value,
  texts: readonly string[],
  encoding: Encoding = "plain",
): Template[] {
  return texts.map((text, index) =>
    secretCase(`${kind}-${index}`, kind, value, (written) => text.split(HOLE).join(written), encoding),
  );
}
