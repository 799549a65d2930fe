/** Headers between `pawl hook` and the daemon. */

/** Which of the client's hooks called: its name in the plugin, or none for an installed hook. */
export const HOOK_NAME_HEADER = "x-pawl-name";
/** The session's own variables that affect a reply, as URL-encoded JSON. */
export const HOOK_ENV_HEADER = "x-pawl-env";
/** Set for a session that is not recorded, but whose gates apply. */
export const HOOK_GATES_HEADER = "x-pawl-gates-only";
/** Which coding agent called; absent: Claude Code. */
export const HOOK_CLIENT_HEADER = "x-pawl-client";
/**
 * How many bytes at the end of the body are the terminal's variables as JSON, behind the event. Sent with the first event
 * of a session and with each prompt; too long for a header.
 */
export const TERMINAL_HEADER = "x-pawl-terminal";
/** From the launcher to Bun, which then starts faster: no compiler, and no memory given back before the end. */
export const QUICK_START = { BUN_JSC_useJIT: "0", MIMALLOC_PURGE_DELAY: "-1" };
/** Not the terminal's own: the program's folder, and what the shell and the launcher set for themselves. */
export const NOT_TERMINAL: readonly string[] = [
  "PWD",
  "OLDPWD",
  "SHLVL",
  "_",
  "PAWL_GUARD",
  ...Object.keys(QUICK_START),
];
/** From the launcher to `pawl hook`: the home is the user's own. The shell sees that at once; Bun would start threads for it. */
export const OWN_HOME_ARGUMENT = "--own-home";
/** The same: standard input is a socket, as every client makes it. */
export const SOCKET_ARGUMENT = "--socket";
/** For how many milliseconds the caller waits for the answer. */
export const HOOK_WAIT_HEADER = "x-pawl-wait";
/** Default: the client waits two seconds for an installed HTTP hook. */
export const DEFAULT_WAIT_MS = 1500;
/** When the hook saw the event, so that a resent or spooled event keeps its time. */
export const HOOK_AT_HEADER = "x-pawl-at";
/** For a spooled prompt, whose text is redacted: the input of its key. */
export const SPOOL_MARK = "pawl_prompt_mark";
/** For a write of the daemon's that waits in the spool: the store's method. */
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

/** The event, and the terminal's variables behind it; see `TERMINAL_HEADER`. */
export function splitBody(
  body: Uint8Array,
  terminalHeader: string | null | undefined,
): { event: Uint8Array; terminal?: Uint8Array } {
  const bytes = Number(terminalHeader ?? 0);
  if (!Number.isInteger(bytes) || bytes <= 0) return { event: body };
  const at = Math.max(0, body.length - bytes);
  return { event: body.subarray(0, at), terminal: body.subarray(at) };
}
