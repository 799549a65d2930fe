/** Equivalent mutations of quick ways and memories: without them the same answer comes a little later. */
import type { Equivalent } from "./equivalent-entry.ts";

type Change = readonly [before: string, ...after: string[]];

function each(file: string, line: string, reason: string, changes: readonly Change[]): Equivalent[] {
  return changes.flatMap(([before, ...afters]) =>
    afters.map((after) => ({ file, line, before, after, reason })),
  );
}

const REMEMBERED = "What was made before is remembered; made again it is the same.";

const INPUTS = "src/clients/claude-code/inputs.ts";
const PARSE = "src/clients/claude-code/parse.ts";
const KNOWN = "if (known !== undefined) return known;";
const NOT_KNOWN: Change[] = [[KNOWN, ";"]];
const FEW = "if (camelNames.size < MOST_NAMES && key.length < 50) camelNames.set(key, name);";

export const QUICK: Equivalent[] = [
  ...each(INPUTS, KNOWN, REMEMBERED, NOT_KNOWN),
  ...each(INPUTS, "created.set(event, schema);", REMEMBERED, [["created.set(event, schema);", ";"]]),
  ...each(INPUTS, "declared.set(event, fields);", REMEMBERED, [["declared.set(event, fields);", ";"]]),
  ...each(PARSE, KNOWN, REMEMBERED, NOT_KNOWN),
  ...each(PARSE, "const MOST_NAMES = 500;", REMEMBERED, [["500", "501", "499", "1000", "250"]]),
  ...each(PARSE, FEW, REMEMBERED, [
    [
      "camelNames.size < MOST_NAMES && key.length < 50",
      "camelNames.size < MOST_NAMES || key.length < 50",
      "!(camelNames.size < MOST_NAMES && key.length < 50)",
    ],
    ["camelNames.size < MOST_NAMES", "camelNames.size <= MOST_NAMES"],
    ["key.length < 50", "key.length <= 50"],
    ["50", "51", "49", "100", "25"],
    ["camelNames.set(key, name);", ";"],
  ]),
  ...each(
    PARSE,
    'if (text.length > DEEP_LENGTH && isTooDeep(text)) throw new BadHookInput("nested too deeply", "");',
    "Spares a look at short texts, which cannot be too deep.",
    [["text.length > DEEP_LENGTH", "text.length >= DEEP_LENGTH"]],
  ),
];
