/** The user's own hooks and rules as one part of the daemon: runtime, trust, and the rules of `config.json`. */
import type { ModelAccess } from "../model/ask-model.ts";
import { processEnv } from "../platform/env.ts";
import type { Home } from "../platform/paths.ts";
import type { Settings } from "./config/schema.ts";
import { createEvaluate } from "./evaluate.ts";
import { createPermissions, createRules } from "./permission-rules.ts";
import { HookRuntime, type RuntimeOptions } from "./runtime.ts";
import { TrustStore, trustFile } from "./trust.ts";
import { UserHooks } from "./user-hooks.ts";

interface UserHooksDeps extends Pick<RuntimeOptions, "log" | "count" | "onRun"> {
  home: Home;
  settings: Settings;
  access: ModelAccess;
}

export function createUserHooks({ home, settings, access, ...options }: UserHooksDeps) {
  const runtime = new HookRuntime({ env: processEnv, evaluate: createEvaluate(access), ...options });
  return {
    runtime,
    hooks: new UserHooks({ home, trust: new TrustStore(trustFile(home.dir)), runtime }),
    rules: createRules(createPermissions(home, settings)),
  };
}
