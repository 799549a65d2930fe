/** The configuration examples in the docs are valid. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseConfig, projectSource } from "../../src/hooks/config/read.ts";

const root = resolve(import.meta.dir, "..", "..");

test("S0.15 the hooks in docs/hooks.md are valid as written", () => {
  const text = readFileSync(join(root, "docs/hooks.md"), "utf8");
  const shown = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = ""]) => json);
  expect(shown.length).toBeGreaterThan(0);
  for (const json of shown) {
    const { config, findings } = parseConfig(json, projectSource(root));
    expect(findings).toEqual([]);
    expect(new Set(config.hooks.map(({ action }) => action.type))).toEqual(
      new Set(["script", "command", "prompt"]),
    );
  }
});
