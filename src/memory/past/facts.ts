/** Items as facts of a block. */
import type { Fact } from "../recall/types.ts";
import { quote } from "../text/quote.ts";
import type { Item } from "./item.ts";

const LONGEST = 400;

export function toFact({ kind, uri, text, reason, names }: Item): Fact {
  const named = names === undefined ? {} : { names };
  return { uri, type: kind, text: quote(text, LONGEST), reason, ...named };
}
