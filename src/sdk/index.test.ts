import { expect, test } from "bun:test";
import type { HookScript } from "pawl";

const typed: HookScript<"Stop"> = async (input) => ({ systemMessage: input.session_id });

test("S2.17 programs import pawl/sdk by name, with the six methods of HookManager", async () => {
  const sdk = await import("pawl/sdk");
  expect(Object.keys(sdk).sort()).toEqual([
    "Application",
    "ConfigManager",
    "HookManager",
    "MessageRouter",
    "Session",
  ]);
  const methods = [
    "loadHooks",
    "convertToSDKFormat",
    "executeCommand",
    "executeScript",
    "executePrompt",
    "createSDKCallback",
  ] as const;
  expect(typed).toBeFunction();
  for (const name of methods) expect(sdk.HookManager.prototype[name]).toBeFunction();
});
