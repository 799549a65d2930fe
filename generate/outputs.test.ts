import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { packageDir } from "../src/platform/paths.ts";
import { generatedFiles } from "./outputs.ts";

test.each(Object.entries(generatedFiles()))(
  "S0.14 %s is up to date (npm run generate writes it)",
  async (path, text) => {
    expect(await readFile(join(packageDir, path), "utf8")).toBe(text);
  },
);
