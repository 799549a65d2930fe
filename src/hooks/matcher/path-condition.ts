/** Conditions on the file of a call: `tool_input.file_path matches "src/**"`. */

import { pathsOfCall } from "../paths/call-paths.ts";
import { compilePathGlob, type NamedPath, type PathTest } from "../paths/path-glob.ts";
import { type PathBase, realNames, writtenNames } from "../paths/spellings.ts";
import { type Node, valueAt } from "./expression.ts";
import type { TextTest } from "./glob.ts";

type RawInput = Readonly<Record<string, unknown>>;
type Condition = (input: RawInput, place: { projectDir?: string | undefined }) => boolean;

export type PathCondition =
  | { kind: "glob"; pattern: string }
  | { kind: "text"; test: TextTest }
  | { kind: "file"; path: string };

const FIELDS: ReadonlySet<string> = new Set([
  "tool_input.file_path",
  "tool_input.notebook_path",
  "tool_input.path",
  "file_path",
]);

export function isPathField(node: Node): boolean {
  return node.kind === "path" && FIELDS.has(node.segments.join("."));
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
    const cwd = typeof input.cwd === "string" && input.cwd !== "" ? input.cwd : (projectDir ?? process.cwd());
    const known = memoOf(input, projectDir);
    const place = { cwd, projectDir: projectDir ?? cwd, memo: known.memo };
    const written = valueAt(input, segments);
    if (!gate) return typeof written === "string" && test.some({ path: written }, place);
    known.call ??= pathsOfCall(fieldsOf(input), cwd, projectDir);
    const { paths, hasUnknown } = known.call;
    const all = typeof written === "string" ? [{ path: written, cwd }, ...paths] : paths;
    // "Only inside src": every file of the call must really be there.
    if (negated)
      return (
        !hasUnknown && all.length > 0 && all.every((path) => test.really(path, { ...place, cwd: path.cwd }))
      );
    return hasUnknown || all.some((path) => test.some(path, { ...place, cwd: path.cwd }));
  };
}

interface Memo {
  projectDir: string | undefined;
  memo: Map<string, string[]>;
  call?: ReturnType<typeof pathsOfCall>;
}

const memos = new WeakMap<RawInput, Memo>();

/** A call is read once per event, not once per hook. */
function memoOf(input: RawInput, projectDir: string | undefined): Memo {
  const known = memos.get(input);
  if (known !== undefined && known.projectDir === projectDir) return known;
  const fresh: Memo = { projectDir, memo: new Map() };
  memos.set(input, fresh);
  return fresh;
}

function toTest(condition: PathCondition): PathTest {
  if (condition.kind === "glob") return compilePathGlob(condition.pattern);
  if (condition.kind === "file") return compilePathGlob(condition.path.replace(/[*?[\]{}\\!]/g, "\\$&"));
  const { test } = condition;
  const some = ({ path }: NamedPath, place: PathBase) =>
    test(path) || writtenNames(path, place).some(test) || realNames(path, place).some(test);
  return { some, really: ({ path }, place) => realNames(path, place).some(test) };
}

/** `FileChanged` and the like have their path beside the tool's input. */
function fieldsOf(input: RawInput): RawInput {
  const { tool_input: tool } = input;
  return typeof tool === "object" && tool !== null ? (tool as RawInput) : { file_path: input.file_path };
}
