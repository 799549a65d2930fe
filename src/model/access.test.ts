import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modelVariables, takeModelVariables } from "../platform/model-variables.ts";
import { clientAccess } from "./access.ts";

const ENV = { ANTHROPIC_API_KEY: "key", PATH: "/bin", GITHUB_TOKEN: "other" };

test("a daemon is handed the account's variables only where the settings have Pawl ask a model", () => {
  expect(modelVariables(undefined, ENV)).toEqual({});
  expect(modelVariables('{ "summaries": { "provider": "none" } }', ENV)).toEqual({});
  const on = '{ "summaries": { "provider" : "claude" } }';
  expect(modelVariables(on, ENV)).toEqual({ ANTHROPIC_API_KEY: "key" });
});

test("what is taken is no longer in the environment that hooks get", () => {
  const env: Record<string, string | undefined> = { ...ENV };
  expect(takeModelVariables(env)).toEqual({ ANTHROPIC_API_KEY: "key" });
  expect(env).toEqual({ PATH: "/bin", GITHUB_TOKEN: "other" });
});

test("of the client's settings only what concerns the account is handed over; a damaged file says nothing", () => {
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
