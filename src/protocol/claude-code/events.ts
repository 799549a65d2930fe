/** Every hook event of Claude Code 2.1, in the client's own order. */
export const HOOK_EVENTS = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "Notification",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "SessionStart",
  "SessionEnd",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
  "PreModelSwitch",
  "PostModelSwitch",
  "PermissionRequest",
  "PermissionDenied",
  "Setup",
  "TeammateIdle",
  "TaskCreated",
  "TaskCompleted",
  "Elicitation",
  "ElicitationResult",
  "ConfigChange",
  "WorktreeCreate",
  "WorktreeRemove",
  "InstructionsLoaded",
  "CwdChanged",
  "FileChanged",
  "DirectoryAdded",
  "MessageDisplay",
] as const;

export type HookEventName = (typeof HOOK_EVENTS)[number];

/**
 * The events that Pawl uses: registered in the client and sent from the Agent SDK. SessionStart first and
 * PreCompact second (S3.14). Not WorktreeCreate, which a hook would take over, nor MessageDisplay, which is on the
 * typing path.
 */
export const PAWL_EVENTS: readonly HookEventName[] = [
  "SessionStart",
  "PreCompact",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionRequest",
  "PermissionDenied",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "PostCompact",
  "Notification",
  "TaskCreated",
  "TaskCompleted",
  "InstructionsLoaded",
  "CwdChanged",
  "PostModelSwitch",
  "SessionEnd",
];
