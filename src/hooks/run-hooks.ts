/** The user's hooks of one event: matching ones run in parallel with their own timeouts, and their replies are merged. */

import {
  BadHookOutput,
  type HookEventName,
  type HookInput,
  type KnownInput,
  type Reply,
  toBlock,
  toReply,
} from "../clients/index.ts";
import { type Answer, mergeReplies } from "../clients/merge-replies.ts";
import { deferred } from "../platform/deferred.ts";
import type { Env } from "../platform/env.ts";
import { toMessage } from "../platform/errors.ts";
import type { Hook } from "./config/hooks.ts";
import { withCommandWords } from "./define-hook.ts";
import { runCommand } from "./run/command.ts";
import { toCommandResult } from "./run/command-reply.ts";
import { runHttp } from "./run/http.ts";
import { failedRun, type HookOutcome, type HookResult, refused, timedOut, withLimit } from "./run/outcome.ts";
import { evaluatePrompt, toPromptReply } from "./run/prompt.ts";
import type { HookRuntime } from "./runtime.ts";
import { checkScript } from "./script-paths.ts";
import { expandFolders, expandText, type Folders, toEnvironment, toVariables } from "./variables.ts";

export interface HookRun extends Omit<HookResult, "outcome" | "ignored"> {
  hook: Hook;
  matched: boolean;
  /**
   * `skipped`: it did not match, or already had its one run; `background`: it runs without a caller; `late`: the caller
   * stopped waiting, and it keeps running.
   */
  outcome: HookOutcome | "skipped" | "background" | "late";
  ms: number;
}

/** The options of one call. */
export interface CallOptions {
  /** Aborts when the caller no longer needs the result. */
  signal?: AbortSignal | undefined;
  /** Used if the input does not contain it. */
  toolUseID?: string | undefined;
  /** The environment of commands: that of the session's terminal, if known. */
  env?: Env | undefined;
  /** Maximum time for the answer, whatever the hooks do; absent: no limit. */
  waitMs?: number | undefined;
}

interface HookRuns {
  reply: Reply;
  /** One per hook of this event, in configuration order. */
  runs: HookRun[];
}

/** Never rejects: a hook's error is its own outcome. Returns after `waitMs` at the latest. */
export async function runHooks(
  input: HookInput,
  hooks: readonly Hook[],
  folders: Folders,
  runtime: HookRuntime,
  call: CallOptions = {},
): Promise<HookRuns> {
  if (input.event === "Unknown") return { reply: {}, runs: [] };
  const mine = hooks.filter((hook) => hook.event === input.event);
  const runs = await Promise.all(mine.map((hook) => runMatching({ input, hook, folders, runtime, call })));
  if (input.event === "SessionEnd") runtime.forgetSession(input.sessionId);
  const answers: Answer[] = runs.map(({ hook, reply }) => ({ name: hookName(hook), reply }));
  const { reply, conflicts } = mergeReplies(answers);
  for (const conflict of conflicts) runtime.options.log("warn", conflict, { event: input.event });
  return { reply, runs };
}

/** What people call it. */
export function hookName({ description, action }: Hook): string {
  if (description !== undefined) return description;
  if (action.type === "command") return action.command;
  if (action.type === "http") return action.url;
  return action.type === "script" ? action.script : action.prompt;
}

/** One hook and one event to answer. */
interface HookQuestion {
  input: KnownInput;
  hook: Hook;
  folders: Folders;
  runtime: HookRuntime;
  call: CallOptions;
}

async function runMatching(asked: HookQuestion): Promise<HookRun> {
  const { input, hook, folders, runtime, call } = asked;
  const skipped: HookRun = { hook, matched: false, outcome: "skipped", ms: 0, reply: {} };
  if (!hook.matches(input.raw, folders)) return skipped;
  const matched = { ...skipped, matched: true };
  if (hook.once && !runtime.claimOnce(input.sessionId, hook.id)) return matched;
  if (!hook.async) {
    const run = timedRun(asked);
    return call.waitMs === undefined ? run : inTime(run, asked, call.waitMs);
  }
  const run = timedRun({ ...asked, call: { toolUseID: call.toolUseID } });
  runtime.detach(run);
  return { ...matched, outcome: "background" };
}

/** Time for sending the answer to the client, out of the installed timeout. */
const ANSWER_MS = 2000;

/** The caller's time ends before the hook's own. A gate then refuses; any other hook keeps running without a reader. */
async function inTime(run: Promise<HookRun>, asked: HookQuestion, waitMs: number): Promise<HookRun> {
  const { input, hook, runtime } = asked;
  const late = deferred<"late">();
  const timer = setTimeout(() => late.resolve("late"), Math.max(0, waitMs));
  const first = await Promise.race([run, late.promise]);
  clearTimeout(timer);
  if (first !== "late") return first;
  runtime.detach(run);
  const isShort = waitMs + ANSWER_MS < hook.timeoutMs;
  const error = `It did not answer within ${Math.round(waitMs)} ms.${isShort ? " For more time, run pawl install." : ""}`;
  runtime.options.count("hooks.late");
  runtime.options.log("warn", `A hook was not waited for: ${error}`, {
    event: input.event,
    hook: hookName(hook),
    file: hook.source.file,
  });
  const reply = hook.onError === "deny" ? toRefusal(input.event, hook, error) : {};
  return { hook, matched: true, outcome: "late", ms: waitMs, reply, error };
}

/** The refusal of a gate that could not decide. */
export function toRefusal(event: HookEventName, hook: Hook, why: string): Reply {
  return toBlock(event, `The hook "${hookName(hook)}" could not decide, and it must: ${why}`);
}

