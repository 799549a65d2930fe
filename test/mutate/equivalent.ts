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

const BASE = "The hash is only compared with others that are written in the same base.";
const identity = (after: string): Equivalent => ({
  file: "src/pipeline/skip.ts",
  line: "return `${input.sessionId} ${input.event} ${Bun.hash(body.trimEnd()).toString(36)}`;",
  before: "36",
  after,
  reason: BASE,
});

export const EQUIVALENT: Equivalent[] = [
  identity("35"),
  identity("18"),
  {
    file: "src/keeper/hook.ts",
    line: "if (isMeasured) return request.bytes().catch(() => endedEarly(answer));",
    before: "if (isMeasured) return request.bytes().catch(() => endedEarly(answer));",
    after: ";",
    reason:
      "The quick way for a body whose length was checked: counted as it comes, it gives the same bytes.",
  },
];
