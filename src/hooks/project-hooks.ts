/** The hooks that count in a project: the user's, and the project's own once the user trusts them. */
import { statSync } from "node:fs";
import type { Finding } from "./config/findings.ts";
import type { Hook } from "./config/hooks.ts";
import { type LoadedConfig, loadConfig, projectSource, userSource } from "./config/read.ts";
import { type Settings, toSettings } from "./config/schema.ts";
import type { TrustState, TrustStore } from "./trust.ts";

export interface ProjectHooks {
  /** What may run, in order: the user's first. */
  hooks: Hook[];
  /** What the project brings, trusted or not. */
  projectHooks: Hook[];
  trust: TrustState;
  settings: Settings;
  findings: Finding[];
}

/** Reads each file again only when it changed; trust is looked up every time. */
export class HookLoader {
  private readonly loaded = new Map<string, { stamp: string; config: LoadedConfig }>();
  /** By the project's file, as long as both files are the ones that it was made of. */
  private readonly merged = new WeakMap<LoadedConfig, { user: LoadedConfig; settings: Settings }>();

  constructor(
    private readonly home: { dir: string; config: string },
    private readonly trust: TrustStore,
  ) {}

  async load(projectDir: string): Promise<ProjectHooks> {
    const [user, project] = await Promise.all([
      this.read(userSource(this.home)),
      this.read(projectSource(projectDir)),
    ]);
    const projectHooks = project.config.hooks;
    const pins =
      projectHooks.length === 0 ? {} : this.trust.pins(projectDir, project.text ?? "", projectHooks);
    const trust = this.trust.state(projectDir, projectHooks, pins);
    return {
      hooks: trust.state === "trusted" ? [...user.config.hooks, ...projectHooks] : [...user.config.hooks],
      projectHooks,
      trust,
      settings: this.settingsOf(user, project),
      findings: [...user.findings, ...project.findings],
    };
  }

  private settingsOf(user: LoadedConfig, project: LoadedConfig): Settings {
    const known = this.merged.get(project);
    if (known?.user === user) return known.settings;
    const settings = toSettings(user.config.settings, project.config.settings);
    this.merged.set(project, { user, settings });
    return settings;
  }

  private async read(source: LoadedConfig["source"]): Promise<LoadedConfig> {
    const stamp = stampOf(source.file);
    const known = this.loaded.get(source.file);
    if (known?.stamp === stamp) return known.config;
    const config = await loadConfig(source);
    this.loaded.set(source.file, { stamp, config });
    return config;
  }
}

/** A file that cannot even be looked at is an unreadable one, and `loadConfig` says so. */
function stampOf(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return "none";
    return `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "unknown";
  }
}
