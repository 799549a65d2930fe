/** Headers between `pawl hook` and the daemon. */

/** The client's hook that called: its name in the plugin, or none for an installed hook. */
export const HOOK_NAME_HEADER = "x-pawl-name";
/** The session's own variables that affect a reply, as URL-encoded JSON. */
export const HOOK_ENV_HEADER = "x-pawl-env";
/** Set for a session that is not recorded, but whose gates apply. */
export const HOOK_GATES_HEADER = "x-pawl-gates-only";
/** The calling coding agent; absent: Claude Code. */
export const HOOK_CLIENT_HEADER = "x-pawl-client";
/**
 * The number of bytes at the end of the body with the terminal's variables as JSON, after the event. Sent with the first
 * event of a session and with each prompt, because it is too long for a header.
 */
export const TERMINAL_HEADER = "x-pawl-terminal";
/** From the launcher to Bun, for a faster start: no compiler, and no memory returned before the end. */
export const QUICK_START = { BUN_JSC_useJIT: "0", MIMALLOC_PURGE_DELAY: "-1" };
/** Not the terminal's own: the program's folder, and variables that the shell and the launcher set for themselves. */
export const NOT_TERMINAL: readonly string[] = [
  "PWD",
  "OLDPWD",
  "SHLVL",
  "_",
  "PAWL_GUARD",
  ...Object.keys(QUICK_START),
];
/** From the launcher to `pawl hook`: the home is the user's own. The shell checks that at once; Bun would start threads. */
export const OWN_HOME_ARGUMENT = "--own-home";
/** The same: standard input is a socket, as with every client. */
export const SOCKET_ARGUMENT = "--socket";
/** The milliseconds that the caller waits for the answer. */
export const HOOK_WAIT_HEADER = "x-pawl-wait";
/** Default: the client waits two seconds for an installed HTTP hook. */
export const DEFAULT_WAIT_MS = 1500;
/** The time when the hook saw the event, so that a resent or spooled event keeps it. */
export const HOOK_AT_HEADER = "x-pawl-at";
/** For a spooled prompt, whose text is redacted: the input of its key. */
export const SPOOL_MARK = "pawl_prompt_mark";
/** For a daemon's write that waits in the spool: the store's method. */
export const HELD_WRITE = "pawl_write";
/** For a spooled event of another client than Claude Code: its name. */
export const SPOOL_CLIENT = "pawl_client";

/** In every reply of the daemon. After a crash any program may own the port and answer. */
export const OWN_ANSWER_HEADER = "x-pawl";

/** The daemon serves many sessions; these variables belong to one session and travel with its events. */
export const SESSION_ENV = [
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_SESSION_ID",
  "CLAUDE_PROJECT_ROOT",
  "CLAUDE_PACKAGE_MANAGER",
  "COMPACT_THRESHOLD",
  "PAWL_LOCALE",
  "LC_ALL",
  "LC_MESSAGES",
  "LANG",
] as const;

export const BODY_LIMIT = 32 * 1024 * 1024;

/** In every answer that the keeper gives by itself: its process id. */
export const KEEPER_HEADER = "x-pawl-keeper";

/** The event, followed by the terminal's variables; see `TERMINAL_HEADER`. */
export function splitBody(
  body: Uint8Array,
  terminalHeader: string | null | undefined,
): { event: Uint8Array; terminal?: Uint8Array } {
  const bytes = Number(terminalHeader ?? 0);
  if (!Number.isInteger(bytes) || bytes <= 0) return { event: body };
  const at = Math.max(0, body.length - bytes);
  return { event: body.subarray(0, at), terminal: body.subarray(at) };
}
