/** All errors in all files that can contain hooks. */
import { join } from "node:path";
import { clientFindings } from "../../hooks/config/client-findings.ts";
import { type ConfigFinding, finding } from "../../hooks/config/findings.ts";
import type { Hook } from "../../hooks/config/hooks.ts";
import {
  findOldHooks,
  type LoadedConfig,
  loadConfig,
  projectSource,
  userSource,
} from "../../hooks/config/read.ts";
import { parseProblem } from "../../hooks/run/script-parse.ts";
import { HookRuntime } from "../../hooks/runtime.ts";
import { checkScript } from "../../hooks/script-paths.ts";
import { expandFolders } from "../../hooks/variables.ts";
import { processEnv } from "../../platform/env.ts";
import { claudeConfigDir } from "../../platform/paths.ts";
import { green, plain, print, printJson, red } from "../output.ts";
import { words } from "../words.ts";
import { uncovered } from "./coverage.ts";
import { loadHere, lookHere, type SubCommand } from "./sub-command.ts";

export const subCommand: SubCommand = {
  options: [],
  positionals: 0,
  async run({ values }) {
    const here = lookHere(values);
    const { home, project } = here;
    const old = { ...projectSource(project), file: join(project, ".claude", "hooks.json") };
    const loaded = await Promise.all([userSource(home), projectSource(project), old].map(loadConfig));
    const settings = [
      join(claudeConfigDir(), "settings.json"),
      join(project, ".claude", "settings.json"),
      join(project, ".claude", "settings.local.json"),
    ];
    const migration = findOldHooks(project);
    const { hooks: active } = await loadHere(here);
    const trusted = new Set(active.map(({ id }) => id));
    const unloadable = await Promise.all(
      loaded.map(({ config, source }) => loadFindings(config.hooks, project, source.file, trusted)),
    );
    const uncoveredHooks = loaded.some(({ config }) => config.hooks.length > 0)
      ? await uncovered()
      : undefined;
    const findings = [
      ...unloadable.flat(),
      ...loaded.flatMap((one) => findingsOf(one, project, one.source === old)),
      ...(await Promise.all([...new Set(settings)].map(clientFindings))).flat(),
      ...(migration === undefined ? [] : [migration]),
    ];
    const ok = findings.every(({ level }) => level !== "error");
    const files = loaded.filter(({ text }) => text !== undefined).map(({ source }) => source.file);
    if (values.json === true) {
      printJson({ ok, project, files, findings });
      return ok ? 0 : 1;
    }
    for (const { level, file, message } of findings)
      print(`${level === "error" ? red("✗") : "!"} ${file}: ${plain(message)}`);
    const count = loaded.reduce((sum, { config }) => sum + config.hooks.length, 0);
    if (ok) print(`${green("✓")} ${words.hooks.valid(count, files.length)}`);
    if (uncoveredHooks !== undefined) print(words.attention(uncoveredHooks));
    return ok ? 0 : 1;
  },
};

function findingsOf(
  { findings, config, source }: LoadedConfig,
  project: string,
  isOld: boolean,
): ConfigFinding[] {
  // `hooks.json` allows a description; a configuration does not.
  const own = isOld ? findings.filter(({ path }) => path !== "description") : findings;
  const unusable = config.hooks.flatMap((hook) => [
    ...scriptFinding(hook, project, source.file),
    ...eventFinding(hook, source.file),
  ]);
  return [...own, ...unusable];
}

/**
 * Scripts are imported in the process that would run them: what does not load says why, with its place. Those that
 * the user has not allowed are only parsed, because importing runs code.
 */
async function loadFindings(
  hooks: readonly Hook[],
  projectDir: string,
  file: string,
  trusted: ReadonlySet<string>,
): Promise<ConfigFinding[]> {
  const runtime = new HookRuntime({ env: processEnv, log: () => undefined, count: () => undefined });
  try {
    const found = hooks.map(async (hook): Promise<ConfigFinding[]> => {
      if (hook.action.type !== "script") return [];
      const check = checkScript(
        expandFolders(hook.action.script, { projectDir }),
        hook.source,
        hook.scriptPaths,
      );
      if (!check.ok) return [];
      const why = trusted.has(hook.id)
        ? await loadProblem(runtime, check.file, projectDir)
        : parseProblem(check.file);
      if (why === undefined) return [];
      const path = `${hook.id.slice(file.length + 1)}.script`;
      const parts = {
        expected: "a script that loads",
        found: hook.action.script,
        message: `${path}: ${why}`,
      };
      return [{ ...finding(file, [], parts), path }];
    });
    return (await Promise.all(found)).flat();
  } finally {
    await runtime.close();
  }
}

const LOAD_MS = 10_000;

async function loadProblem(runtime: HookRuntime, file: string, folder: string): Promise<string | undefined> {
  const only = { input: undefined, toolUseID: undefined, timeoutMs: LOAD_MS, onlyLoad: true };
  const result = await runtime.scripts.run({ file, folder, ...only });
  if (result.kind === "answer") return undefined;
  return result.kind === "timeout" ? `It was not loaded within ${LOAD_MS / 1000} s.` : result.error;
}

function eventFinding({ event, id }: Hook, file: string): ConfigFinding[] {
  if (event !== "WorktreeCreate") return [];
  const path = id.slice(file.length + 1);
  const parts = { level: "warning" as const, expected: "another event", found: event };
  const message = `${path}: Pawl never registers ${event}, because a hook there must make the worktree itself. Use .claude/settings.json.`;
  return [{ ...finding(file, [], { ...parts, message }), path }];
}

/** Problems that would otherwise appear only when the hook runs. */
function scriptFinding(hook: Hook, projectDir: string, file: string): ConfigFinding[] {
  if (hook.action.type !== "script") return [];
  const script = expandFolders(hook.action.script, { projectDir });
  const check = checkScript(script, hook.source, hook.scriptPaths);
  if (check.ok) return [];
  const path = hook.id.slice(file.length + 1);
  const parts = { expected: "a script in hookScriptPaths", found: hook.action.script };
  return [
    {
      ...finding(file, [], { ...parts, message: `${path}.script: ${check.reason}` }),
      path: `${path}.script`,
    },
  ];
}
