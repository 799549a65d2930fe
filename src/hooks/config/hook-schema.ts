/** The schema of a hook in a file: grouped by event, or a flat list. Strict: a typo is reported, not ignored. */
import { z } from "zod";
import { HOOK_EVENTS } from "../../clients/index.ts";

const exitPolicy = z.enum(["strict", "claude", "never"]);
export type ExitPolicy = z.output<typeof exitPolicy>;

const common = {
  timeout: z.number().positive().max(3600).optional().describe("Seconds until the hook is ended."),
  timeoutMs: z.int().positive().max(3_600_000).optional().describe("The same in milliseconds."),
  async: z.boolean().optional().describe("Runs in the background; its answer is not waited for."),
  onError: z
    .enum(["allow", "deny"])
    .optional()
    .describe("What a failure or a timeout means: go on (default), or refuse. Say deny for a gate."),
  if: z
    .string()
    .min(1)
    .optional()
    .describe("One more condition, in Claude Code's own form: Bash(git *), Edit(src/**)."),
  enabled: z.boolean().optional().describe("false: it is checked, and never runs."),
  once: z.boolean().optional().describe("Runs at most once in a session."),
  description: z.string().optional().describe("For people."),
  statusMessage: z.string().optional().describe("Claude Code's own field; not used by Pawl."),
};

const command = z.strictObject({
  type: z.literal("command"),
  command: z
    .string()
    .min(1)
    .describe("Shell command. $FILE, $TOOL and the like are safe to use; the input is JSON on stdin."),
  args: z
    .array(z.string())
    .optional()
    .describe("With it no shell is used: command is the program, these are its arguments."),
  exitPolicy: exitPolicy
    .optional()
    .describe("Which exit codes block: strict (all but 0), claude (2 only), never."),
  shell: z.enum(["bash", "powershell"]).optional().describe("Another shell than the system's own."),
  ...common,
});

const script = z.strictObject({
  type: z.literal("script"),
  script: z.string().min(1).optional().describe("A .ts or .js file that exports default or hook."),
  path: z.string().min(1).optional().describe("Another name for script."),
  ...common,
});

const prompt = z.strictObject({
  type: z.literal("prompt"),
  prompt: z.string().min(1).describe("Text for the model and the user; variables are replaced."),
  mode: z.enum(["text", "evaluate"]).optional().describe("evaluate: a model judges the event by this text."),
  model: z.string().min(1).optional().describe("With evaluate: the model that judges."),
  ...common,
});

const http = z.strictObject({
  type: z.literal("http"),
  url: z.url({ protocol: /^https?$/ }).describe("Gets the event as JSON and answers with JSON."),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe("$NAME stands for a variable of allowedEnvVars."),
  allowedEnvVars: z.array(z.string().min(1)).optional().describe("Variables that headers may use."),
  onFailure: z.enum(["continue", "block"]).optional().describe("Claude Code's own word for onError."),
  ...common,
});

const agent = z.strictObject({
  type: z.literal("agent"),
  prompt: z.string().min(1).describe("What a model that may read files has to check."),
  model: z.string().min(1).optional().describe("The model that judges; a small one by default."),
  ...common,
});

export const hookSchema = z.discriminatedUnion("type", [command, script, prompt, http, agent]);
export type HookEntry = z.output<typeof hookSchema>;

/** The allowed keys of an entry of this type; any keys if the type is unknown. */
export function hookKeys(type: unknown): string[] {
  const { options } = hookSchema;
  const own = options.filter(({ shape }) => shape.type.value === type);
  return [...new Set((own.length > 0 ? own : options).flatMap(({ shape }) => Object.keys(shape)))];
}

const matcher = z
  .string()
  .optional()
  .describe('When it applies: empty or * (always), Edit|Write, or tool_input.file_path matches "*.ts".');

/** The group without its hooks, which are checked one by one. */
export const groupShell = z.strictObject({
  matcher,
  description: z.string().optional().describe("For people."),
  enabled: z.boolean().optional().describe("false: none of its hooks runs."),
  hooks: z.array(z.unknown()).min(1),
});
export const GROUP_KEYS = Object.keys(groupShell.shape);

const group = groupShell.extend({ hooks: z.array(hookSchema).min(1) });
const event = z.enum(HOOK_EVENTS);
const flat = z.discriminatedUnion("type", [
  command.extend({ event, matcher }),
  script.extend({ event, matcher }),
  prompt.extend({ event, matcher }),
  http.extend({ event, matcher }),
  agent.extend({ event, matcher }),
]);

export const hooksSchema = z
  .union([z.partialRecord(event, z.array(group)), z.array(z.union([flat, group.extend({ event })]))])
  .describe("Hooks by event, or a list in which each names its event.");
