/** What each rule is worth: how many cases of the corpus only it finds. */
import { redactText, rules } from "../../src/redact/index.ts";
import type { Anchor } from "../../src/redact/scan.ts";
import { type Case, secretCases, survives } from "./corpus.ts";

const isFound = ({ text, forms }: Case) => {
  const redacted = redactText(text);
  return !forms.some((form) => survives(redacted, form));
};

/** Rules in order, with the cases that they help to find and those that nobody else finds. */
export function casesByRule(): { literal: string; cases: number; own: number }[] {
  let fired = new Set<Anchor>();
  let off: Anchor | undefined;
  for (const rule of rules) {
    const find = rule.find.bind(rule);
    rule.find = (text, at, pass) => {
      const before = pass.hints.length + pass.more.length;
      const found = rule === off ? undefined : find(text, at, pass);
      if (found !== undefined || pass.hints.length + pass.more.length > before) fired.add(rule);
      return found;
    };
  }
  const byRule = new Map<Anchor, Case[]>();
  for (const one of secretCases(1)) {
    fired = new Set();
    if (isFound(one)) for (const rule of fired) byRule.set(rule, [...(byRule.get(rule) ?? []), one]);
  }
  return rules.map((rule) => {
    off = rule;
    const cases = byRule.get(rule) ?? [];
    return { literal: rule.literal, cases: cases.length, own: cases.filter((one) => !isFound(one)).length };
  });
}
