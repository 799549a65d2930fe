/** Every generated file of the repository, by its path, with the function that says what stands in it. */
import { join } from "node:path";
import { packageDir } from "../src/platform/paths.ts";
import { hookTypes } from "./hook-types.ts";
import { jsonSchemas } from "./json-schema.ts";
import { openApi } from "./openapi.ts";
import { pluginHooks, pluginHooksSchema } from "./plugin-hooks.ts";
import { redactionVersionModule } from "./redaction-version.ts";

export function generatedFiles(): Record<string, string> {
  const schemas = Object.entries(jsonSchemas()).map(([name, text]) => [`schema/${name}`, text]);
  return {
    ...Object.fromEntries(schemas),
    "types/index.d.ts": hookTypes(),
    "docs/openapi.json": openApi(),
    "plugin/hooks/hooks.json": pluginHooks(),
    "plugin/hooks/hooks.schema.json": pluginHooksSchema(),
    "src/memory/redact/version.ts": redactionVersionModule(join(packageDir, "src", "memory", "redact")),
  };
}
