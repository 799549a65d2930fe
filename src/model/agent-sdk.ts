/**
 * The Claude Agent SDK is an optional peer dependency: loaded on demand, with a clear message if it is missing.
 */
import { PawlError } from "../platform/errors.ts";

export type AgentSDK = typeof import("@anthropic-ai/claude-agent-sdk");

const SDK_PACKAGE = "@anthropic-ai/claude-agent-sdk";

/** Throws `PawlError("sdk_missing")`. */
export async function loadAgentSDK(
  load: () => Promise<AgentSDK> = () => import("@anthropic-ai/claude-agent-sdk"),
): Promise<AgentSDK> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new PawlError("sdk_missing", "The Claude Agent SDK is not installed", {
      cause: error,
      hint: `Install it next to Pawl: npm install ${SDK_PACKAGE} (with -g if Pawl was).`,
      params: { package: SDK_PACKAGE },
    });
  }
}

/** Missing itself, not one of its own imports: that would be a broken install, with a different message. */
function isMissing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  const missing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  return missing && (message?.includes(SDK_PACKAGE) ?? false);
}
