/** One question from Pawl to a model, through the Agent SDK. */

import { type Env, GUARD } from "../platform/env.ts";
import type { ClientAccess } from "./access.ts";
import { type AgentSDK, loadAgentSDK } from "./agent-sdk.ts";

export interface ModelAccess {
  /** The environment of the child process, with the user's credentials. */
  env: Env;
  /** Settings for the child to find the user's account. */
  settings?: (() => ClientAccess) | undefined;
  /** Path of another Claude Code than the SDK's own. */
  executable?: string | undefined;
  load?: (() => Promise<AgentSDK>) | undefined;
}

interface Question {
  prompt: string;
  systemPrompt: string;
  model: string;
  cwd?: string | undefined;
  /** Tools that it may use without asking; none by default. */
  tools?: readonly string[];
  maxTurns?: number;
}

/** Undefined if the model gave no answer. */
export async function askModel(
  { prompt, systemPrompt, model, cwd, tools = [], maxTurns = 1 }: Question,
  { env, settings = () => ({}), executable, load = loadAgentSDK }: ModelAccess,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { query } = await load();
  const abortController = new AbortController();
  const stop = () => abortController.abort(signal.reason);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    const answer = query({
      prompt,
      options: {
        model,
        abortController,
        systemPrompt,
        maxTurns,
        tools: [...tools],
        allowedTools: [...tools],
        // No user settings, hooks or records: the child belongs to Pawl and is never recorded.
        settingSources: [],
        settings: settings(),
        persistSession: false,
        env: { ...env, ...GUARD },
        ...(cwd === undefined ? {} : { cwd }),
        ...(executable === undefined ? {} : { pathToClaudeCodeExecutable: executable }),
      },
    });
    for await (const message of answer) {
      if (message.type !== "result") continue;
      return message.subtype === "success" && !message.is_error ? message.result : undefined;
    }
    return undefined;
  } finally {
    signal.removeEventListener("abort", stop);
    abortController.abort();
  }
}
