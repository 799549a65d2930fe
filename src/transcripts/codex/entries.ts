/**
 * Rollout lines → the entries that every transcript is read as. A line of a rollout does not say which turn, folder or
 * session it belongs to: earlier lines do, so this keeps what they said.
 */

import type { EntryHead, TranscriptEntry } from "../../protocol/claude-code/transcript.ts";
import { toError } from "../../protocol/codex/parse.ts";
import { type RolloutLine, type RolloutMeta, readRolloutLine } from "../../protocol/codex/rollout.ts";
import { outputOf, toCommonCall } from "../../protocol/codex/tools.ts";
import type { Turn } from "../turns.ts";
import { timeOfId } from "./thread-id.ts";

export interface RolloutReader {
  read(value: unknown): TranscriptEntry[];
}

interface RunningCommand {
  callId: string;
  output: string;
}

/** `meta`: the file's first line, where reading goes on further down; `turn`: the turn that was open there. */
export function createRolloutReader(
  fileSession: string,
  known: { meta?: RolloutMeta | undefined; turn?: Turn | undefined } = {},
): RolloutReader {
  let meta: RolloutMeta | undefined = known.meta;
  let cwd = known.turn?.cwd || known.meta?.cwd || "";
  let turnId = known.turn?.promptId;
  let model: string | undefined;
  /** The text of the last message, so that the end of the turn does not repeat it. */
  let lastText = known.turn?.said?.text;
  const names = new Map<string, string>();
  const running = new Map<string, RunningCommand>();

  const head = (at: number, id?: string): EntryHead => ({
    sessionId: meta?.sessionId ?? fileSession,
    at,
    ...(cwd === "" ? {} : { cwd }),
    ...(meta?.agentId === undefined ? {} : { agentId: meta.agentId }),
    ...(id === undefined ? {} : { uuid: id }),
  });
  const user = (at: number, text: string, id?: string): TranscriptEntry => ({
    kind: "user",
    ...head(at, id),
    ...(turnId === undefined ? {} : { promptId: turnId }),
    isMeta: false,
    isCompactSummary: false,
    text,
    results: [],
  });
  const result = (at: number, toolUseId: string, content: string, isError: boolean): TranscriptEntry => ({
    kind: "user",
    ...head(at),
    ...(turnId === undefined ? {} : { promptId: turnId }),
    isMeta: false,
    isCompactSummary: false,
    text: "",
    results: [{ toolUseId, isError, content }],
  });
  const assistant = (at: number, text: string, tools: { id: string; name: string; input: unknown }[] = []) =>
    ({
      kind: "assistant",
      ...head(at),
      text,
      tools,
      isApiError: false,
      ...(model === undefined ? {} : { model }),
      ...(meta?.agentType === undefined ? {} : { agentType: meta.agentType }),
    }) as const;
  const commandResult = (at: number, callId: string, exitCode: number, output: string) =>
    result(at, callId, exitCode === 0 ? output : toError(exitCode, output), exitCode !== 0);

  /** A command that still runs when its turn is over has done what it was started for. */
  function release(at: number): TranscriptEntry[] {
    const left = [...running.values()].map(({ callId, output }) => result(at, callId, output, false));
    running.clear();
    return left;
  }

  /** The turns of the session that this one was forked from were copied into its file; they are recorded there. */
  function isCopied(): boolean {
    if (meta?.forkedFrom === undefined && meta?.agentId === undefined) return false;
    const began = timeOfId(meta.threadId);
    if (turnId === undefined) return meta.forkedFrom !== undefined;
    const turn = timeOfId(turnId);
    return began !== undefined && turn !== undefined && turn < began;
  }

  function output(line: RolloutLine & { kind: "output" }): TranscriptEntry[] {
    const { at, callId } = line;
    const name = names.get(callId) ?? "";
    names.delete(callId);
    if (name === "write_stdin") return [...polled(line), ...pollResult(line)];
    const told = outputOf(line.output);
    if (COMMANDS.has(name) && told.running !== undefined) {
      running.set(told.running, { callId, output: told.output });
      return [];
    }
    if (COMMANDS.has(name) && told.exitCode !== undefined)
      return [commandResult(at, callId, told.exitCode, told.output)];
    const isError = line.isFailure || (told.exitCode ?? 0) !== 0 || isRefusal(name, line.output, told.output);
    return [result(at, callId, told.output, isError)];
  }

  const polledSessions = new Map<string, string>();

  /** A look at a command that runs: when it has ended, this is where its exit code stands. */
  function polled({ at, callId, output: text }: RolloutLine & { kind: "output" }): TranscriptEntry[] {
    const session = polledSessions.get(callId) ?? "";
    const command = running.get(session);
    if (command === undefined) return [];
    const told = outputOf(text);
    command.output += told.output;
    if (told.exitCode === undefined) return [];
    running.delete(session);
    return [commandResult(at, command.callId, told.exitCode, command.output)];
  }

  function pollResult({ at, callId, output: text }: RolloutLine & { kind: "output" }): TranscriptEntry[] {
    polledSessions.delete(callId);
    const { output: printed, exitCode, running: session } = outputOf(text);
    return [result(at, callId, printed, exitCode === undefined && session === undefined)];
  }

  function call(line: RolloutLine & { kind: "call" }): TranscriptEntry[] {
    const { at, callId, name, input } = line;
    names.set(callId, name);
    const { toolName, toolInput } = toCommonCall(name, input, cwd);
    if (name === "write_stdin") {
      const { bash_id: session } = toolInput as { bash_id: string };
      polledSessions.set(callId, session);
    }
    return [assistant(at, "", [{ id: callId, name: toolName, input: toolInput }])];
  }

  function own(line: RolloutLine): TranscriptEntry[] {
    const { at } = line;
    switch (line.kind) {
      case "turnStart":
        lastText = undefined;
        // Starts the turn, whoever asked for it: the prompt comes in a line of its own.
        return [...release(at), user(at, "")];
      case "prompt":
        // A subagent's task is in the input of the call that started it.
        if (meta?.agentId !== undefined) return [];
        return [{ kind: "queued", ...head(at, `prompt-${at}`), text: line.text }];
      case "said":
        lastText = line.text;
        return [{ ...assistant(at, line.text), ...(line.isComment ? { stopReason: "tool_use" } : {}) }];
      case "turnEnd": {
        const isNew = line.lastText !== undefined && line.lastText !== "" && line.lastText !== lastText;
        return [
          ...release(at),
          ...(isNew ? [assistant(at, line.lastText ?? "")] : []),
          { kind: "turnEnd", ...head(at) },
        ];
      }
      case "abort":
        return [...release(at), user(at, INTERRUPTED, `interrupt-${line.turnId ?? at}`)];
      case "call":
        return call(line);
      case "output":
        return output(line);
      case "ended": {
        const session = [...running].find(([, { callId }]) => callId === line.callId)?.[0];
        if (session === undefined) return [];
        running.delete(session);
        return [commandResult(at, line.callId, line.exitCode, line.output)];
      }
      case "search":
        return [
          assistant(at, "", [{ id: line.callId, name: "WebSearch", input: line.input }]),
          result(at, line.callId, "", false),
        ];
      case "compacted":
        return compacted(line);
      case "unknown":
        return [{ kind: "unknown", type: line.type, raw: line.raw, ...head(at) }];
      default:
        return [];
    }
  }

  function compacted({ at, summary }: RolloutLine & { kind: "compacted" }): TranscriptEntry[] {
    const boundary: TranscriptEntry = { kind: "compact", ...head(at, `compacted-${at}`), metadata: {} };
    if (summary === "") return [boundary];
    const told = { ...user(at, summary, `summary-${at}`), isCompactSummary: true } as TranscriptEntry;
    return [boundary, told];
  }

  /** Named as such: what is recorded of them is which session this one was forked from. */
  function copies(entries: TranscriptEntry[]): TranscriptEntry[] {
    const from = meta?.forkedFrom;
    if (from === undefined) return [];
    return entries.map((entry) => (entry.kind === "noise" ? entry : { ...entry, forkedFrom: from }));
  }

  return {
    read(value) {
      const line = readRolloutLine(value);
      if (line.kind === "noise") return [];
      if (line.kind === "meta") {
        // A later one is the original's, copied into a fork, or the same again.
        if (meta !== undefined) return [];
        meta = line.meta;
        cwd = line.meta.cwd;
        return meta.forkedFrom === undefined ? [] : copies([{ kind: "turnEnd", ...head(line.at) }]);
      }
      if (line.kind === "turnStart" && line.turnId !== "") turnId = line.turnId;
      if (line.kind === "context") {
        cwd = line.cwd ?? cwd;
        model = line.model ?? model;
        return [];
      }
      return isCopied() ? copies(own(line)) : own(line);
    },
  };
}

const COMMANDS: ReadonlySet<string> = new Set(["exec_command", "shell", "shell_command", "local_shell"]);
/** The words that mark an interrupted turn in every transcript. */
const INTERRUPTED = "[Request interrupted by user]";

/** Codex tells the model in words that a call did not happen. */
function isRefusal(name: string, whole: string, printed: string): boolean {
  if (COMMANDS.has(name)) return true;
  // A patch that was applied has a line with its exit code in front.
  if (name === "apply_patch") return whole === printed;
  return /^(?:unsupported (?:custom )?(?:tool )?call|failed to parse function arguments|tool call error|aborted by user)/.test(
    printed,
  );
}
