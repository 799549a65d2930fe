import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultPort, type Home, homeAt } from "../../platform/paths.ts";
import { readUserSettings, saveSetting } from "./user-settings.ts";

function inHome(use: (home: Home) => void): void {
  const dir = mkdtempSync(join(tmpdir(), "pawl-settings-"));
  try {
    use(homeAt(dir));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test("S0.10 settings come from the environment, then the file, then defaults", () =>
  inHome((home) => {
    const { settings: defaults, isMissing } = readUserSettings(home, {});
    expect(isMissing).toBe(true);
    expect(defaults).toMatchObject({
      port: defaultPort(),
      daemon: { idleHours: 8 },
      context: { tokens: 800 },
    });
    writeFileSync(home.config, '{ // mine\n  "context": { "tokens": 100 }\n}\n');
    expect(readUserSettings(home, {}).isMissing).toBe(false);
    saveSetting(home, "port", 5000);
    expect(readFileSync(home.config, "utf8")).toContain("// mine");
    expect(readUserSettings(home, {}).settings).toMatchObject({ port: 5000, context: { tokens: 100 } });
    expect(readUserSettings(home, { PAWL_PORT: "6000" }).settings.port).toBe(6000);
    for (const [text, port] of Object.entries({ "1": 1, "65535": 65_535, "": 5000 }))
      expect(readUserSettings(home, { PAWL_PORT: text }).settings.port).toBe(port);
    for (const text of ["many", "0", "65536", "1.5"])
      expect(() => readUserSettings(home, { PAWL_PORT: text })).toThrow("PAWL_PORT");
  }));

test("a mistake costs its own section and is said", () =>
  inHome((home) => {
    writeFileSync(home.config, '{"port": "high", "contxt": {}, "daemon": {"idleHours": 2}}');
    const { settings, findings } = readUserSettings(home, {});
    expect(settings).toMatchObject({ port: defaultPort(), daemon: { idleHours: 2 } });
    expect(findings.map(({ path }) => path)).toEqual(["port", "contxt"]);
    expect(findings[1]?.message).toContain('did you mean "context"');
  }));

test("a file that does not parse is not written to", () =>
  inHome((home) => {
    writeFileSync(home.config, "{ half");
    expect(readUserSettings(home, {}).findings).toHaveLength(1);
    expect(() => saveSetting(home, "port", 5000)).toThrow("Not JSON");
    expect(readFileSync(home.config, "utf8")).toBe("{ half");
  }));
