/** What is learned from sessions, as plain values: who stores them decides how. Times are milliseconds. */

/** Where something was learned. Whoever stores it adds the file's hash at that time. */
export interface LearnedFrom {
  sessionId: string;
  /** Key of the record that shows it. */
  key: string;
  at: number;
  file?: string;
  fileHash?: string;
}

export interface PatternHint {
  /** What recurs, as one line. */
  pattern: string;
  files: string[];
  times: number;
  provenance: LearnedFrom;
}
