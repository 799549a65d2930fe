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
  let from: Permissions | undefined;
  let rules: { kind: "deny" | "ask"; rule: string; applies: Predicate }[] = [];
  return ({ event, raw }, { notices }, place) => {
    if (event !== "PreToolUse") return {};
    const permissions = read();
    if (from !== permissions) {
      from = permissions;
      rules = (["deny", "ask"] as const).flatMap((kind) =>
        permissions[kind].map((rule) => ({ kind, rule, applies: compileMatcher(rule, { gate: true }) })),
      );
    }
    const first = rules.find(({ applies }) => applies(raw, place));
    if (first === undefined) return {};
    return first.kind === "deny"
      ? { deny: notices.ruleDenies(first.rule) }
      : { ask: notices.ruleAsks(first.rule) };
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
