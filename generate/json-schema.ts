/** `schema/`: the JSON schemas of Pawl's own configuration files, from the Zod schemas. */
import { z } from "zod";
import { configSchema, hooksFileSchema } from "../src/hooks/config/schema.ts";

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
