import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { messagesFor } from "../locale/index.ts";
import { activeFeature, buildPendingTasksMessage, evidentFeature, namedFeature } from "./spec-files.ts";

const messages = messagesFor("en");
let project = "";

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "pawl-specs-"));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const IN_PROGRESS = "specs/features/in-progress";

function put(path: string, text: string, at = 1000): void {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, at, at);
}
const feature = (name: string, text: string, at = 1000, folder = IN_PROGRESS) =>
  put(`${folder}/${name}/tasks.md`, text, at);

test.each([
  "login-v2",
  "100",
  "PROJ-123",
  "User-Login",
  "user_login",
  "v1.2",
  "登入",
  "功能-登入",
  "a--b",
  "my feature",
])("a feature in the folder %p is found by its name", (name) => {
  feature(name, "- [ ] TASK_ONE\n");
  feature("another", "- [ ] DROP THE OLD TABLE\n", 2000);
  const message = buildPendingTasksMessage(project, { messages, feature: name });
  expect(message).toContain(`Feature: ${name} (0/1 done)\n- [ ] TASK_ONE\n→`);
  expect(message).not.toContain("DROP");
});

test("a feature that is named and not there is never replaced by another one", () => {
  feature("old-billing", "- [ ] DROP THE OLD TABLE\n");
  expect(activeFeature(project, "PROJ-123")).toBeUndefined();
  expect(buildPendingTasksMessage(project, { messages, feature: "PROJ-123" })).toBeNull();
});

test("a name is the same however its letters are composed", () => {
  feature("caf\u0065\u0301", "- [ ] a\n");
  expect(namedFeature(project, "caf\u00e9")?.open).toEqual(["a"]);
});

describe("other layouts", () => {
  test("OpenSpec's changes are features, its archive is none", () => {
    feature("add-login", "## 1. Setup\n- [ ] 1.1 Wire\n", 1000, "openspec/changes");
    feature("2026-01-01-old", "- [ ] OLD\n", 2000, "openspec/changes/archive");
    put("openspec/changes/archive/tasks.md", "- [ ] ARCHIVE\n", 3000);
    expect(activeFeature(project)).toMatchObject({ name: "add-login", open: ["1.1 Wire"] });
    expect(namedFeature(project, "archive")).toBeUndefined();
  });

  test("Kiro's specs are features", () => {
    feature("login", "- [ ] 1. Draw the form\n", 1000, ".kiro/specs");
    expect(evidentFeature(project)).toMatchObject({ name: "login", open: ["1. Draw the form"] });
  });

  test("Spec Kit's feature is named by its file, or by the branch", () => {
    feature("001-login", "- [ ] T001 [P] Login\n", 1000, "specs");
    feature("002-billing", "- [ ] T001 Billing\n", 2000, "specs");
    expect(evidentFeature(project)).toBeUndefined();
    expect(evidentFeature(project, "001-login")?.name).toBe("001-login");
    expect(evidentFeature(project, "feat/002-other-words")?.name).toBe("002-billing");
    expect(evidentFeature(project, "main")).toBeUndefined();
    put(".specify/feature.json", JSON.stringify({ feature_directory: "specs/001-login" }));
    expect(evidentFeature(project, "002-billing")?.name).toBe("001-login");
    put(".specify/feature.json", "{");
    expect(evidentFeature(project, "002-billing")?.name).toBe("002-billing");
  });
});

describe("the active feature", () => {
  test("S3.4 the message is built from its tasks.md", () => {
    feature("user-login", "## Tasks\n- [x] a\n- [ ] b\n## Notes\n- [ ] c\n");
    expect(buildPendingTasksMessage(project, { messages })).toContain(
      "Feature: user-login (1/3 done)\n- [ ] b\n- [ ] c\n→",
    );
  });

  test("S3.4 is null without specs, without tasks, and when all is done", () => {
    expect(buildPendingTasksMessage(project, { messages })).toBeNull();
    feature("empty", "# nothing");
    expect(buildPendingTasksMessage(project, { messages })).toBeNull();
    feature("empty", "## Tasks\n- [x] a\n", 2000);
    expect(buildPendingTasksMessage(project, { messages })).toBeNull();
  });

  test("of several the one changed last is active, at the same moment the first by name, unless one is named", () => {
    feature("older", "- [ ] old\n", 1000);
    feature("newer", "- [ ] new\n", 2000);
    feature("latter", "- [ ] new\n", 2000);
    mkdirSync(join(project, IN_PROGRESS, "without-tasks"));
    expect(activeFeature(project)?.name).toBe("latter");
    expect(activeFeature(project, "older")?.name).toBe("older");
  });

  test("S3.11 specs that cannot be read are as good as none", () => {
    mkdirSync(join(project, IN_PROGRESS, "user-login", "tasks.md"), { recursive: true });
    expect(buildPendingTasksMessage(project, { messages })).toBeNull();
    rmSync(join(project, "specs"), { recursive: true });
    writeFileSync(join(project, "specs"), "a file");
    expect(buildPendingTasksMessage(project, { messages })).toBeNull();
  });

  test("S3.17 a 10 MB file is read whole, and again only when it has changed", () => {
    const done = "- [x] one more thing done\n".repeat(400_000);
    feature("huge", `${done}- [ ] THE LAST\n`);
    expect(buildPendingTasksMessage(project, { messages })).toContain(
      "(400000/400001 done)\n- [ ] THE LAST\n→",
    );
    feature("huge", `${done}- [ ] CHANGED\n`, 2000);
    expect(buildPendingTasksMessage(project, { messages })).toContain("CHANGED");
  });
});
