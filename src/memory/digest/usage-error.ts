/** Errors that say: the call itself was wrong. */

const USAGE =
  /command not found|: not found$|not recognized as an internal or external command|unknown (?:flag|option|command|argument|subcommand|shorthand|switch|predicate|primary|arguments?)|unrecognized (?:flag|option|command|argument|subcommand|arguments?)|unexpected argument|invalid (?:option|argument|subcommand|choice)|illegal option|no such (?:option|command|subcommand|task|target|script)|is not a (?:git|docker|kubectl|\S+) command|missing script|script not found|(?:couldn't|could not) find (?:a )?(?:script|task)|no rule to make target|task \S+ not found|no task \S+ found|requires? (?:a|an|at least|exactly) .*argument|missing (?:required )?(?:argument|operand)|too many arguments|unknown skill|agent type '[^']*' not found|^usage:/im;

/** Of a file that was called as a program. */
const NOT_EXECUTABLE = /permission denied|cannot execute|exec format error|no such file or directory/i;

export function isUsageError(text: string, words: readonly string[] = []): boolean {
  if (USAGE.test(text)) return true;
  const [program = ""] = words;
  return program.includes("/") && NOT_EXECUTABLE.test(text) && text.includes(program.replace(/^\.\//, ""));
}
