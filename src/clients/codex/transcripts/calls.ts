/**
 * The tool calls of a rollout. A command may keep running after its call returned (`exec_command`) and be polled later
 * (`write_stdin`). The later result contains the exit code, and hooks name it by the first call.
 */
import type { TranscriptEntry } from "../../claude-code/transcript.ts";
import type { RolloutLine } from "../rollout.ts";
import { isCommandTool, outputOf, toCommonCall } from "../tools.ts";
import { toError } from "../wire.ts";
import type { RolloutPlace } from "./place.ts";

type Line<K extends RolloutLine["kind"]> = Extract<RolloutLine, { kind: K }>;

interface RunningCommand {
  callId: string;
  output: string;
}

export function createRolloutCalls(place: RolloutPlace) {
  const { result, assistant } = place;
  const names = new Map<string, string>();
  /** By Codex's number for the process. */
  const running = new Map<string, RunningCommand>();
  /** Polls of a process without an answer yet: call → process. */
  const looks = new Map<string, string>();

  const ended = (at: number, callId: string, exitCode: number, output: string) =>
    result(at, callId, exitCode === 0 ? output : toError(exitCode, output), exitCode !== 0);

  /** The end of the polled command, if this poll saw it. */
  function endOf({ at, callId, output }: Line<"output">): TranscriptEntry[] {
    const process = looks.get(callId) ?? "";
    const command = running.get(process);
    if (command === undefined) return [];
    const { output: printed, exitCode } = outputOf(output);
    command.output += printed;
    if (exitCode === undefined) return [];
    running.delete(process);
    return [ended(at, command.callId, exitCode, command.output)];
  }

  function look(line: Line<"output">): TranscriptEntry[] {
    const end = endOf(line);
    looks.delete(line.callId);
    const { output, exitCode, running: process } = outputOf(line.output);
    const isError = exitCode === undefined && process === undefined;
    return [...end, result(line.at, line.callId, output, isError)];
  }

  return {
    call({ at, callId, name, input }: Line<"call">): TranscriptEntry[] {
      names.set(callId, name);
      const { toolName, toolInput } = toCommonCall(name, input, place.state.cwd);
      if (name === "write_stdin") looks.set(callId, (toolInput as { bash_id: string }).bash_id);
      return [assistant(at, "", [{ id: callId, name: toolName, input: toolInput }])];
    },

    output(line: Line<"output">): TranscriptEntry[] {
      const { at, callId } = line;
      const name = names.get(callId) ?? "";
      names.delete(callId);
      if (name === "write_stdin") return look(line);
      const { output, exitCode, running: process } = outputOf(line.output);
      if (isCommandTool(name) && process !== undefined) {
        running.set(process, { callId, output });
        return [];
      }
      if (isCommandTool(name) && exitCode !== undefined) return [ended(at, callId, exitCode, output)];
      const isError = line.isFailure || (exitCode ?? 0) !== 0 || isRefusal(name, line.output, output);
      return [result(at, callId, output, isError)];
    },

    /** Handles the end of a command. For most commands, the result of the call says the same. */
    ended({ at, callId, exitCode, output }: Line<"ended">): TranscriptEntry[] {
      const process = [...running].find(([, command]) => command.callId === callId)?.[0];
      if (process === undefined) return [];
      running.delete(process);
      return [ended(at, callId, exitCode, output)];
    },

    /** The turn is over. A command that is still running has served its purpose. */
    release(at: number): TranscriptEntry[] {
      const left = [...running.values()].map(({ callId, output }) => result(at, callId, output, false));
      running.clear();
      return left;
    },
  };
}

const REFUSED =
  /^(?:unsupported (?:custom )?(?:tool )?call|failed to parse function arguments|tool call error|aborted by user)/;

/** Codex reports to the model in words that a call did not happen. */
function isRefusal(name: string, whole: string, printed: string): boolean {
  if (isCommandTool(name)) return true;
  // An applied patch has a leading line with its exit code.
  if (name === "apply_patch") return whole === printed;
  return REFUSED.test(printed);
}
