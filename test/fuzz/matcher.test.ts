import { expect, test } from "bun:test";
import fc from "fast-check";
import { compileMatcher, MatcherError } from "../../src/hooks/matcher/matcher.ts";
import { compileRegex } from "../../src/text/regex.ts";
import { anyJson, anyText, LIMIT, runs } from "./runs.ts";

/** Parts of expressions, in any order: mostly invalid, sometimes valid. */
const pieces = fc.constantFrom(
  ...[
    "tool",
    "==",
    "!=",
    "=~",
    "&&",
    "||",
    "!",
    "(",
    ")",
    '"Bash"',
    "matches",
    "in",
    "/a+b/i",
    "tool_input.file_path",
  ],
  ...[
    '"*.{ts,js}"',
    '"**/["',
    "[",
    "]",
    "*",
    "?",
    ".",
    ",",
    " ",
    "\\",
    "/",
    '"',
    "'",
    "1",
    "true",
    "null",
    "$",
    "^",
  ],
);
const expression = fc.array(pieces, { maxLength: 12 }).map((list) => list.join(" "));

test(
  "any matcher is rejected with a message, or evaluates to true or false on any input",
  () => {
    const input = fc.dictionary(
      fc.oneof(fc.constantFrom("tool_name", "tool_input", "hook_event_name"), anyText),
      anyJson,
    );
    const property = fc.property(fc.oneof(expression, anyText), input, (text, value) => {
      try {
        expect(typeof compileMatcher(text)(value)).toBe("boolean");
      } catch (error) {
        expect(error).toBeInstanceOf(MatcherError);
      }
    });
    fc.assert(property, runs);
  },
  LIMIT,
);

test(
  "an equality is true for exactly the text that it names",
  () => {
    const property = fc.property(anyText, anyText, (name, other) => {
      const matches = compileMatcher(`tool == "${name.replace(/["\\]/g, "\\$&")}"`);
      const event = (tool_name: string) => ({ hook_event_name: "PreToolUse", tool_name });
      expect(matches(event(name))).toBe(true);
      expect(matches(event(other))).toBe(other === name);
    });
    fc.assert(property, runs);
  },
  LIMIT,
);

/** Patterns that both engines read the same way. */
const pattern = fc.letrec((tie) => ({
  atom: fc.oneof(
    { maxDepth: 2 },
    { weight: 4, arbitrary: fc.constantFrom("a", "b", "c", ".", "[ab]", "[^a]", "\\d", "\\w", "x") },
    { weight: 1, arbitrary: (tie("alternatives") as fc.Arbitrary<string>).map((inner) => `(?:${inner})`) },
  ),
  piece: fc
    .tuple(tie("atom") as fc.Arbitrary<string>, fc.constantFrom("", "*", "+", "?", "{1,2}"))
    .map(([atom, times]) => atom + times),
  sequence: fc
    .array(tie("piece") as fc.Arbitrary<string>, { minLength: 1, maxLength: 4 })
    .map((list) => list.join("")),
  alternatives: fc
    .array(tie("sequence") as fc.Arbitrary<string>, { minLength: 1, maxLength: 3 })
    .map((list) => list.join("|")),
})).alternatives as fc.Arbitrary<string>;

test(
  "our regular expressions match what the built-in ones match",
  () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "x", "1", " "), maxLength: 10 });
    const property = fc.property(pattern, text, fc.boolean(), (source, value, anchored) => {
      // On repetitions within repetitions the built-in engine gives up and answers no; ours takes linear time.
      fc.pre(!/[*+?}|)][^()]*\)[*+]/.test(source));
      const whole = anchored ? `^(?:${source})$` : source;
      expect(compileRegex(whole)(value)).toBe(new RegExp(whole, "u").test(value));
    });
    fc.assert(property, runs);
  },
  LIMIT,
);
