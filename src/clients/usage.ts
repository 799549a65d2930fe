/** The tokens of one answer of a model, as the client's own transcript counts them. */
export interface Usage {
  /** Identical in every copy of the line, because a resumed or forked session repeats earlier lines. */
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
  /** Tokens cached for five minutes or, at a higher price, for an hour. */
  cacheWrite: number;
  cacheWriteHour: number;
}

/** Reads one file from its first line on; a line without usage gives undefined. */
export type UsageReader = (line: unknown, fileSession: string) => Usage | undefined;
