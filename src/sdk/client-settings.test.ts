import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { readClientSettings } from "./client-settings.ts";
import { createProject, type TestProject } from "./test-project.ts";

let project: TestProject;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project[Symbol.dispose]());

const read = (trusted: boolean) =>
  readClientSettings({
    cwd: join(project.dir, "repo"),
    env: { CLAUDE_CONFIG_DIR: join(project.dir, "claude") },
    trusted,
    log: project.log,
  });

test("without files there are none", () => {
  expect(read(true)).toEqual({});
});

test("the user's settings apply, except what would run hooks a second time", () => {
  project.write("claude/settings.json", {
    env: { HTTPS_PROXY: "http://proxy" },
    apiKeyHelper: "/bin/key",
    hooks: { Stop: [] },
    enabledPlugins: { "pawl@market": true },
  });
  expect(read(true) as object).toEqual({ env: { HTTPS_PROXY: "http://proxy" }, apiKeyHelper: "/bin/key" });
});

test("a project's rules are added; an untrusted project can deny but not allow, and sets nothing else", () => {
  project.write("claude/settings.json", { permissions: { allow: ["Read"], deny: ["WebFetch"] } });
  project.write("repo/.claude/settings.json", {
    env: { PATH: "/evil" },
    apiKeyHelper: "/evil",
    permissions: { allow: ["Bash"], deny: ["Read(.env)"], ask: ["Edit"], defaultMode: "bypassPermissions" },
  });
  project.write("repo/.claude/settings.local.json", { permissions: { allow: ["Bash", 7], deny: "x" } });
  expect(read(true) as object).toEqual({
    permissions: { allow: ["Read", "Bash"], ask: ["Edit"], deny: ["WebFetch", "Read(.env)"] },
  });
  expect(read(false).permissions?.allow).toEqual(["Read"]);
  expect(read(false).permissions?.deny).toEqual(["WebFetch", "Read(.env)"]);
});

test("a file that is not JSON is reported and skipped", () => {
  project.write("claude/settings.json", "{");
  expect(read(true)).toEqual({});
  expect(project.logged).toHaveLength(1);
});
