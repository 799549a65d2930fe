/** What travels between `pawl hook` and the daemon besides the event itself. */

/** Which of the client's hooks called: its name in S4.2, or none for an installed hook. */
export const HOOK_NAME_HEADER = "x-pawl-name";
/** The session's own variables that matter to a reply, as URL-encoded JSON. */
export const HOOK_ENV_HEADER = "x-pawl-env";
/** For how many milliseconds the caller waits for the answer. */
export const HOOK_WAIT_HEADER = "x-pawl-wait";
/** Where nobody says: the client waits two seconds for an installed HTTP hook. */
export const DEFAULT_WAIT_MS = 1500;
/** When the hook saw the event, so that it is the same event when it has to be sent again or is spooled. */
export const HOOK_AT_HEADER = "x-pawl-at";
/** In a spooled prompt, whose text is redacted: what its key is made of. */
export const SPOOL_MARK = "pawl_prompt_mark";

/** In every answer of the daemon: after it was killed, any program may have its port and answer anything. */
export const OWN_ANSWER_HEADER = "x-pawl";

/** The daemon serves many sessions; these belong to one of them and travel with its events. */
export const SESSION_ENV = [
  "CLAUDE_SESSION_ID",
  "CLAUDE_PROJECT_ROOT",
  "CLAUDE_PACKAGE_MANAGER",
  "COMPACT_THRESHOLD",
  "PAWL_LOCALE",
] as const;

export const BODY_LIMIT = 32 * 1024 * 1024;

/** On an event that the keeper answered while no daemon ran, and delivers now: recorded, and answered to nobody. */
export const HOOK_LATE_HEADER = "x-pawl-late";
/** In every answer that the keeper gives by itself: its process id. */
export const KEEPER_HEADER = "x-pawl-keeper";
