import { describe, expect, test } from "bun:test";
import { loadCliMessages } from "../locale/cli/index.ts";
import { LOCALES } from "../locale/messages.ts";
import { COMMAND_GROUPS, COMMAND_NAMES, COMMANDS } from "./commands.ts";
import { helpText, overview } from "./help.ts";

const commands = await Promise.all(
  COMMAND_NAMES.map(async (name) => ({ name, command: (await COMMANDS[name]()).command })),
);

describe.each(LOCALES)("help in %s", async (locale) => {
  const words = await loadCliMessages(locale);

  test("every command has a summary, its usage, an example and a line for every option", () => {
    const missing = commands.flatMap(({ name, command }) => {
      const text = helpText(name, command, words);
      const lines = text.split("\n");
      const options = Object.keys(command.options).filter(
        (option) => !lines.some((line) => line.trimStart().startsWith(`--${option}`)),
      );
      const parts = [
        words.help.commands[name].summary,
        `${words.help.usage}: pawl ${command.usage}`,
        `${words.help.example}: ${command.example}`,
      ].filter((part) => !text.includes(part));
      return [...parts, ...options].map((what) => `${name}: ${what}`);
    });
    expect(missing).toEqual([]);
  });

  test("no description names a value that the code does not fill in", () => {
    const open = commands.filter(({ name, command }) => /\$[A-Z]/.test(helpText(name, command, words)));
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  test("the overview lists every command once, with its summary in one column", () => {
    const lines = overview(COMMAND_GROUPS, "1.2.3", words)
      .split("\n")
      .filter((line) => line.startsWith("  "));
    expect(lines).toHaveLength(COMMAND_NAMES.length);
    const names = COMMAND_GROUPS.flatMap(([, of]) => of);
    expect(names.toSorted()).toEqual(COMMAND_NAMES.toSorted());
    const columns = names.map((name, i) => lines[i]?.indexOf(words.help.commands[name].summary));
    expect(new Set(columns).size).toBe(1);
    expect(columns[0]).toBeGreaterThan(0);
  });
});

test("every example calls the command that it explains, or the npm script for it", () => {
  for (const { name, command } of commands) {
    expect(command.example).toMatch(name === "start" ? /^npm start$/ : new RegExp(`pawl ${name}\\b`));
  }
});
