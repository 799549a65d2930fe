/** All errors in all files that can contain hooks. */
import { join } from "node:path";
import { clientFindings } from "../../hooks/config/client-findings.ts";
import { type ConfigFinding, lineAt } from "../../hooks/config/findings.ts";
import {
  findOldHooks,
  type LoadedConfig,
  projectSource,
  readConfig,
  userSource,
} from "../../hooks/config/read.ts";
import { hookFindings } from "../../hooks/hook-findings.ts";
import { claudeConfigDir } from "../../platform/paths.ts";
import { green, plain, print, red } from "../output.ts";
import { words } from "../words.ts";
import { uncovered } from "./coverage.ts";
import { loadHere, lookHere, type SubCommand } from "./sub-command.ts";

export const subCommand: SubCommand = {
  options: [],
  positionals: 0,
  async run(input) {
    const here = lookHere(input.values);
    const { home, project } = here;
    const old = { ...projectSource(project), file: join(project, ".claude", "hooks.json") };
    const loaded = [userSource(home), projectSource(project), old].map(readConfig);
    const settings = [
      join(claudeConfigDir(), "settings.json"),
      join(project, ".claude", "settings.json"),
      join(project, ".claude", "settings.local.json"),
    ];
    const migration = findOldHooks(project);
    const { hooks: active } = await loadHere(here);
    const trusted = new Set(active.map(({ id }) => id));
    const own = await Promise.all(loaded.map((one) => findingsOf(one, project, trusted, one.source === old)));
    const uncoveredHooks = loaded.some(({ config }) => config.hooks.length > 0)
      ? await uncovered()
      : undefined;
    const findings = [
      ...own.flat(),
      ...[...new Set(settings)].flatMap(clientFindings),
      ...(migration === undefined ? [] : [migration]),
    ];
    const ok = findings.every(({ level }) => level !== "error");
    const files = loaded.filter(({ text }) => text !== undefined).map(({ source }) => source.file);
    input.answer({ ok, project, files, findings }, () => {
      for (const { level, file, line, message } of findings)
        print(
          `${level === "error" ? red("✗") : "!"} ${file}${line === undefined ? "" : `:${line}`}: ${plain(message)}`,
        );
      const count = loaded.reduce((sum, { config }) => sum + config.hooks.length, 0);
      if (ok) print(`${green("✓")} ${words.hooks.valid(count, files.length)}`);
      if (uncoveredHooks !== undefined) print(words.attention(uncoveredHooks));
    });
    return ok ? 0 : 1;
  },
};

/** In the order of their lines. */
async function findingsOf(
  { findings, config, source, text = "" }: LoadedConfig,
  project: string,
  trusted: ReadonlySet<string>,
  isOld: boolean,
): Promise<ConfigFinding[]> {
  // `hooks.json` allows a description; a configuration does not.
  const own = isOld ? findings.filter(({ path }) => path !== "description") : findings;
  const found = [...own, ...(await hookFindings(config.hooks, project, trusted))].map((one) => ({
    ...one,
    line: one.line ?? lineAt(text, one.path),
  }));
  return found.map((one) => ({ ...one, file: source.file })).sort((a, b) => a.line - b.line);
}
