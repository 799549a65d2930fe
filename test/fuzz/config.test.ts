import { expect, test } from "bun:test";
import fc from "fast-check";
import { HOOK_EVENTS } from "../../src/clients/index.ts";
import { parseConfig } from "../../src/hooks/config/read.ts";
import { SECTIONS, toSettings } from "../../src/hooks/config/schema.ts";
import { anyJson, anyText, LIMIT, runs } from "./runs.ts";

const kinds = ["user", "project", "settings"] as const;
const source = (kind: (typeof kinds)[number]) => ({ file: "/p/config.json", kind, baseDir: "/p" });

const hook = fc.dictionary(
  fc.constantFrom(
    "type",
    "command",
    "script",
    "path",
    "prompt",
    "timeout",
    "timeoutMs",
    "async",
    "onError",
    "exitPolicy",
    "mode",
  ),
  fc.oneof(anyJson, fc.constantFrom("command", "script", "prompt", 5, -1, true)),
);
const group = fc.oneof(
  anyJson,
  fc.record({ matcher: anyText, hooks: fc.array(fc.oneof(hook, anyJson), { maxLength: 3 }) }),
);
const config = fc.dictionary(
  fc.oneof(fc.constantFrom(...Object.keys(SECTIONS), "hooks", "hookScriptPaths", "$schema"), anyText),
  fc.oneof(
    anyJson,
    fc.dictionary(fc.constantFrom(...HOOK_EVENTS), fc.oneof(anyJson, fc.array(group, { maxLength: 2 }))),
  ),
  { maxKeys: 5 },
);

test(
  "S2.14 any configuration is read: errors are reported with messages, and the rest applies",
  () => {
    const text = fc.oneof(
      anyText,
      config.map((value) => JSON.stringify(value)),
      anyJson.map((value) => JSON.stringify(value)),
    );
    const property = fc.property(text, fc.constantFrom(...kinds), (written, kind) => {
      const parsed = parseConfig(written, source(kind));
      for (const { message } of parsed.findings) expect(message.trim()).not.toBe("");
      // Whatever was wrong, there are settings to run with.
      expect(toSettings(parsed.config.settings).daemon.idleHours).toBeGreaterThan(0);
    });
    fc.assert(property, runs);
  },
  LIMIT,
);

test(
  "a valid setting is applied next to any invalid one",
  () => {
    const property = fc.property(config, fc.integer({ min: 0, max: 50_000 }), (rest, tokens) => {
      const written = JSON.stringify({ ...rest, context: { tokens } });
      expect(parseConfig(written, source("user")).config.settings.context).toEqual({
        tokens,
        coreTokens: 1200,
        userImports: [],
      });
    });
    fc.assert(property, runs);
  },
  LIMIT,
);
