/** Writes `schema/` from the Zod schemas: `bun src/hooks/config/json-schema.ts`. A test holds the two together. */
import { join } from "node:path";
import { z } from "zod";
import { packageDir } from "../../platform/paths.ts";
import { configSchema, hooksFileSchema } from "./schema.ts";

export const schemaDir = join(packageDir, "schema");

const FILES = {
  "pawl.schema.json": { schema: configSchema, title: "Pawl: config.json and .claude/pawl.json" },
  "hooks.schema.json": { schema: hooksFileSchema, title: "Pawl: hooks.json" },
};

/** File name → its text. */
export function jsonSchemas(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(FILES).map(([name, { schema, title }]) => {
      const json = z.toJSONSchema(schema, { target: "draft-7", io: "input" });
      return [name, `${JSON.stringify({ ...json, title }, null, 2)}\n`];
    }),
  );
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(jsonSchemas())) await Bun.write(join(schemaDir, name), text);
}
