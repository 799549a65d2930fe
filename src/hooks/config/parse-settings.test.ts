/** The settings of a file beside its hooks: defaults, what is refused, and which file wins. */
import { describe, expect, test } from "bun:test";
import type { ConfigSource } from "./hooks.ts";
import { parseConfig } from "./read.ts";
import { toSettings } from "./schema.ts";

const source: ConfigSource = { file: "pawl.json", kind: "project", baseDir: "/project" };
const parse = (value: object) => parseConfig(JSON.stringify(value), source);

describe("settings", () => {
  test("S0.10 everything has a default", () => {
    expect(toSettings({})).toEqual({
      stateFiles: true,
      exclude: [],
      retention: {},
      context: { tokens: 800, coreTokens: 1200, userImports: [] },
      daemon: { idleHours: 8 },
      memory: { askToSave: false, askToSaveAfter: 5 },
      sameProject: [],
      recall: {
        promptTokens: 500,
        fileTokens: 350,
        failureTokens: 300,
        subagentTokens: 170,
        threshold: 2.6,
        holdout: 0,
        kinds: {},
        acrossProjects: false,
      },
      permissions: { deny: [], ask: [] },
      redact: { patterns: [], values: [] },
      prices: {},
      workflow: {},
    });
  });

  test("a section that is gone is reported in a sentence, and the rest is read", () => {
    const { config, findings } = parse({ embeddings: { url: "http://127.0.0.1:11434" }, locale: "en" });
    expect(findings).toHaveLength(1);
    expect(findings[0]?.message).toContain("embeddings");
    expect(config.settings.locale).toBe("en");
  });

  test("a permission rule that is no matcher is said, and the others of its section do not count either", () => {
    const { config, findings } = parse({ permissions: { deny: ["tool == ", "WebFetch"] } });
    expect(config.settings.permissions).toEqual({ deny: ["WebFetch"], ask: [] });
    expect(findings).toMatchObject([{ path: "permissions.deny[0]" }]);
  });

  test("a project overrides the user's settings, except what the daemon is run by", () => {
    const user = parse({ port: 5000, locale: "en", context: { tokens: 100 } }).config.settings;
    const project = parse({ port: 6000, context: { tokens: 500 }, daemon: { idleHours: 1 } }).config.settings;
    expect(toSettings(user, project)).toMatchObject({
      port: 5000,
      locale: "en",
      context: { tokens: 500 },
      daemon: { idleHours: 8 },
    });
  });
});
