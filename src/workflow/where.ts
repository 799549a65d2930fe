/** Which session and which project an event is about (S3.2). */
export interface Where {
  /** Absent when nothing names one: then there is nothing to say. */
  sessionId: string | undefined;
  root: string;
}

export function whereOf(
  input: { sessionId?: string | undefined; cwd?: string | undefined },
  env: Readonly<Record<string, string | undefined>>,
  workingDirectory: string,
): Where {
  return {
    sessionId: first(input.sessionId, env.CLAUDE_SESSION_ID),
    root: first(input.cwd, env.CLAUDE_PROJECT_ROOT) ?? workingDirectory,
  };
}

function first(...values: (string | undefined)[]): string | undefined {
  return values.find((value) => value !== undefined && value.trim() !== "");
}
