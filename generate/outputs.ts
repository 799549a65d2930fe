/** Every generated file of the repository, by its path, with the function that says what stands in it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageDir } from "../src/platform/paths.ts";
import { clientSetups } from "./client-setups.ts";
import { hookTypes } from "./hook-types.ts";
import { jsonSchemas } from "./json-schema.ts";
import { openApi } from "./openapi.ts";
import { pluginHooks, pluginHooksSchema } from "./plugin-hooks.ts";
import { redactionVersionModule } from "./redaction-version.ts";
import { commonWords, saidWeights } from "./said-weights.ts";

export function generatedFiles(): Record<string, string> {
  const schemas = Object.entries(jsonSchemas()).map(([name, text]) => [`schema/${name}`, text]);
  const weights = Object.entries(saidWeights()).map(([name, text]) => [
    `src/memory/learn/${name}-weights.json`,
    text,
  ]);
  return {
    ...Object.fromEntries(schemas),
    "types/index.d.ts": hookTypes(),
    "docs/openapi.json": openApi(),
    // The same for CommonJS: a compiler takes a module's kind from the ending.
    "types/index.d.cts": hookTypes(),
    "types/sdk.d.cts": toCommonJS(readFileSync(join(packageDir, "types", "sdk.d.ts"), "utf8")),
    "plugin/hooks/hooks.json": pluginHooks(),
    "plugin/hooks/hooks.schema.json": pluginHooksSchema(),
    ...Object.fromEntries(weights),
    "src/text/common-words.json": commonWords(),
    "src/clients/setup-table.ts": clientSetups(),
    "src/redact/version.ts": redactionVersionModule(join(packageDir, "src", "redact")),
  };
}

/** The Agent SDK is an ES module; its types can still be named. */
function toCommonJS(declarations: string): string {
  return declarations
    .replace(
      'from "@anthropic-ai/claude-agent-sdk";',
      'from "@anthropic-ai/claude-agent-sdk" with { "resolution-mode": "import" };',
    )
    .replace("./index.js", "./index.cjs");
}
