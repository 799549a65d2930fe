/** Hook events in the client's format, with realistic sizes. */
import { sampleText } from "./sample.ts";

/** Sessions that the events belong to, in rotation. */
export const SESSIONS = 10;

/** Every event is different: Pawl recognizes duplicates and skips them. */
export function postToolUse(i: number, project: string, session = sessionOf(i)): string {
  const file = `${project}/sample-${i % 40}.ts`;
  const content = sampleText(i);
  const lines = content.split("\n").length;
  return JSON.stringify({
    ...common(i, project, session),
    hook_event_name: "PostToolUse",
    tool_name: "Read",
    tool_input: { file_path: file },
    tool_response: {
      type: "text",
      file: { filePath: file, content, numLines: lines, startLine: 1, totalLines: lines },
    },
    tool_use_id: `toolu_${i}_${Bun.randomUUIDv7()}`,
    duration_ms: 12,
  });
}

export function userPrompt(i: number, project: string, session = sessionOf(i)): string {
  const prompt = `Read sample ${i} and say what it does`;
  return JSON.stringify({ ...common(i, project, session), hook_event_name: "UserPromptSubmit", prompt });
}

/** The end of a turn; from here on the session has a summary. */
export function stop(i: number, project: string, session = sessionOf(i)): string {
  const last_assistant_message = `Sample ${i} reads settings and checks them.`;
  return JSON.stringify({
    ...common(i, project, session),
    hook_event_name: "Stop",
    stop_hook_active: false,
    last_assistant_message,
  });
}

export function sessionStart(project: string, session: string): string {
  return JSON.stringify({
    ...common(0, project, session),
    hook_event_name: "SessionStart",
    source: "startup",
  });
}

const sessionOf = (i: number) => `bench-session-${i % SESSIONS}`;

function common(i: number, project: string, session: string) {
  return {
    session_id: session,
    transcript_path: `${project}/../${session}.jsonl`,
    cwd: project,
    prompt_id: `bench-prompt-${i}`,
    permission_mode: "default",
  };
}
