/**
 * The parts of a hook's answer, by event, as the client and the Agent SDK 0.3.325 accept them. Types, declarations and checks
 * are derived from this table.
 */
export type AnswerKind = "text" | "flag" | "number" | "record" | "any" | "texts" | "list" | readonly string[];
type Fields = Readonly<Record<string, AnswerKind>>;

/** Beside `hookSpecificOutput`. */
export const ANSWER = {
  continue: "flag",
  suppressOutput: "flag",
  stopReason: "text",
  decision: ["approve", "block"],
  systemMessage: "text",
  terminalSequence: "text",
  reason: "text",
} as const satisfies Fields;

/** The hook continues in the background, and its answer contains nothing else. */
export const ASYNC_ANSWER = { async: "flag", asyncTimeout: "number" } as const satisfies Fields;

const CONTEXT = { additionalContext: "text" } as const;
const TITLE = { sessionTitle: "text" } as const;
const REWRITE = { suppressOriginalPrompt: "flag" } as const;
const ELICITED = { action: ["accept", "decline", "cancel"], content: "record" } as const;

/** `hookSpecificOutput`, beside `hookEventName`. An event that is missing has none. */
export const SPECIFIC = {
  PreToolUse: {
    permissionDecision: ["allow", "deny", "ask", "defer"],
    permissionDecisionReason: "text",
    updatedInput: "record",
    ...CONTEXT,
  },
  PostToolUse: {
    ...CONTEXT,
    classifierContext: "text",
    updatedToolOutput: "any",
    updatedMCPToolOutput: "any",
  },
  PostToolUseFailure: CONTEXT,
  PostToolBatch: CONTEXT,
  Notification: CONTEXT,
  UserPromptSubmit: { ...CONTEXT, ...TITLE, ...REWRITE },
  UserPromptExpansion: { ...CONTEXT, ...REWRITE },
  SessionStart: {
    ...CONTEXT,
    ...TITLE,
    initialUserMessage: "text",
    watchPaths: "texts",
    reloadSkills: "flag",
  },
  Stop: CONTEXT,
  SubagentStart: CONTEXT,
  SubagentStop: CONTEXT,
  PreModelSwitch: { permissionDecision: ["allow", "deny", "ask"], permissionDecisionReason: "text" },
  PostModelSwitch: CONTEXT,
  PermissionDenied: { retry: "flag" },
  Setup: CONTEXT,
  Elicitation: ELICITED,
  ElicitationResult: ELICITED,
  WorktreeCreate: { worktreePath: "text" },
  CwdChanged: { watchPaths: "texts" },
  FileChanged: { watchPaths: "texts" },
  MessageDisplay: { displayContent: "text" },
} as const satisfies Record<string, Fields>;

/** PermissionRequest's own: `hookSpecificOutput.decision`. */
export const PERMISSION = {
  allow: { updatedInput: "record", updatedPermissions: "list" },
  deny: { message: "text", interrupt: "flag" },
} as const satisfies Record<string, Fields>;
