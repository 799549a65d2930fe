import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hookCall } from "../../test/hook-call.ts";
import { openTestApp } from "../daemon/test-app.ts";
import { stampsOf } from "../platform/quiet-calls.ts";

/** The second call of a session whose transcript is there. */
async function secondCall(options: {
  tool?: string;
  transcript?: boolean;
  config?: object;
  projectConfig?: object;
}) {
  await using app = await openTestApp();
  const { home } = app.service;
  const write = (path: string, value: object) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(value));
  };
  if (options.config !== undefined) write(home.config, options.config);
  const projectFile = join(app.dir, ".claude", "pawl.json");
  if (options.projectConfig !== undefined) write(projectFile, options.projectConfig);
  const transcript_path = join(app.dir, "s.jsonl");
  if (options.transcript !== false) writeFileSync(transcript_path, "");
  const call = (tool_use_id: string) =>
    app.service.hook(
      hookCall("PostToolUse", {
        cwd: app.dir,
        transcript_path,
        tool_name: options.tool ?? "Read",
        tool_input: { file_path: "/p/a.ts", command: "ls" },
        tool_response: "x",
        tool_use_id,
      }),
    );
  expect((await call("t1")).quiet).toBeUndefined();
  const { quiet } = await call("t2");
  if (quiet === undefined) return undefined;
  expect(quiet.stamps).toBe(stampsOf(quiet.files));
  return { files: quiet.files, home, projectFile };
}

const hookOn = (event: string) => ({
  hooks: { [event]: [{ hooks: [{ type: "command", command: "true" }] }] },
});

test("calls that nothing is to be said about are quiet from then on, by the files that could change that", async () => {
  const quiet = await secondCall({});
  expect(quiet?.files).toContain(quiet?.home.config);
  expect(quiet?.files).toContain(join(quiet?.home.dir ?? "", "trust.json"));
  expect(quiet?.files).toContain(join(quiet?.home.dir ?? "", "gates.json"));
  expect(quiet?.files).toContain(quiet?.projectFile);
});

test("not without a transcript, for a command, or for an edit", async () => {
  expect(await secondCall({ transcript: false })).toBeUndefined();
  expect(await secondCall({ tool: "Bash" })).toBeUndefined();
  expect(await secondCall({ tool: "Edit" })).toBeUndefined();
});

test("not where a hook of the user or of the project is about the event; one about another event does no harm", async () => {
  expect(await secondCall({ config: hookOn("PostToolUse") })).toBeUndefined();
  expect(await secondCall({ projectConfig: hookOn("PostToolUse") })).toBeUndefined();
  expect(await secondCall({ config: hookOn("Stop") })).toBeDefined();
});
