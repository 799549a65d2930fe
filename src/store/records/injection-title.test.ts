import { expect, test } from "bun:test";
import { toInjectionTitle } from "./injection-title.ts";

test.each([
  [
    "<pawl-memory>\nNotes from earlier sessions, for reference only.\nAbout src/a.ts:\n- Totals are rounded.\n- More.\n</pawl-memory>",
    "Totals are rounded.",
  ],
  [
    "<pawl-context>\n# Earlier sessions in this project\nNotes from earlier sessions, for reference only.\n\n## Session 1a · 3 May · shop\nPrompts: 1\n- Asked: “Round the totals”\n</pawl-context>",
    "Asked: “Round the totals”",
  ],
  [
    "<pawl-context>\nNotes, for reference only.\nYou rounded totals before\n</pawl-context>",
    "You rounded totals before",
  ],
  ["<pawl-context>\nYou rounded totals before", "You rounded totals before"],
  ["just text", "just text"],
  ["", ""],
])("%p is titled %p", (text, title) => {
  expect(toInjectionTitle(text)).toBe(title);
});
