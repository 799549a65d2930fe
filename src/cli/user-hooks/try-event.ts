/** Runs the hooks of one event on a sample, and shows for each whether it matched, how long it took, what it said. */
import { readFileSync } from "node:fs";
import {
  encodeReply,
  HOOK_EVENTS,
  type HookEventName,
  isHookEvent,
  type KnownInput,
  parseHookInput,
  parseJson,
  type Reply,
  sampleInput,
} from "../../clients/index.ts";
import { mergeReplies } from "../../clients/merge-replies.ts";
import type { Hook } from "../../hooks/config/hooks.ts";
import { type HookRun, hookName, runHooks } from "../../hooks/run-hooks.ts";
import { HookRuntime } from "../../hooks/runtime.ts";
import { processEnv } from "../../platform/env.ts";
import { PawlError, toMessage } from "../../platform/errors.ts";
import { nearestName } from "../../platform/nearest-name.ts";
import { type CommandInput, optionText, UsageError } from "../command.ts";
import { bold, dim, green, plain, print, red } from "../output.ts";
import { words } from "../words.ts";
import { hookRow, loadHere, lookHere, type SubCommand } from "./sub-command.ts";

interface Tried extends Omit<HookRun, "outcome"> {
  outcome: HookRun["outcome"] | "untrusted";
}

export const subCommand: SubCommand = {
  options: ["tool", "input"],
  positionals: 1,
  async run(command) {
    const { values } = command;
    const event = toEvent(command.positionals[0]);
    const here = lookHere(values);
    const input = toInput(event, here.project, values);
    const { hooks, projectHooks } = await loadHere(here);
    const all = [...new Set([...hooks, ...projectHooks])].filter((hook) => hook.event === event);
    const printed: string[] = [];
    const tried = await tryAll(input, all, new Set(hooks), here.project, printed);
    // Background hooks are shown, but their answer does not reach the client.
    const answers = tried
      .filter(({ hook }) => !hook.async)
      .map(({ hook, reply }) => ({ name: hookName(hook), reply }));
    const { reply, conflicts } = mergeReplies(answers);
    const output = encodeReply(event, reply as Parameters<typeof encodeReply>[1]);
    const ok = tried.every(({ outcome }) => outcome === "ok" || outcome === "skipped");
    const rows = tried.map(({ hook, ...run }) => ({
      ...hookRow(hook),
      ...run,
      ms: Math.round(run.ms * 100) / 100,
    }));
    const shown = { event, project: here.project, input: input.raw, hooks: rows, conflicts, output, printed };
    command.answer(shown, () => {
      if (all.length === 0) print(words.hooks.noneFor(event, here.project));
      for (const run of tried) show(run);
      for (const text of printed) print(dim(words.hooks.printed(plain(text.trimEnd()))));
      for (const conflict of conflicts) print(words.attention(plain(conflict)));
      if (all.length > 0) print(`\n${words.hooks.answer(plain(JSON.stringify(output)))}`);
    });
    return ok ? 0 : 1;
  },
};

async function tryAll(
  input: KnownInput,
  hooks: readonly Hook[],
  trusted: ReadonlySet<Hook>,
  project: string,
  printed: string[],
): Promise<Tried[]> {
  const runtime = new HookRuntime({
    env: processEnv,
    log: (level, message, fields) => {
      if (level === "info" && typeof fields?.text === "string") printed.push(fields.text);
      else if (message.startsWith("A hook's answer was not used")) printed.push(message);
    },
    count: () => undefined,
  });
  const place = { projectDir: project };
  try {
    const mayRun = hooks.filter((hook) => trusted.has(hook));
    // Includes hooks that otherwise run in the background, because their author wants to see them.
    const waited = mayRun.map((hook) => ({ ...hook, async: false }));
    const { runs } = await runHooks(input, waited, place, runtime);
    return hooks.map((hook): Tried => {
      const run = runs[mayRun.indexOf(hook)];
      if (run !== undefined) return { ...run, hook };
      const matched = hook.matches(input.raw, place);
      return { hook, matched, outcome: matched ? "untrusted" : "skipped", ms: 0, reply: {} };
    });
  } finally {
    await runtime.close();
  }
}

function show({ hook, matched, outcome, ms, reply, error }: Tried): void {
  const { file, path } = hookRow(hook);
  const mark = outcome === "ok" ? green("✓") : outcome === "skipped" ? "-" : red("✗");
  const how =
    outcome === "untrusted"
      ? words.hooks.matchesUntrusted
      : matched
        ? `${words.hooks.outcome[outcome](ms.toFixed(1))}${hook.async ? `, ${words.hooks.background}` : ""}`
        : words.hooks.noMatch(hook.matcher);
  print(`${mark} ${bold(plain(hookName(hook)))}  ${plain(how)}`);
  print(dim(`    ${file}, ${path}`));
  if (error !== undefined) print(`    ${red(plain(error))}`);
  for (const line of toWords(reply)) print(`    ${plain(line)}`);
}

function toWords(reply: Reply): string[] {
  return Object.entries(reply).map(([part, value]) => {
    const text = (words.hooks.replies as Partial<Record<string, string>>)[part];
    return text === undefined ? `${part}: ${JSON.stringify(value)}` : `${text}: ${value}`;
  });
}

function toEvent(name: string | undefined): HookEventName {
  if (name !== undefined && isHookEvent(name)) return name;
  const known = HOOK_EVENTS.join(", ");
  if (name === undefined) throw new UsageError(words.errors.missingEvent(known));
  const near = nearestName(name, HOOK_EVENTS);
  throw new UsageError(
    near === undefined ? words.errors.unknownEvent(name, known) : words.errors.unknownEventNear(name, near),
  );
}

/** The sample, with the fields of the given file over it. */
function toInput(event: HookEventName, cwd: string, values: CommandInput["values"]): KnownInput {
  const file = optionText(values.input);
  const sample = sampleInput(event, { cwd, tool: optionText(values.tool) });
  const given = file === undefined ? {} : readInput(file);
  const named = (given as { hook_event_name?: unknown }).hook_event_name;
  if (named !== undefined && named !== event)
    throw new PawlError("other_event", words.errors.otherEvent(String(file), String(named), event));
  const input = parseHookInput({ ...sample, ...given, hook_event_name: event });
  if (input.event === "Unknown")
    throw new UsageError(words.errors.unknownEvent(event, HOOK_EVENTS.join(", ")));
  return input;
}

/** A file, `-` for standard input, or the JSON itself. */
function readInput(file: string): object {
  try {
    const isInline = file.trimStart().startsWith("{");
    const value = parseJson(isInline ? file : readFileSync(file === "-" ? 0 : file, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (cause) {
    throw new PawlError("input_unreadable", words.errors.inputUnreadable(file, toMessage(cause)), { cause });
  }
  throw new PawlError("input_unreadable", words.errors.inputNotObject(file));
}
