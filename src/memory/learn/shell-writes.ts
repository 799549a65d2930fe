/** Files that a shell command writes, as far as the command itself names them. */

const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/g;
const HEREDOC = /<<-?\s*(['"]?)(\w+)\1([^\n]*)\n[\s\S]*?\n\s*\2(?=\s|$)/g;
const NAME = "[^\\s;&|<>()]+";
const REDIRECTION = new RegExp(`(?:^|[^0-9&<>=-])>{1,2}\\s*(${NAME})`, "g");
const TEE = new RegExp(`\\btee\\s+(?:-a\\s+)?(${NAME})`, "g");
const COMMAND =
  /(?:^|[;&|\n]\s*)(?:sudo\s+)?(sed|perl|cp|mv|touch|install|truncate|patch|rsync)\s+([^;&|\n]*)/g;

/** What comes later in a longer one is a program of its own. */
const LONGEST = 5_000;

export function filesWrittenBy(command: string): string[] {
  // A name in quotes is a name; anything longer is text, and its signs mean nothing.
  const plain = command
    .slice(0, LONGEST)
    .replace(HEREDOC, "$3\n")
    .replace(QUOTED, (text) => (/^.[\w./-]+.$/.test(text) ? text.slice(1, -1) : "''"));
  const found = [
    ...[...plain.matchAll(REDIRECTION), ...plain.matchAll(TEE)].map(([, file = ""]) => file),
    ...[...plain.matchAll(COMMAND)].flatMap(([, program = "", rest = ""]) => writtenBy(program, rest)),
  ];
  return [...new Set(found)].filter((file) => file !== "''" && !/^(?:\/dev\/|&)/.test(file));
}

function writtenBy(program: string, rest: string): string[] {
  const words = rest.trim().split(/\s+/);
  const names = words.filter((word) => word !== "" && !word.startsWith("-"));
  switch (program) {
    case "touch":
      return names;
    case "sed":
    case "perl":
      // The first one is the script, unless it is an option's.
      return words.some((word) => /^-\w*i/.test(word)) ? names.slice(words.includes("-e") ? 0 : 1) : [];
    case "patch":
      return names.slice(0, 1);
    default:
      return names.slice(-1);
  }
}
