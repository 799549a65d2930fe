/** What a shell command is about, for summaries. */

/** Looking around: says nothing of what was done. */
const LOOKING =
  /^(ls|cat|head|tail|cd|pwd|echo|printf|which|type|file|wc|stat|tree|find|grep|rg|sed -n|awk|less|ps|env|date|sleep|true|mkdir|git (status|log|diff|show|branch|remote|rev-parse))\b/;

/** The command of a Bash call's input, as one line; undefined where there is none. */
export function commandOf(inputJson: string): string | undefined {
  try {
    const input: unknown = JSON.parse(inputJson);
    if (typeof input !== "object" || input === null) return undefined;
    const command = (input as Record<string, unknown>).command;
    return typeof command === "string" && command.trim() !== "" ? toOneLine(command) : undefined;
  } catch {
    // An input that was cut or never was JSON has no command to show.
    return undefined;
  }
}

export function isLookingAround(command: string): boolean {
  return LOOKING.test(withoutPrefix(command));
}

/** `cd x && FOO=1 npm test` is about `npm test`. */
function withoutPrefix(command: string): string {
  return command.replace(/^(cd\s+\S+\s*(&&|;)\s*)+/, "").replace(/^([A-Z_][A-Z0-9_]*=\S*\s+)+/, "");
}

function toOneLine(command: string): string {
  return command.trim().replace(/\s*\n\s*/g, " ⏎ ");
}
