/** Failures that teach nothing: the user said no, the client spoke for itself, or the command only asked. */

import type { Observation } from "../records/records.ts";
import { inputField } from "../text/input-text.ts";
import { commandsIn } from "./command-text.ts";

/** A person said no: what the client writes then, in the conversation and in a subagent's (2.0.64 to 2.1.325). */
const REFUSED_BY_USER =
  /user doesn't want to (?:proceed|take this action)|tool use was rejected|User denied (?:permission|via IDE)|User rejected tool use/i;

/** The client's automatic mode, a rule, a hook, or nobody being there to be asked. None of them is the user's word. */
const REFUSED_OTHERWISE =
  /Permission for this (?:action|command) (?:was|has been) denied|Permission for this tool use was denied[.:] it requires|auto mode (?:is unavailable|classifier)|needs approval|^(?:Error: )?\w+(?::\w+)? hook error|rule in Pawl's configuration|Pawl (?:配置|設定)中的規則|Pawl 配置中的规则|Pawl 설정의 규칙|Pawl 설정에 있는/i;

/** The user, or a rule of the user's, refused the call or stopped it. */
const REFUSED =
  /user doesn't want to (?:proceed|take this action)|tool use was rejected|\[Request interrupted|^(?:Interrupted|Request interrupted)|interrupted by (?:the )?user|permission (?:to use|for this tool)|requires approval|has been denied|haven't granted|denied this (?:tool|action)|blocked by (?:a )?hook|hook (?:denied|blocked)/i;

/** The client on its own tools: gone with the next try, in every project alike. */
const CLIENT =
  /<tool_use_error>|file has not been read yet|has been (?:modified|unexpectedly modified) since|string to replace not found|matches of the string to replace|no changes to make|file does not exist|path does not exist|InputValidationError|^\s*Input validation|no such tool|Agent type '.*' not found|Unknown skill|EISDIR: illegal operation on a directory, read|File content \(.*\) exceeds|exceeds maximum allowed (?:tokens|size)|^Error: Sibling tool call errored|Cancelled: parallel tool call|Command timed out after|was in a blocked|posix_spawn/i;

/** Programs that answer "no" with an exit code. */
const ASKING =
  /^(?:(?:\/\S*\/)?(?:grep|egrep|fgrep|rg|ag|diff|cmp|test|\[|\[\[|which|command -v|type|pgrep|pidof|lsof|ls|cat|head|tail|find|fd|jq|wc|sed -n|awk|git (?:diff|grep|show-ref|rev-parse|merge-base|ls-files|check-ignore|cat-file|config|log|show|status|ls-tree|ls-remote)))(?:\s|$)/;

const MOST_SAID = 400;

export function isNotAnError(call: Pick<Observation, "toolName" | "input" | "response">): boolean {
  if (wasRefused(call.response) || CLIENT.test(call.response.slice(0, MOST_SAID))) return true;
  if (call.toolName !== "Bash") return false;
  return isQuestion(inputField(call.input, "command") ?? "", call.response);
}

/** Only the beginning: a program may print such words further down. */
export function wasRefused(response: string): boolean {
  const said = response.slice(0, MOST_SAID);
  return REFUSED.test(said) || REFUSED_BY_USER.test(said) || REFUSED_OTHERWISE.test(said);
}

/** Whether a person refused it: neither a rule nor the client's automatic mode is the user's decision about a call. */
export function wasRefusedByUser(response: string): boolean {
  const said = response.slice(0, MOST_SAID);
  // A classifier's reason may quote what the user said long before.
  return (
    REFUSED_BY_USER.test(said) &&
    !/^(?:Error: )?(?:Permission for this (?:action|command)|Auto mode)/.test(said)
  );
}

/** `grep` that found nothing, `test -f`, a look at a file that is not there: an answer, not an error. */
function isQuestion(line: string, response: string): boolean {
  const commands = commandsIn(line).map((command) => command.replace(/^cd \S+ && /, ""));
  const last = commands.at(-1);
  if (last === undefined) return false;
  const said = response.replace(/^(?:Error: )?Exit code \d+\s*/, "").trim();
  // Nothing said beside the code: whatever it was, nobody can know it again.
  if (said === "") return true;
  // Asked the wrong way is an error; asked for something that is not there is an answer.
  return commands.every((command) => ASKING.test(command)) && !USAGE.test(said);
}

const USAGE =
  /\b(?:usage:|unknown (?:flag|option|argument|switch)|unrecognized (?:flag|option|argument)|invalid option|illegal option|parse error|syntax error|unknown predicate|unknown primary)/i;