async function timedRun(asked: HookQuestion): Promise<HookRun> {
  const { input, hook, runtime } = asked;
  const { log, count, onRun } = runtime.options;
  const start = performance.now();
  const { ignored = [], ...result } = toStrict(hook, await runOne(asked));
  const ms = performance.now() - start;
  const name = hookName(hook);
  const fields = { event: input.event, hook: name, file: hook.source.file, ms: Math.round(ms) };
  count("hooks.run");
  for (const part of ignored) log("warn", `A hook's answer was not used: ${part}`, fields);
  const run: HookRun = { hook, matched: true, ms, ...result };
  if (result.outcome !== "ok") {
    run.error = result.error ?? "It failed.";
    count(`hooks.${result.outcome}`);
    log("warn", `A hook failed: ${run.error}`, { ...fields, outcome: result.outcome });
    if (hook.onError === "deny") run.reply = { ...run.reply, ...toRefusal(input.event, hook, run.error) };
  }
  onRun?.({ id: hook.id, name, ms, error: run.error, input, reply: run.reply });
  return run;
}

/** A gate's answer must be understood: if the client would ignore part of it, it is no judgement. */
function toStrict(hook: Hook, result: HookResult): HookResult {
  const problems = result.ignored ?? [];
  if (hook.onError !== "deny" || result.outcome !== "ok" || problems.length === 0) return result;
  return {
    ...failedRun(`Its answer means nothing to Claude Code: ${problems.join("; ")}.`),
    ignored: problems,
  };
}

/** The one catch: a hook's error is its outcome. */
async function runOne(asked: HookQuestion): Promise<HookResult> {
  const { hook, runtime } = asked;
  try {
    return await runAction(asked);
  } catch (error) {
    if (!(error instanceof BadHookOutput)) {
      runtime.options.log("error", "A hook runner threw", { hook: hook.id, error: toMessage(error) });
    }
    return failedRun(toMessage(error));
  }
}

async function runAction(asked: HookQuestion): Promise<HookResult> {
  const { input, hook, folders, runtime, call } = asked;
  const variables = toVariables(input, folders);
  const { action, timeoutMs } = hook;
  const { evaluate } = runtime.options;
  const env = surroundings(hook, call.env, runtime.options.env);
  if (folders.pluginRoot === undefined && /\$\{?CLAUDE_PLUGIN_ROOT\b/.test(JSON.stringify(action)))
    return failedRun("It uses $CLAUDE_PLUGIN_ROOT, and Pawl does not run as a plugin here.");
  const signal = call.signal === undefined ? runtime.signal : AbortSignal.any([runtime.signal, call.signal]);
  const limited = (run: (signal: AbortSignal) => Promise<HookResult>) => withLimit(timeoutMs, signal, run);
  switch (action.type) {
    case "prompt":
    case "agent": {
      const text = expandText(action.prompt, variables);
      const isText = action.type === "prompt" && action.mode === "text";
      if (isText) return { outcome: "ok", reply: toPromptReply(input.event, text) };
      const options = { model: action.model, mayRead: action.type === "agent" };
      return limited((either) => evaluatePrompt(input.event, text, input, evaluate, either, options));
    }
    case "http": {
      const request = { ...action, input: JSON.stringify(input.raw), env };
      return limited((either) => runHttp(input.event, request, either));
    }
    case "command": {
      const exact = action.args !== undefined;
      const result = await runCommand({
        command: exact ? expandText(action.command, variables) : action.command,
        args: action.args?.map((arg) => expandText(arg, variables)),
        shell: action.shell,
        input: JSON.stringify(input.raw),
        env,
        variables: toEnvironment(variables),
        cwd: input.cwd ?? folders.projectDir,
        fallbackCwd: folders.projectDir,
        timeoutMs,
        signal,
      });
      return toCommandResult(input.event, result, action.exitPolicy, timeoutMs);
    }
    case "script":
      return runScript(asked, expandFolders(action.script, folders));
  }
}

/** Variables that control which code a program runs. */
const DECIDES_CODE =
  /^(?:PATH|IFS|ENV|BASH_ENV|SHELL|SHELLOPTS|BASHOPTS|PS4|NODE_OPTIONS|NODE_PATH|BUN_.*|LD_.*|DYLD_.*|PYTHON.*|PERL5.*|PERLLIB|RUBY.*|GEM_.*|GIT_.*|JAVA_TOOL_OPTIONS|BASH_FUNC_.*)$/i;

/**
 * A command has the variables of the session's terminal, as in plain Claude Code. A session must not control what a gate
 * runs, so for a gate they can only add variables.
 */
function surroundings({ onError }: Hook, terminal: Env | undefined, own: Env): Env {
  if (terminal === undefined) return own;
  if (onError !== "deny") return terminal;
  const harmless = Object.entries(terminal).filter(([name]) => !DECIDES_CODE.test(name));
  return { ...Object.fromEntries(harmless), ...own };
}

async function runScript(
  { input, hook, folders, runtime, call }: HookQuestion,
  script: string,
): Promise<HookResult> {
  const { source, scriptPaths, timeoutMs } = hook;
  const check = checkScript(script, source, scriptPaths);
  if (!check.ok) return check.missing === true ? failedRun(check.reason) : refused(check.reason);
  const toolUseID = ("toolUseId" in input ? input.toolUseId : undefined) ?? call.toolUseID;
  const result = await runtime.scripts.run({
    file: check.file,
    input: withCommandWords(input.raw),
    toolUseID,
    timeoutMs,
    folder: folders.projectDir,
    signal: call.signal,
  });
  if (result.kind === "timeout") return timedOut(timeoutMs);
  if (result.kind === "failed") return failedRun(result.error);
  return { outcome: "ok", answer: result.value, ...toReply(input.event, result.value) };
}
