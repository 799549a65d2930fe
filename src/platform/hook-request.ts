/** What travels between `pawl hook` and the daemon besides the event itself. */

/** Which of the client's hooks called: its name in S4.2, or none for an installed hook. */
export const HOOK_NAME_HEADER = "x-pawl-name";
/** The session's own variables that matter to a reply, as URL-encoded JSON. */
export const HOOK_ENV_HEADER = "x-pawl-env";
/** When the hook saw the event, so that it is the same event when it has to be sent again or is spooled. */
export const HOOK_AT_HEADER = "x-pawl-at";
/** In a spooled prompt, whose text is redacted: what its key is made of. */
export const SPOOL_MARK = "pawl_prompt_mark";

/** The daemon serves many sessions; these belong to one of them and travel with its events. */
export const SESSION_ENV = [
  "CLAUDE_SESSION_ID",
  "CLAUDE_PROJECT_ROOT",
  "CLAUDE_PACKAGE_MANAGER",
  "COMPACT_THRESHOLD",
  "PAWL_LOCALE",
] as const;

export const BODY_LIMIT = 32 * 1024 * 1024;
