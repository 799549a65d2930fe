import { expect, test } from "bun:test";
import { isInterrupt, promptText } from "./prompt.ts";

test("what was typed comes back as it is, without the space around it", () => {
  expect(promptText("  Fix the <b>bold</b> bug\n")).toBe("Fix the <b>bold</b> bug");
});

test("a command of the user's own reads as it was typed, which is what the hook gets", () => {
  const line = "<command-message>greet</command-message>\n<command-name>/greet</command-name>";
  expect(promptText(`${line}\n<command-args>Bob</command-args>`)).toBe("/greet Bob");
  expect(promptText(line)).toBe("/greet");
});

test("what an editor or the client adds is taken off", () => {
  expect(promptText("<ide_opened_file>a.ts</ide_opened_file>\nWhy?")).toBe("Why?");
  expect(promptText("Why?\n<system-reminder>\nBe kind.\n</system-reminder>")).toBe("Why?");
});

test.each([
  "",
  "<system-reminder>only this</system-reminder>",
  "<command-name>/compact</command-name>\n<command-message>compact</command-message>",
  "<local-command-stdout>Compacted</local-command-stdout>",
  "<local-command-caveat>Caveat</local-command-caveat>",
  "<bash-input>git status</bash-input>",
  "<task-notification>\n<task-id>b1</task-id>\n</task-notification>",
  "[Request interrupted by user for tool use]",
])("nobody asked %p", (raw) => {
  expect(promptText(raw)).toBeUndefined();
});

test("an interrupt is recognised in both forms", () => {
  expect(isInterrupt("[Request interrupted by user]")).toBe(true);
  expect(isInterrupt("[Request interrupted by user for tool use]")).toBe(true);
  expect(isInterrupt("Why was the [Request interrupted by user]?")).toBe(false);
});
