/** Equivalent mutations of quick ways and memories: without them the same answer comes a little later. */
import type { Equivalent } from "./equivalent-entry.ts";

type Change = readonly [before: string, ...after: string[]];

function each(file: string, line: string, reason: string, changes: readonly Change[]): Equivalent[] {
  return changes.flatMap(([before, ...afters]) =>
    afters.map((after) => ({ file, line, before, after, reason })),
  );
}

const REMEMBERED = "What was made before is remembered; made again it is the same.";
const CAREFUL = "The quick way ends earlier than it must, and the careful way reads the line.";

const INPUTS = "src/clients/claude-code/inputs.ts";
const PARSE = "src/clients/claude-code/parse.ts";
const TASKS = "src/work/workflow/tasks.ts";
const BULLET = "if (!isBullet || bytes[at + 1] !== SPACE || bytes[at + 2] !== OPEN_BRACKET) break;";
const BOX =
  "if (bytes[at + 4] !== CLOSE_BRACKET || bytes[at + 5] !== SPACE || !isPrintable(bytes[at + 6])) break;";
const DONE = "const isDone = mark === LOWER_X || mark === UPPER_X;";
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
  ...each(TASKS, BULLET, CAREFUL, [
    ["1", "2", "0"],
    ["2", "3", "1", "4"],
  ]),
  ...each(TASKS, "const mark = bytes[at + 3];", CAREFUL, [["3", "4", "2"]]),
  ...each(TASKS, DONE, CAREFUL, [
    ["mark === LOWER_X || mark === UPPER_X", "mark === LOWER_X && mark === UPPER_X"],
  ]),
  ...each(TASKS, "if (mark !== SPACE && !isDone) break;", CAREFUL, [
    ["mark !== SPACE && !isDone", "mark !== SPACE || !isDone"],
  ]),
  ...each(TASKS, BOX, CAREFUL, [
    ["4", "5", "3", "2"],
    ["5", "6", "4", "2"],
    ["6", "5"],
  ]),
  ...each(
    TASKS,
    "const newline = bytes.indexOf(NEWLINE, at + 6);",
    "None of the bytes before the text is a line's end.",
    [["6", "7", "5", "3"]],
  ),
];
