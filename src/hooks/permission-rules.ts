/**
 * The user's own `permissions.deny` and `permissions.ask`. They apply like a gate: independent of Pawl's own work, which may
 * be late or fail, and without a daemon in the program that the client starts.
 */

import type { KnownInput, Reply } from "../clients/index.ts";
import type { messagesFor } from "../locale/index.ts";
import { stampOf } from "../platform/files.ts";
import type { Home } from "../platform/paths.ts";
import type { Settings } from "./config/schema.ts";
import { readUserSettings } from "./config/user-settings.ts";
import { compileMatcher, type MatchPlace, type Predicate, toolsNamed } from "./matcher/matcher.ts";

export type Permissions = Settings["permissions"];
type Words = Pick<ReturnType<typeof messagesFor>, "notices">;

/** The answer of the first rule that matches the call; deny wins over ask. Compiled again when the rules change. */
export function createRules(
  read: () => Permissions,
): (input: KnownInput, words: Words, place?: MatchPlace) => Reply {
  let compiledFrom: Permissions | undefined;
  let deny: [string, Predicate][] = [];
  let ask: [string, Predicate][] = [];
  const compile = (rules: readonly string[]) =>
    rules.map((rule): [string, Predicate] => [rule, compileMatcher(rule, { gate: true })]);
  return ({ event, raw }, { notices }, place) => {
    if (event !== "PreToolUse") return {};
    const permissions = read();
    if (compiledFrom !== permissions) {
      compiledFrom = permissions;
      deny = compile(permissions.deny);
      ask = compile(permissions.ask);
    }
    const first = (rules: readonly [string, Predicate][]) =>
      rules.find(([, applies]) => applies(raw, place))?.[0];
    const denied = first(deny);
    if (denied !== undefined) return { deny: notices.ruleDenies(denied) };
    const asked = first(ask);
    return asked === undefined ? {} : { ask: notices.ruleAsks(asked) };
  };
}

/** The tools with rules: none, these, or any. */
export function ruledTools({ deny, ask }: Permissions): readonly string[] | "any" {
  const tools = [...deny, ...ask].map(toolsNamed);
  return tools.some((names) => names === undefined)
    ? "any"
    : [...new Set(tools.flatMap((names) => names ?? []))];
}

/** The user's rules, as `config.json` has them now. A new rule applies from the next call on. */
export function readRules(home: Home, settings: Settings): () => Permissions {
  let seen = stampOf(home.config);
  return () => {
    const stamp = stampOf(home.config);
    if (stamp !== seen) {
      seen = stamp;
      const read = readUserSettings(home);
      // The file is being edited, so earlier refusals stay.
      const isBroken = read.findings.some(({ path }) => path === "");
      if (!isBroken) settings.permissions = read.settings.permissions;
    }
    return settings.permissions;
  };
}
