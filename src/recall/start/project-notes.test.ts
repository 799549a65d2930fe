import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesFor } from "../../locale/index.ts";
import { projectNotes } from "./project-files.ts";

const notes = (project: string, env = {}) =>
  projectNotes(
    project,
    { CLAUDE_CONFIG_DIR: join(project, "claude"), CLAUDE_PACKAGE_MANAGER: "", ...env },
    { messages: messagesFor("en") },
  );

test("a default is a guess and is not injected; what a project says is", () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-notes-"));
  try {
    expect(notes(dir)).toEqual([]);
    expect(notes("")).toEqual([]);
    writeFileSync(join(dir, "package.json"), "{}");
    expect(notes(dir)).toEqual([]);
    writeFileSync(join(dir, "bun.lock"), "");
    expect(notes(dir)).toMatchObject([
      { uri: "system://package-manager", text: expect.stringContaining("bun") },
    ]);
    expect(notes(dir, { CLAUDE_PACKAGE_MANAGER: "yarn" })[0]?.text).toContain("yarn");
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
