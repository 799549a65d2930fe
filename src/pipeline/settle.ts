/** How a command ended, where the hook does not say it: the client's own record does by then. */
import { CLIENTS, DEFAULT_CLIENT, type HookInput } from "../clients/index.ts";
import { findExitCode } from "../clients/transcripts/exit-code.ts";
import type { HookCall } from "./call.ts";
import type { Services } from "./services.ts";

export async function settle(
  input: HookInput,
  call: HookCall,
  { count }: Pick<Services, "count">,
): Promise<HookInput> {
  const client = CLIENTS[call.client ?? DEFAULT_CLIENT];
  const command = client.unsettled?.(input);
  if (command === undefined || client.settle === undefined) return input;
  const exitCode = await findExitCode(command);
  // A version of the client that writes its record differently: `pawl doctor` shows the count.
  count(exitCode === undefined ? EXIT_UNKNOWN : EXIT_KNOWN);
  return exitCode === undefined ? input : client.settle(input, exitCode);
}

const EXIT_KNOWN = "codex_exit_code";
const EXIT_UNKNOWN = "codex_exit_code_unknown";
