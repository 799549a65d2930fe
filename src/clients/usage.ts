/** The tokens of one answer of a model, as the client's own transcript counts them. */
export interface Usage {
  /** The same in every copy of the line: a resumed or forked session repeats the lines before it. */
  key: string;
  at: number;
  sessionId: string;
  /** The folder in which the client worked. */
  folder: string;
  branch: string;
  model: string;
  /** Without what came from the cache. */
  input: number;
  output: number;
  cacheRead: number;
  /** Kept for five minutes, and what is kept for an hour, which costs more. */
  cacheWrite: number;
  cacheWriteHour: number;
}

/** Reads one file from its first line on; a line without usage gives undefined. */
export type UsageReader = (line: unknown, fileSession: string) => Usage | undefined;
