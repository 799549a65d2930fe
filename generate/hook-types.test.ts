import { expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HookEventName } from "../src/clients/index.ts";
import type { HookScript } from "../src/hooks/define-hook.ts";
import { packageDir } from "../src/platform/paths.ts";
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

const SCRIPT = `import type { HookScript, SyncHookScript } from "pawl";
import type { HookCallback } from "@anthropic-ai/claude-agent-sdk";
const gate: HookScript<"PreToolUse"> = async (input, _id, { signal }) => {
  const name: string = input.tool_name;
  if (signal.aborted) return {};
  return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: name } };
};
export default gate;
export const any: HookScript = async (input) =>
  input.hook_event_name === "PostToolUseFailure" ? { systemMessage: input.error } : {};
export const plain: SyncHookScript<"Stop"> = (input) =>
  input.stop_hook_active ? undefined : { decision: "block", reason: "Run the tests." };
// Each can stand for the other.
declare const theirs: HookCallback;
export const ours: HookScript = theirs;
export const back: HookCallback = any;
// @ts-expect-error: a decision is a word
export const wrong: HookScript = async () => ({ decision: 7 });
// @ts-expect-error: a typo
export const typo: HookScript = async () => ({ decison: "block" });
// @ts-expect-error: it belongs in hookSpecificOutput
export const misplaced: HookScript<"PreToolUse"> = async () => ({ permissionDecision: "deny" });
// @ts-expect-error: an answer for another event
export const other: HookScript<"PreToolUse"> = async () => ({ hookSpecificOutput: { hookEventName: "Stop" } });
// @ts-expect-error: a typo in the input
export const field: HookScript<"PreToolUse"> = async (input) => ({ systemMessage: input.tool_nmae });
// @ts-expect-error: there is no such event
export type None = HookScript<"Tomorrow">;
`;

const RIGHT = [
  'defineHook("PreToolUse", "Bash", ({ tool_input, command_words }) => { const c: string = tool_input.command; const w: string[][] = command_words; return c === w[0]?.[0] ? {} : undefined; })',
  'defineHook("PreToolUse", "Write", async ({ tool_input }) => tool_input.content === "" ? { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: tool_input.file_path } } : {})',
  'defineHook("PreToolUse", "mcp__a__b", ({ tool_input }) => ({ systemMessage: String(tool_input.x) }))',
  'defineHook("Stop", (input) => input.stop_hook_active ? {} : { decision: "block", reason: "Run the tests." })',
  'defineHook("SessionStart", () => ({ hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "x" } }))',
  'defineHook("PostToolUse", () => {})',
];

const WRONG = [
  'defineHook("PreToolUse", "Bash", () => ({ decison: "block", reason: "x" }))',
  'defineHook("PreToolUse", "Bash", async () => ({ decison: "block", reason: "x" }))',
  'defineHook("PreToolUse", "Bash", () => ({ decision: "blok", reason: "x" }))',
  'defineHook("PreToolUse", "Bash", () => ({ decision: 7 }))',
  'defineHook("PreToolUse", "Bash", () => ({ permissionDecision: "deny", reason: "x" }))',
  'defineHook("PreToolUse", "Bash", () => ({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecison: "deny" } }))',
  'defineHook("PreToolUse", "Bash", () => ({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "denied" } }))',
  'defineHook("PreToolUse", "Bash", () => ({ hookSpecificOutput: { hookEventName: "Stop" } }))',
  'defineHook("PreToolUse", "Bash", () => ({ hookSpecificOutput: { permissionDecision: "deny" } }))',
  'defineHook("PreToolUse", "Bash", ({ tool_input }) => ({ systemMessage: tool_input.comand }))',
  'defineHook("PreToolUse", "Bash", ({ tool_nmae }) => ({ systemMessage: tool_nmae }))',
  'defineHook("PreToolUse", "Write", ({ command_words }) => ({ systemMessage: command_words[0] }))',
  'defineHook("PreTooluse", "Bash", () => ({}))',
  'defineHook("Stop", "Bash", () => ({}))',
  'defineHook("Stop", () => ({ decision: "block", reson: "x" }))',
  'defineHook("Stop", () => "block")',
  'defineHook("Stop", () => true)',
  'defineHook("Stop", async () => ({ continu: true, reason: "x" }))',
];

/** One export each, so that a mistake that compiles is named by its line. */
const DEFINED = [
  'import { defineHook } from "pawl";',
  ...RIGHT.map((each, i) => `export const right${i} = ${each};`),
  ...WRONG.flatMap((each, i) => ["// @ts-expect-error: wrong", `export const wrong${i} = ${each};`]),
].join("\n");

test.each([
  ["Preserve", "bundler"],
  ["NodeNext", "nodenext"],
  ["Node16", "node16"],
])(
  'S2.2 import type { HookScript } from "pawl" compiles in a user\'s project (%s)',
  async (module, moduleResolution) => {
    const project = await mkdtemp(join(tmpdir(), "pawl-types-"));
    try {
      await mkdir(join(project, "node_modules"));
      await mkdir(join(project, "hooks"));
      await symlink(packageDir, join(project, "node_modules", "pawl"), "junction");
      await mkdir(join(project, "node_modules", "@anthropic-ai"));
      const sdk = join("node_modules", "@anthropic-ai", "claude-agent-sdk");
      await symlink(join(packageDir, sdk), join(project, sdk), "junction");
      await writeFile(join(project, "hooks", "gate.ts"), SCRIPT);
      await writeFile(join(project, "hooks", "defined.ts"), DEFINED);
      // Node16 takes a file without it for CommonJS, from which the Agent SDK cannot be imported.
      await writeFile(join(project, "package.json"), '{"type":"module"}');
      await writeFile(join(project, "hooks", "common.cts"), DEFINED);
      // As strict as it gets; the Agent SDK's own declarations are not ours to check.
      const compilerOptions = {
        module,
        moduleResolution,
        target: "ESNext",
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noEmit: true,
        skipLibCheck: true,
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
