/** An entry of the list of mutations that change nothing a test could see. */
export type Equivalent = {
  file: string;
  /** The whole line of source, without the space around it. */
  line: string;
  /** The replaced text and its replacement, white space collapsed. */
  before: string;
  after: string;
  reason: string;
};
