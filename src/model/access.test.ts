import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelVariables, takeModelVariables } from "../platform/daemon-process.ts";
import { clientAccess } from "./access.ts";

const ENV = { ANTHROPIC_API_KEY: "key", PATH: "/bin", GITHUB_TOKEN: "other" };

test("a daemon gets the account's variables only if the settings make Pawl use a model", () => {
  expect(modelVariables(undefined, ENV)).toEqual({});
  expect(modelVariables('{ "summaries": { "provider": "none" } }', ENV)).toEqual({});
  const on = '{ "summaries": { "provider" : "claude" } }';
  expect(modelVariables(on, ENV)).toEqual({ ANTHROPIC_API_KEY: "key" });
});

test("the variables that Pawl takes are no longer in the environment of hooks", () => {
  const env: Record<string, string | undefined> = { ...ENV };
  expect(takeModelVariables(env)).toEqual({ ANTHROPIC_API_KEY: "key" });
  expect(env).toEqual({ PATH: "/bin", GITHUB_TOKEN: "other" });
});

test("only account settings are read from the client's settings; a damaged file counts as empty", () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-access-"));
  try {
    expect(clientAccess(dir)).toEqual({});
    const hooks = { Stop: [] };
    const settings = { env: { ANTHROPIC_BASE_URL: "http://a", N: 1 }, apiKeyHelper: "get-key", hooks };
    writeFileSync(join(dir, "settings.json"), JSON.stringify(settings));
    expect(clientAccess(dir)).toEqual({ env: { ANTHROPIC_BASE_URL: "http://a" }, apiKeyHelper: "get-key" });
    for (const damaged of ["{", "null", "[]", '"text"']) {
      writeFileSync(join(dir, "settings.json"), damaged);
      expect(clientAccess(dir)).toEqual({});
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
