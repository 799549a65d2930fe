/** Conditions on a call's file: `tool_input.file_path matches "src/**"`. */

import { compilePathGlob, type PathTest } from "../paths/path-glob.ts";
import { type NamedFile, namesOf } from "../paths/spellings.ts";
import { callOf } from "./call.ts";
import { type Node, valueAt } from "./expression.ts";
import type { TextTest } from "./glob.ts";

type RawInput = Readonly<Record<string, unknown>>;
type Condition = (input: RawInput, place: { projectDir?: string | undefined }) => boolean;

export type PathCondition =
  | { kind: "glob"; pattern: string }
  | { kind: "text"; test: TextTest }
  | { kind: "file"; path: string };

const FIELD = /^(?:tool_input\.(?:file_path|notebook_path|path)|file_path)$/;

export function isPathField(node: Node): boolean {
  return node.kind === "path" && FIELD.test(node.segments.join("."));
}

/** Throws `BadGlob`. */
export function toPathCondition(
  condition: PathCondition,
  field: Node,
  { gate, negated }: { gate: boolean; negated: boolean },
): Condition {
  const test = toTest(condition);
  const segments = field.kind === "path" ? field.segments : [];
  return (input, { projectDir }) => {
    const call = callOf(input, projectDir);
    const path = valueAt(input, segments);
    const own = typeof path === "string" ? [call.file(path)] : [];
    if (!gate) return own.some(test.some);
    const { files: others, hasUnknown } = call.files();
    const files = [...own, ...others];
    // "Only inside src": every file of the call must really be there.
    if (negated) return !hasUnknown && files.length > 0 && files.every(test.really);
    return hasUnknown || files.some(test.some);
  };
}

function toTest(condition: PathCondition): PathTest {
  if (condition.kind === "glob") return compilePathGlob(condition.pattern);
  if (condition.kind === "file") return compilePathGlob(condition.path.replace(/[*?[\]{}\\!]/g, "\\$&"));
  const { test } = condition;
  const really = (file: NamedFile) => namesOf(file).real.some(test);
  return { some: (file) => test(file.path) || namesOf(file).written.some(test) || really(file), really };
}
