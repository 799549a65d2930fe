/** Items as facts of a block. */

import { cut, quote } from "../../text/quote.ts";
import type { Fact } from "../blocks/types.ts";
import type { Item } from "./item.ts";

const LONGEST = 400;

export function toFact({ kind, uri, text, reason, names }: Item): Fact {
  const named = names === undefined ? {} : { names };
  // A past turn is made of quotations already; quoted again, it would lose the marks around the prompt.
  const line = kind === "past-turn" ? cut(text, LONGEST) : quote(text, LONGEST);
  return { uri, type: kind, text: line, reason, ...named };
}
