import { type Command, UsageError } from "./command.ts";
import { COMMAND_NAMES, COMMANDS } from "./commands.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "completions bash|zsh|fish",
  example: "source <(pawl completions bash)",
  options: {},
  positionals: 1,
  async run({ positionals: [given] }) {
    const shell = SHELLS.find((known) => known === given);
    if (shell === undefined)
      throw new UsageError(words.activity.completions.unknown(given ?? "", SHELLS.join(", ")), command.usage);
    const commands = await Promise.all(COMMAND_NAMES.map(toCompleted));
    // As it is: wrapped lines would be another program.
    process.stdout.write(
      `${words.activity.completions.install(shell, PLACES[shell])}\n${completionScript(shell, commands)}`,
    );
    return 0;
  },
};

async function toCompleted(name: (typeof COMMAND_NAMES)[number]): Promise<Completed> {
  const { command: described } = await COMMANDS[name]();
  const help: { summary: string; rows?: Readonly<Record<string, string>> } = words.help.commands[name];
  return {
    name,
    summary: help.summary,
    options: [...Object.keys(described.options), "help"].map((option) => `--${option}`),
    // `show URI` is completed to `show`; what stands in capitals, the user knows.
    actions: [
      ...new Set(Object.keys(help.rows ?? {}).flatMap((row) => /^[a-z][a-z-]*(?=$| )/.exec(row)?.[0] ?? [])),
    ],
  };
}

// Completion scripts, made from the commands themselves, so that a new option is completed without further work.

interface Completed {
  name: string;
  summary: string;
  /** `--limit`, `--json`. */
  options: readonly string[];
  /** `list`, `show`: what comes behind the command. */
  actions: readonly string[];
}

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** Where each shell looks for it. */
const PLACES: Readonly<Record<Shell, string>> = {
  bash: "~/.local/share/bash-completion/completions/pawl",
  zsh: "~/.zfunc/_pawl",
  fish: "~/.config/fish/completions/pawl.fish",
};

function completionScript(shell: Shell, commands: readonly Completed[]): string {
  if (shell === "bash") return bash(commands);
  return shell === "zsh" ? zsh(commands) : fish(commands);
}

function bash(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, actions, options }) => `    ${name}) words='${[...actions, ...options].join(" ")}' ;;`,
  );
  return `_pawl() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(" ")} help'
  else case "\${COMP_WORDS[1]}" in
    help) words='${commands.map(({ name }) => name).join(" ")}' ;;
${cases.join("\n")}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _pawl pawl
`;
}

function zsh(commands: readonly Completed[]): string {
  const quoted = (text: string) => text.replaceAll("'", "'\\''");
  const described = commands.map(
    ({ name, summary }) => `    '${name}:${quoted(summary.replaceAll(":", "\\:"))}'`,
  );
  const cases = commands.map(
    ({ name, actions, options }) => `    ${name}) candidates=(${[...actions, ...options].join(" ")}) ;;`,
  );
  return `#compdef pawl
_pawl() {
  local -a commands candidates
  commands=(
${described.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "$words[2]" in
${cases.join("\n")}
  esac
  compadd -a candidates
  _files
}
compdef _pawl pawl
`;
}

function fish(commands: readonly Completed[]): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  return `${commands
    .flatMap(({ name, summary, options, actions }) => [
      `complete -c pawl -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ...actions.map((action) => `complete -c pawl -n '__fish_seen_subcommand_from ${name}' -a ${action}`),
      ...options.map(
        (option) => `complete -c pawl -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
      ),
    ])
    .join("\n")}
`;
}
