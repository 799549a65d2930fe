import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesFor } from "../../locale/index.ts";
import { activeFeature, buildPendingTasksMessage } from "./spec-files.ts";

function withProject(
  work: (project: string, put: (name: string, text: string, at: number) => void) => void,
): void {
  const project = mkdtempSync(join(tmpdir(), "pawl-specs-"));
  const put = (name: string, text: string, at: number) => {
    const folder = join(project, "specs", "features", "in-progress", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "tasks.md"), `## Tasks\n${text}`);
    utimesSync(join(folder, "tasks.md"), at, at);
  };
  try {
    work(project, put);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

test("the feature that was worked at last is the active one, or the named one where it is there", () =>
  withProject((project, put) => {
    expect(activeFeature(project)).toBeUndefined();
    put("old-one", "- [ ] a\n- [x] b\n", 1000);
    put("new-one", "- [ ] c\n", 2000);
    put("Not_Kebab", "- [ ] d\n", 3000);
    mkdirSync(join(project, "specs", "features", "in-progress", "without-tasks"));
    expect(activeFeature(project)?.name).toBe("new-one");
    expect(activeFeature(project, "old-one")).toMatchObject({
      name: "old-one",
      tasks: [
        { text: "a", done: false },
        { text: "b", done: true },
      ],
    });
    expect(activeFeature(project, "gone")?.name).toBe("new-one");
    expect(activeFeature(project)).not.toHaveProperty("partial");
  }));

test("of features of the same moment the first by name is active, and a very long list is read in part", () =>
  withProject((project, put) => {
    put("b", "- [ ] b\n", 1000);
    put("a", `- [ ] first\n${"- [ ] more\n".repeat(10_000)}`, 1000);
    expect(activeFeature(project)).toMatchObject({ name: "a", partial: true });
  }));

test("what is open is said with the feature's name; with nothing open nothing is said", () =>
  withProject((project, put) => {
    const messages = messagesFor("en");
    expect(buildPendingTasksMessage(project, { messages })).toBeNull();
    put("login", "- [ ] TASK_ONE\n", 1000);
    expect(buildPendingTasksMessage(project, { messages })).toContain("login");
    expect(buildPendingTasksMessage(project, { messages })).toContain("TASK_ONE");
    put("login", "- [x] TASK_ONE\n", 1000);
    expect(buildPendingTasksMessage(project, { messages })).toBeNull();
  }));
