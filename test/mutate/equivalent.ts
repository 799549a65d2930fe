/**
 * Mutations that change nothing a test could see. They are listed in the report and not counted. An entry is found by
 * its content, so it survives when lines move; when the line itself changes, the entry has to be judged again.
 */
export type Equivalent = {
  file: string;
  /** The whole line of source, without the space around it. */
  line: string;
  /** The replaced text and its replacement, white space collapsed. */
  before: string;
  after: string;
  reason: string;
};

export const EQUIVALENT: Equivalent[] = [];
