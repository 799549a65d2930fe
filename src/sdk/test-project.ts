/** For tests: a temporary project folder, and inputs as the Agent SDK sends them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Log, SDKHookInput } from "./types.ts";

export interface TestProject extends Disposable {
  dir: string;
  write(file: string, content: unknown): string;
  /** Logged warnings and errors. */
  logged: string[];
  log: Log;
}

export function createProject(): TestProject {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "pawl-sdk-")));
  const logged: string[] = [];
  return {
    dir,
    logged,
    log: (level, message) => {
      if (level === "warn" || level === "error") logged.push(message);
    },
    write(file, content) {
      const path = join(dir, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
      return path;
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A tool call, unless `fields` make it another event. */
export function inputOf(fields: Record<string, unknown> = {}): SDKHookInput {
  return {
    hook_event_name: "PreToolUse",
    session_id: "s1",
    transcript_path: "/t.jsonl",
    cwd: tmpdir(),
    tool_name: "Edit",
    tool_input: { file_path: "/a/b.ts" },
    tool_use_id: "t1",
    ...fields,
  } as SDKHookInput;
}
