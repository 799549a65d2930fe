/**
 * The line of an installed hook. It is all of the entry: some clients read Claude Code's settings and ignore `args`, and an
 * interpreter that is named in `command` then reads the event as its program. So the line names only Pawl's launcher, and a
 * shell gets it as its program. Whatever is missing, it ends with exit code 0, because the client would show an error.
 */
import { dirname, join } from "node:path";
import { messagesFor } from "../../locale/index.ts";
import type { Locale } from "../../locale/messages.ts";
import { GATE_ARGUMENT, GATES_FILE } from "../../platform/own-hook.ts";
import { encodeReply } from "../claude-code/encode.ts";
import type { HookEventName } from "../claude-code/events.ts";
import { type Reply, type ReplyFor, toBlock } from "../reply.ts";

/** For every shell with POSIX's quotes, `[` and `exec`, including fish. */
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
  // The only place where the user can learn that Pawl's home was deleted.
  const gone = event === "SessionStart" ? `${printed({ systemMessage: say.home })}; ` : "";
  return `${start}; ${gone}exit 0`;
}

/** If Pawl cannot be started but its gates are still recorded, the line refuses the call. */
function gateLine(event: HookEventName, launcher: string, start: string, refusal: object): string {
  const gates = quoteArgument(join(dirname(launcher), GATES_FILE));
  // In parentheses: the launcher replaces its own shell, and the outer shell must see its exit code.
  return `(${start}) && exit 0; grep -qs '"event".*"${event}"' ${gates} && ${printed(refusal)}; exit 0`;
}

interface LineOptions {
  /** Encodes a refusal for the client; default: Claude Code's format. */
  encode?: ((event: HookEventName, reply: Reply) => object) | undefined;
  locale?: Locale | undefined;
}

const encodeForClaude: NonNullable<LineOptions["encode"]> = (event, reply) =>
  encodeReply(event, reply as ReplyFor<typeof event>);

const printed = (answer: object) => `printf %s ${quoteArgument(JSON.stringify(answer))}`;

/**
 * The line for PowerShell. Git Bash can read it too: there it starts a program `try` in the background, then the launcher
 * with three extra arguments, which the launcher ignores, and exits with 0.
 */
export function windowsLine(launcher: string, args: readonly string[]): string {
  return `try { & ${[`'${doubled(launcher)}'`, ...args.map(quoteForPowerShell)].join(" ")} } catch {}; exit 0`;
}

const PLAIN = /^[\w./=:@%+,-]+$/;

/** Quotes any path as exactly one argument. */
export function quoteArgument(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteForPowerShell(text: string): string {
  return /^[\w.=-]+$/.test(text) ? text : `'${doubled(text)}'`;
}

/** PowerShell also treats typographic quotes as quotes. */
function doubled(text: string): string {
  return text.replaceAll(/['\u2018-\u201b]/g, "$&$&");
}
