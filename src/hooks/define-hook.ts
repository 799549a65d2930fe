/** `defineHook("PreToolUse", "Bash", (input) => …)`; its types for users are in `types/index.d.ts`. */
import { isAbsolute } from "node:path";
import type { HookAnswer, HookEventName, RawInputOf } from "../clients/index.ts";
import { innerTexts, type MeantCommand, toMeaning } from "./paths/shell-meaning.ts";

/** Maximum depth for the words of texts passed to `sh -c` and similar programs. */
const DEEPEST = 3;

type Run = (input: never, toolUseID: string | undefined, options: { signal: AbortSignal }) => unknown;

/** A script for one event, or for one tool in it. It returns nothing for all others. */
export function defineHook(event: string, toolOrRun: string | Run, run?: Run): Run {
  const tool = typeof toolOrRun === "string" ? toolOrRun : undefined;
  const script = typeof toolOrRun === "string" ? run : toolOrRun;
  if (typeof script !== "function") throw new TypeError("defineHook needs a function as its last argument");
  return (input, toolUseID, options) => {
    const { hook_event_name: name, tool_name } = input as { hook_event_name?: unknown; tool_name?: unknown };
    const isMine = name === event && (tool === undefined || tool_name === tool);
    return isMine ? script(input, toolUseID, options) : undefined;
  };
}

/**
 * The event as scripts receive it. It contains a shell command also as words, one list per simple command, as the shell and a
 * gate's matcher read it. From the text alone, only a shell parser can recognize `git -c x=y push "--force"`.
 */
export function withCommandWords(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { tool_input: tool, cwd } = raw;
  const command =
    typeof tool === "object" && tool !== null ? (tool as { command?: unknown }).command : undefined;
  if (typeof command !== "string") return raw;
  const folder = typeof cwd === "string" && isAbsolute(cwd) ? cwd : "/";
  const words = commandsIn(command, folder, DEEPEST).map((each) => each.words.map(({ value }) => value));
  return { ...raw, command_words: words };
}

function commandsIn(text: string, cwd: string, levels: number): MeantCommand[] {
  const commands = toMeaning(text, { cwd });
  if (levels === 0) return commands;
  const inner = commands.flatMap((command) =>
    innerTexts(command)
      .filter(({ value }) => /\s/.test(value))
      .flatMap(({ value }) => commandsIn(value, command.cwd ?? cwd, levels - 1)),
  );
  return [...commands, ...inner];
}

/** The input of a script hook: any event, or the one it is written for. Narrow by `input.hook_event_name`. */
export type HookScriptInput<E extends HookEventName = HookEventName> = { [K in E]: RawInputOf<K> }[E];

interface Call<E extends HookEventName, Answer> {
  call(input: HookScriptInput<E>, toolUseID: string | undefined, options: { signal: AbortSignal }): Answer;
}

/**
 * The function that a script hook exports, as `default` or `hook`. It is compatible with the Agent SDK's `HookCallback`
 * in both directions. `{}` means: continue. (A method, so that functions for the SDK's own input types fit.)
 * `export default (async (input) => ({ … })) satisfies HookScript<"PreToolUse">`
 */
export type HookScript<E extends HookEventName = HookEventName> = Call<E, Promise<HookAnswer<E>>>["call"];

/** The same without `async`. Returning nothing means: continue. */
export type SyncHookScript<E extends HookEventName = HookEventName> = Call<
  E,
  HookAnswer<E> | undefined
>["call"];
