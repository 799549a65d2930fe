/**
 * The line of an installed hook. It is all of the entry: some clients read Claude Code's settings and ignore `args`, and an
 * interpreter that is named in `command` then reads the event as its program. So the line names only Pawl's launcher, and a
 * shell gets it as its program. Whatever is missing, it ends with exit code 0, because the client would show an error.
 */
import { dirname, join } from "node:path";
import { messagesFor } from "../../locale/index.ts";
import type { Locale } from "../../locale/messages.ts";
import { GATE_ARGUMENT, GATES_FILE } from "../../platform/own-hook.ts";
import { toBlock } from "../claude-code/carries.ts";
import { encodeReply } from "../claude-code/encode.ts";
import type { HookEventName } from "../claude-code/events.ts";
import type { Reply, ReplyFor } from "../reply.ts";

/** For every shell that knows POSIX's quotes, `[` and `exec`, which fish does too. */
export function posixLine(
  event: HookEventName,
  launcher: string,
  args: readonly string[],
  { encode = encodeForClaude, locale = "en" }: LineOptions = {},
): string {
  const say = messagesFor(locale).gone;
  const start = `[ -x ${quoteArgument(launcher)} ] && exec ${[launcher, ...args].map(quoteArgument).join(" ")}`;
  if (args.includes(GATE_ARGUMENT)) {
    const refusal = encode(event, toBlock(event, say.gate));
    return gateLine(event, launcher, start, refusal);
  }
  // The one place where the user can hear that Pawl's home was deleted.
  const gone = event === "SessionStart" ? `${printed({ systemMessage: say.home })}; ` : "";
  return `${start}; ${gone}exit 0`;
}

/** Where nothing of Pawl can be started any more but its gates are still known, the call is refused. */
function gateLine(event: HookEventName, launcher: string, start: string, refusal: object): string {
  const gates = quoteArgument(join(dirname(launcher), GATES_FILE));
  // In brackets: the launcher takes the place of its shell, and this one has to see how it ends.
  return `(${start}) && exit 0; grep -qs '"event".*"${event}"' ${gates} && ${printed(refusal)}; exit 0`;
}

interface LineOptions {
  /** How the client is told of a refusal; default: Claude Code's way. */
  encode?: ((event: HookEventName, reply: Reply) => object) | undefined;
  locale?: Locale | undefined;
}

const encodeForClaude: NonNullable<LineOptions["encode"]> = (event, reply) =>
  encodeReply(event, reply as ReplyFor<typeof event>);

const printed = (answer: object) => `printf %s ${quoteArgument(JSON.stringify(answer))}`;

/**
 * For PowerShell. A Git Bash reads it too: it looks for a program `try` in the background, starts the launcher with three
 * words more at the end, which that ignores, and ends well.
 */
export function windowsLine(launcher: string, args: readonly string[]): string {
  return `try { & ${[`'${doubled(launcher)}'`, ...args.map(quoteForPowerShell)].join(" ")} } catch {}; exit 0`;
}

const PLAIN = /^[\w./=:@%+,-]+$/;

/** Whatever is in a path is one argument and nothing else. */
export function quoteArgument(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteForPowerShell(text: string): string {
  return /^[\w.=-]+$/.test(text) ? text : `'${doubled(text)}'`;
}

/** PowerShell takes the typographic ones for quotes too. */
function doubled(text: string): string {
  return text.replaceAll(/['\u2018-\u201b]/g, "$&$&");
}
