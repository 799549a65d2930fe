import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Ajv from "ajv";
import { parse as parseJsonc } from "jsonc-parser";
import { parseConfig } from "../src/hooks/config/read.ts";
import { packageDir } from "../src/platform/paths.ts";

const schemaDir = join(packageDir, "schema");

const samples = [
  ["pawl.json", "pawl.schema.json"],
  ["hooks.json", "hooks.schema.json"],
] as const;

test.each(samples)("S0.14 S0.15 the sample %s names %s and is valid by it", async (sample, schema) => {
  const value = parseJsonc(await readFile(join(schemaDir, "samples", sample), "utf8"));
  expect(value.$schema).toBe(`../${schema}`);
  const validate = new Ajv({ strict: false }).compile(
    JSON.parse(await readFile(join(schemaDir, schema), "utf8")),
  );
  expect(validate(value)).toBe(true);
  expect(validate({ ...value, hooks: { Stop: [{ hooks: [{ type: "shell" }] }] } })).toBe(false);
  expect(validate({ ...value, hoks: {} })).toBe(false);
});

test.each(samples)("S0.14 every hook of the sample %s is one that runs", async (sample) => {
  const text = await readFile(join(schemaDir, "samples", sample), "utf8");
  const { config, findings } = parseConfig(text, { file: sample, kind: "settings", baseDir: "/p" });
  expect(findings.filter((each) => each.level === "error")).toEqual([]);
  expect(config.hooks.length).toBeGreaterThan(2);
});
