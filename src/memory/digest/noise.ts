/** Responses that are not failures: the user refused, the client itself replied, or the command only queried something. */

/** The user, a rule or the client refused the call or stopped it. */
const REFUSED =
  /user doesn't want to (?:proceed|take this action)|tool use was rejected|User (?:denied|rejected)|\[Request interrupted|^(?:Interrupted|Request interrupted)|interrupted by (?:the )?user|permission (?:to use|for this (?:tool|action|command))|requires approval|needs approval|has been denied|haven't granted|denied this (?:tool|action)|blocked by (?:a )?hook|hook (?:denied|blocked)|auto mode (?:is unavailable|classifier)|^(?:Error: )?\w+(?::\w+)? hook error|rule in Pawl's configuration|Pawl (?:配置|設定)中的規則|Pawl 配置中的规则|Pawl 설정의 규칙|Pawl 설정에 있는/i;

/** Errors of the client's own tools: a retry solves them, in every project. */
const CLIENT =
  /file has not been read yet|has been (?:modified|unexpectedly modified)(?: since|\.)|string to replace not found|matches of the string to replace|no changes to make|InputValidationError|^\s*Input validation|EISDIR: illegal operation on a directory, read|File content \(.*\) exceeds|exceeds maximum allowed (?:tokens|size)|Sibling tool call errored|Cancelled: parallel tool call|Command timed out after|was in a blocked|posix_spawn|File is unchanged since last read/i;

/** Only the beginning, because a program may print such words further down. */
const MOST_SAID = 400;

export function isClientNoise(text: string): boolean {
  const said = text.slice(0, MOST_SAID);
  return REFUSED.test(said) || CLIENT.test(said);
}

/** Programs that answer "no" with an exit code. */
const ASKING =
  /^(?:\/\S*\/)?(?:grep|egrep|fgrep|rg|ag|diff|cmp|test|\[|\[\[|which|command -v|type|pgrep|pidof|lsof|ls|cat|head|tail|find|fd|jq|wc|sed -n|awk|sort|uniq|cut|tr|stat|file|readlink|git (?:diff|grep|show-ref|rev-parse|merge-base|ls-files|check-ignore|cat-file|config --get\S*|log|show|status|ls-tree|ls-remote))(?:\s|$)/;

/** `grep` without a match, `test -f`, reading a missing file: an answer, not an error. */
export function isAsking(command: string): boolean {
  return ASKING.test(command);
}

/** Changes nothing and only shows something. */
export const isLook = (command: string): boolean => isAsking(command) || LOOKS.test(command);

const LOOKS =
  /^(?!go env -w)(?:(?:cd|ls|ll|tree|echo|printf|pwd|env|locale|uname|whoami|id|ps|date|du|df|less|more|true|sleep|nproc|free|curl|pg_lsclusters|hostname|groups|ulimit|ldd|netstat|dig|nslookup|ping|apt-cache|dpkg -[lsL]|ldconfig -p)\b|(?:\.\/)?gradlew? (?:-\S+ )*(?:tasks|projects|dependencies|properties)\b|docker compose config(?: --\S+)*$|go mod (?:graph|why)\b|mvn \S*dependency:tree\b|git (?:branch|remote|blame|stash list|submodule status|reflog)\b|\S+(?: (?!run\b|install\b|add\b|exec\b|pub\b)[a-z][\w-]*)?(?: -\S+)* (?:env|version|current|status|list|ls|ps|tree|why|explain|outdated|freeze|metadata|versions|devices|api-resources|ping|search|info|show|view|images|inspect|describe|get(?:-[\w-]+)?|whoami|logs|doctor|config get\S*|config list)\b(?! deps)|(?!python)\S+ (?:--?version|-[vVm]|--help|--list-\S+|--info|--ini)\b|psql\b.*(?:\bselect\b|\\[dl]))/i;

/** Errors which say that the call itself was wrong. */
const USAGE =
  /command not found|: not found$|not recognized as an internal or external command|unknown (?:flag|option|command|argument|subcommand|shorthand|switch|predicate|primary|arguments?)|unrecognized (?:flag|option|command|argument|subcommand|arguments?)|unexpected argument|invalid (?:option|argument|subcommand|choice)|illegal option|no such (?:option|command|subcommand|task|target|script)|is not a (?:git|docker|kubectl|\S+) command|missing script|script not found|(?:couldn't|could not) find (?:a )?(?:script|task)|no rule to make target|task \S+ not found|no task \S+ found|requires? (?:a|an|at least|exactly) .*argument|missing (?:required )?(?:argument|operand)|too many arguments|unknown skill|agent type '[^']*' not found|^usage:/im;

/** For a file that was called as a program. */
const NOT_EXECUTABLE = /permission denied|cannot execute|exec format error|no such file or directory/i;

export function isUsageError(text: string, words: readonly string[] = []): boolean {
  if (USAGE.test(text)) return true;
  const [program = ""] = words;
  return program.includes("/") && NOT_EXECUTABLE.test(text) && text.includes(program.replace(/^\.\//, ""));
}
