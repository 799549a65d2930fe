/**
 * Failure stories by other hands: how many are cured after one case, and how many bystanders are credited.
 * `bun bench/failure-stories.ts A|B|all [memory|memory-second-hand|memory-third-hand|…]`
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toDigest } from "../src/memory/digest/build.ts";
import { toFailure } from "../src/memory/digest/calls.ts";
import { cureFor } from "../src/memory/learn/failure-cures.ts";
import { createSession, PROJECT } from "../test/recorded-session.ts";
import { halfOf } from "./halves.ts";

interface Step {
  tool: string;
  command?: string;
  output?: string;
  exit?: number;
  /** The second hand's word for another exit code than 0. */
  failed?: boolean;
  [field: string]: unknown;
}

interface Story {
  id: string;
  steps: Step[];
  /** Null, or empty by the fifth hand, for a bystander. */
  cure: { contains: string } | "" | null;
  repeat: Step;
}

const [wanted = "A", corpus = "memory-second-hand"] = process.argv.slice(2);
const stories: Story[] = readFileSync(join(import.meta.dir, "corpora", corpus, "failures.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

function play(
  made: ReturnType<typeof createSession>,
  { tool = "Bash", output = "", failed = false, exit = failed ? 1 : 0, ...fields }: Step,
) {
  if (tool === "Bash")
    return exit === 0
      ? made.run(fields.command ?? "", output)
      : made.fail(fields.command ?? "", output, exit);
  const path = fields.file_path ?? fields.path ?? fields.file;
  const files = typeof path === "string" ? [path.startsWith("/") ? path : `${PROJECT}/${path}`] : [];
  const { command, ...others } = fields;
  const input = { ...inputOf(command), ...others, ...(files.length === 0 ? {} : { file_path: files[0] }) };
  return made.call(tool, input, exit === 0, output, files);
}

/** The third hand writes the input of tools as JSON. */
function inputOf(command: string | undefined): Record<string, unknown> {
  if (command === undefined) return {};
  try {
    return JSON.parse(command);
  } catch {
    return { command };
  }
}

const counts = { stories: 0, cured: 0, wrong: 0, bystanders: 0, credited: 0 };
for (const { id, steps, cure, repeat } of stories) {
  if (wanted !== "all" && halfOf(id) !== wanted) continue;
  const first = createSession("first");
  for (const step of steps) play(first, step);
  const again = play(createSession("second", Date.UTC(2026, 2, 2)), { exit: 1, ...repeat });
  const failure = toFailure(again, PROJECT);
  const offer = failure === undefined ? undefined : cureFor(failure, [toDigest(first.session)])?.text;
  const isBystander = cure === null || cure === "";
  const isRight = isBystander ? offer === undefined : offer?.includes(cure.contains) === true;
  if (isBystander) {
    counts.bystanders++;
    if (!isRight) counts.credited++;
  } else {
    counts.stories++;
    if (isRight) counts.cured++;
    else if (offer !== undefined) counts.wrong++;
  }
  if (!isRight && wanted !== "B")
    console.log(`${id} (${isBystander ? "bystander" : cure.contains}): ${offer ?? "nothing"}`);
}
console.log(
  `half ${wanted}: ${counts.cured} of ${counts.stories} cured after one case, ${counts.wrong} wrongly; ${counts.credited} of ${counts.bystanders} bystanders credited`,
);
