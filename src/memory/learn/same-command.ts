/** A command as it is compared: without options that change nothing. */
import { type ShellCommand, type ShellWord, toShellCommands } from "../../text/shell.ts";
import { toOneWord } from "./command-text.ts";

/** Options that only change what is shown. */
const SHOW =
  /\s+(?:-v+|--verbose|--no-color|--color(?:=\S+)?|-race|-count=\d+|--silent|-q|--quiet|--no-pager|-timeout[= ]\S+|--timeout[= ]\S+|--reporter[= ]\S+)(?=\s|$)/g;

/** The command as it is compared and told: no folder change, no environment, no options that change nothing. */
export function plainCommand(command: string): string {
  const all = toShellCommands(command).filter(({ substituted }) => !substituted);
  const isMoved = all[0]?.words[0]?.value === "cd" && all[1]?.before === "&&";
  return (isMoved ? all.slice(1) : all)
    .map((each, i) => `${i === 0 ? "" : each.before} ${withoutEnvironment(each).map(toOneWord).join(" ")}`)
    .join(" ")
    .replace(SHOW, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** `env A=1 go test` is `go test`. */
function withoutEnvironment({ words }: ShellCommand): ShellWord[] {
  if (words[0]?.value !== "env") return words;
  const first = words.findIndex(({ value }, i) => i > 0 && !/^[A-Za-z_]\w*=/.test(value));
  return first > 1 ? words.slice(first) : words;
}
