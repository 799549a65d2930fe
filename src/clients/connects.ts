/** How each client is connected, for commands. Apart from its setup, which the daemon loads: it prints no command's words. */
import type { ClientName } from "./index.ts";
import type { ClientConnect } from "./setup.ts";

export const CONNECTS: Readonly<Record<ClientName, () => Promise<ClientConnect>>> = {
  "claude-code": async () => (await import("./claude-code/connect.ts")).claudeConnect,
  codex: async () => (await import("./codex/connect.ts")).codexConnect,
  "gemini-cli": async () => (await import("./gemini-cli/connect.ts")).geminiConnect,
  "copilot-cli": async () => (await import("./copilot-cli/connect.ts")).copilotConnect,
  opencode: async () => (await import("./opencode/connect.ts")).opencodeConnect,
};
