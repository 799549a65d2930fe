import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeAt } from "../../platform/paths.ts";
import { changeSetting, checkSetting, viewSettings } from "./settings-view.ts";

function inHome(run: (home: ReturnType<typeof homeAt>) => void) {
  const dir = mkdtempSync(join(tmpdir(), "pawl-settings-"));
  try {
    run(homeAt(dir));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test("every setting says what it means, its value and where it comes from", () =>
  inHome((home) => {
    writeFileSync(home.config, '{\n  // mine\n  "context": { "tokens": 300 }\n}\n');
    const settings = viewSettings(home, { PAWL_PORT: "5000" });
    const of = (path: string) => settings.find((one) => one.path === path);
    expect(of("context.tokens")).toMatchObject({
      value: 300,
      defaultValue: 800,
      source: "config.json",
      type: "integer",
      minimum: 0,
      maximum: 50_000,
      needsRestart: false,
    });
    expect(of("port")).toMatchObject({ value: 5000, source: "environment", variable: "PAWL_PORT" });
    expect(of("daemon.idleHours")).toMatchObject({ value: 8, source: "default", needsRestart: true });
    expect(of("locale")).toMatchObject({
      type: "choice",
      choices: ["en", "zh-TW", "zh-CN", "ko"],
      value: null,
    });
    expect(of("memory.askToSave")).toMatchObject({ type: "boolean", value: false });
    expect(settings.filter((one) => one.meaning === "")).toEqual([]);
  }));

test("a change keeps the user's comments, and null takes a setting out again", () =>
  inHome((home) => {
    writeFileSync(home.config, '{\n  // mine\n  "port": 5001\n}\n');
    expect(changeSetting(home, "context.tokens", 500).context.tokens).toBe(500);
    expect(readFileSync(home.config, "utf8")).toContain("// mine");
    expect(readFileSync(home.config, "utf8")).toContain('"tokens": 500');
    expect(changeSetting(home, "context.tokens", null).context.tokens).toBe(800);
    expect(readFileSync(home.config, "utf8")).not.toContain("tokens");
  }));

test.each([
  ["context.tokens", -1],
  ["context.tokens", "many"],
  ["context.tokens", 1.5],
  ["locale", "klingon"],
  ["port", 70_000],
  ["nonsense", 1],
  ["context", { tokens: 1 }],
  ["__proto__.x", 1],
  ["hooks", {}],
])("%s = %p is refused in words and nothing is written", (path, value) =>
  inHome((home) => {
    writeFileSync(home.config, "{}\n");
    expect(checkSetting(home, path, value)).toEqual(expect.any(String));
    expect(() => changeSetting(home, path, value)).toThrow();
    expect(readFileSync(home.config, "utf8")).toBe("{}\n");
  }),
);

test("a file that is not JSON is not written over", () =>
  inHome((home) => {
    writeFileSync(home.config, '{ "context": ');
    expect(() => changeSetting(home, "context.tokens", 5)).toThrow();
    expect(readFileSync(home.config, "utf8")).toBe('{ "context": ');
  }));

test("a changed file ends with one line break, whether it had one or not", () =>
  inHome((home) => {
    for (const text of ['{ "locale": "en" }', '{ "locale": "en" }\n', ""]) {
      writeFileSync(home.config, text);
      changeSetting(home, "locale", "ko");
      expect(readFileSync(home.config, "utf8")).toMatch(/[^\n]\n$/);
    }
  }));
