export type Equivalent = {
  file: string;
  /** The whole line of source, without the space around it. */
  line: string;
  /** The replaced text and its replacement, white space collapsed. */
  before: string;
  after: string;
  reason: string;
};
