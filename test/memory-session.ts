/** Events of made-up sessions, posted to a daemon without a socket. */
import { join } from "node:path";
import type { HookOutput } from "../src/clients/index.ts";
import type { openTestApp } from "../src/daemon/test-app.ts";

export type App = Awaited<ReturnType<typeof openTestApp>>;

let calls = 0;

export function playing(app: App, session: string) {
  const fire = async (event: string, fields: Record<string, unknown> = {}): Promise<HookOutput> => {
    const body = { hook_event_name: event, session_id: session, cwd: app.dir, ...fields };
    return (await (await app.post("/hook", body)).json()) as HookOutput;
  };
  const call = (tool_name: string, tool_input: object) => ({
    tool_name,
    tool_input,
    tool_use_id: `toolu_${session}_${calls++}`,
  });
  const injected = (output: HookOutput) => String(output.hookSpecificOutput?.additionalContext ?? "");
  const path = (name: string) => join(app.dir, name);
  return {
    fire,
    start: (source = "startup") => fire("SessionStart", { source }),
    ask: async (prompt: string) => injected(await fire("UserPromptSubmit", { prompt })),
    read: async (name: string) => injected(await fire("PreToolUse", call("Read", { file_path: path(name) }))),
    edit: (name: string, before: string, after: string) => {
      const input = { file_path: path(name), old_string: before, new_string: after };
      return fire("PostToolUse", { ...call("Edit", input), tool_response: "done" });
    },
    write: async (name: string, content: string) =>
      injected(
        await fire("PostToolUse", {
          ...call("Write", { file_path: path(name), content }),
          tool_response: "done",
        }),
      ),
    before: (tool: string, input: object) => fire("PreToolUse", call(tool, input)),
    /** Succeeds, whatever it prints. */
    print: async (command: string, stdout: string) =>
      injected(await fire("PostToolUse", { ...call("Bash", { command }), tool_response: stdout })),
    run: (command: string, fields: { cwd?: string } = {}) =>
      fire("PostToolUse", { ...call("Bash", { command }), tool_response: "ok", ...fields }),
    fail: async (command: string, error: string) =>
      injected(
        await fire("PostToolUseFailure", { ...call("Bash", { command }), error: `Exit code 1\n${error}` }),
      ),
    /** Ends the turn and waits for the background work after the reply. */
    stop: async (fields: Record<string, unknown> = {}) => {
      const output = await fire("Stop", { stop_hook_active: false, ...fields });
      await app.service.idle();
      return output;
    },
    end: async () => {
      const output = await fire("SessionEnd", { reason: "other" });
      await app.service.idle();
      return output;
    },
  };
}
