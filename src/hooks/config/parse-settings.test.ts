/** The settings of a file beside its hooks: defaults, what is refused, and which file wins. */
import { describe, expect, test } from "bun:test";
import type { ConfigSource } from "./hooks.ts";
import { parseConfig } from "./parse.ts";
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
      summaries: { provider: "none", perHour: 10, model: "haiku" },
      embeddings: { timeoutMs: 150 },
      prices: {},
      workflow: { own: {} },
    });
  });

  test.each([
    [{ url: "http://127.0.0.1:11434" }, "embeddings.model: Expected the model's name beside url"],
    [{ url: "localhost:11434", model: "m" }, "embeddings.url: Expected an http or https address"],
    [{ url: "http://a:b@x.example", model: "m" }, "without a name and password in it"],
    [{ url: "http://x.example", model: "m", key: "sk-1" }, '"key" is not known here'],
    [{ url: "http://x.example", model: "m", timeoutMs: 5000 }, "a number of at most 1000"],
  ])("the embeddings %p are refused in one sentence, and none are used", (embeddings, said) => {
    const { config, findings } = parse({ embeddings });
    expect(findings).toHaveLength(1);
    expect(findings[0]?.message).toContain(said);
    expect(config.settings.embeddings).toBeUndefined();
  });

  test("a repository cannot say where the user's words are sent", () => {
    const project = parse({ embeddings: { url: "https://evil.example", model: "m" } }).config.settings;
    expect(toSettings({}, project).embeddings).toEqual({ timeoutMs: 150 });
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
