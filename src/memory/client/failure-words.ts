/** Finds the memory that explains a failure: it must name what the error names. Ordinary words of an error prove nothing. */

import type { Observation } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";
import { idOf, type MemorySet, type SetMember } from "./memory-set.ts";

const CHARACTERS = 4_000;
/** A code, a constant, a name with an inner sign, a port number: a name given on purpose. */
const NAME = /[\p{L}\p{N}_@][\p{L}\p{N}_@./:-]*[\p{L}\p{N}_]/gu;
const NEEDED = 2;

interface FailureMatch {
  member: SetMember;
  names: string[];
}

export function failureWords(call: Observation, set: MemorySet): FailureMatch | undefined {
  const names = namesIn(`${inputField(call.input, "command") ?? ""}\n${call.response.slice(0, CHARACTERS)}`);
  if (names.size === 0) return undefined;
  let best: (FailureMatch & { worth: number }) | undefined;
  for (const member of set.members.values()) {
    const text = `${member.description}\n${member.body}`;
    const shared = [...names].filter(([name]) => hasName(text, name));
    const worth = shared.reduce((sum, [, value]) => sum + value, 0);
    if (worth < NEEDED || (best !== undefined && worth <= best.worth)) continue;
    best = { member, names: shared.map(([name]) => name), worth };
  }
  return best === undefined || !set.members.has(idOf(best.member)) ? undefined : best;
}

/** Names with their weights: one code is enough, ordinary names count only in pairs. */
function namesIn(text: string): Map<string, number> {
  const names = new Map<string, number>();
  for (const [token] of text.matchAll(NAME)) {
    const name = token.replace(/[:.]+$/, "");
    if (name.length < 4 || name.length > 80 || names.has(name)) continue;
    if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^E[A-Z]{4,}$|^[A-Z]{1,4}\d{3,5}$/.test(name)) names.set(name, 2);
    else if (/\p{Ll}\p{Lu}|_|\w[/.-]\w|\p{L}\d/u.test(name)) names.set(name, 1);
  }
  return names;
}

function hasName(text: string, name: string): boolean {
  const at = text.indexOf(name);
  if (at < 0) return false;
  const isInner = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign);
  return !isInner(text[at - 1]) && !isInner(text[at + name.length]);
}
