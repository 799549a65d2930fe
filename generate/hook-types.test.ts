import { expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HookScript } from "../src/hooks/hook-script.ts";
import { packageDir } from "../src/platform/paths.ts";
import type { HookEventName } from "../src/protocol/index.ts";
import type * as declared from "../types/index.d.ts";

// Compiled, not run: a script that a user types with the declarations is one that the runtime takes, and the reverse.
const fits = {
  ours: (script: declared.HookScript): HookScript => script,
  theirs: (script: HookScript): declared.HookScript => script,
  events: (name: HookEventName): declared.HookEventName => name,
};

test("a script typed with types/index.d.ts is a script that the runtime takes, and the reverse", () => {
  expect(Object.keys(fits)).toHaveLength(3);
});

const SCRIPT = `import type { HookScript } from "pawl";
const gate: HookScript<"PreToolUse"> = (input, _id, { signal }) => {
  const name: string = input.tool_name;
  if (signal.aborted) return undefined;
  return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: name } };
};
export default gate;
export const any: HookScript = async (input) =>
  input.hook_event_name === "PostToolUseFailure" ? { systemMessage: input.error } : undefined;
// @ts-expect-error: a decision is a word
export const wrong: HookScript = () => ({ decision: 7 });
// @ts-expect-error: there is no such event
export type None = HookScript<"Tomorrow">;
`;

test.each([
  ["Preserve", "bundler"],
  ["NodeNext", "nodenext"],
])(
  'S2.2 import type { HookScript } from "pawl" compiles in a user\'s project (%s)',
  async (module, moduleResolution) => {
    const project = await mkdtemp(join(tmpdir(), "pawl-types-"));
    try {
      await mkdir(join(project, "node_modules"));
      await mkdir(join(project, "hooks"));
      await symlink(packageDir, join(project, "node_modules", "pawl"), "junction");
      await writeFile(join(project, "hooks", "gate.ts"), SCRIPT);
      // As strict as it gets, and libraries are checked too.
      const compilerOptions = {
        module,
        moduleResolution,
        target: "ESNext",
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noEmit: true,
        types: [],
      };
      await writeFile(
        join(project, "tsconfig.json"),
        JSON.stringify({ compilerOptions, include: ["hooks"] }),
      );
      const tsc = join(packageDir, "node_modules", "typescript", "bin", "tsc");
      const ran = Bun.spawnSync([process.execPath, tsc, "-p", project]);
      expect(ran.stdout.toString()).toBe("");
      expect(ran.exitCode).toBe(0);
    } finally {
      await rm(project, { recursive: true, force: true });
    }
  },
  60_000,
);
