/** The hooks that apply in a project: the user's, and the project's own once the user trusts them. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "./config/findings.ts";
import type { ConfigSource, Hook } from "./config/hooks.ts";
import { type LoadedConfig, loadConfig, projectSource, userSource } from "./config/read.ts";
import type { TrustState, TrustStore } from "./trust.ts";

export interface ProjectHooks {
  /** What may run, in order: the user's first. */
  hooks: readonly Hook[];
  /** What the project brings, trusted or not. */
  projectHooks: readonly Hook[];
  trust: TrustState;
  findings: readonly Finding[];
}

type FileContent = Pick<LoadedConfig, "text" | "findings"> & { hooks: readonly Hook[] };

const NO_FILE: FileContent = { text: undefined, findings: [], hooks: [] };

/** Reads each file again only when it changed; trust is looked up every time. */
export class HookLoader {
  private readonly loaded = new Map<string, { stamp: string; content: FileContent }>();

  constructor(
    private readonly home: { dir: string; config: string },
    private readonly trust: TrustStore,
  ) {}

  async load(projectDir: string): Promise<ProjectHooks> {
    const [user, project] = await Promise.all([
      this.read(this.home.config, () => userSource(this.home)),
      this.read(join(projectDir, ".claude", "pawl.json"), () => projectSource(projectDir)),
    ]);
    const trust = this.trustOf(projectDir, project);
    return {
      hooks: trust.state === "trusted" ? [...user.hooks, ...project.hooks] : user.hooks,
      projectHooks: project.hooks,
      trust,
      findings: [...user.findings, ...project.findings],
    };
  }

  private trustOf(projectDir: string, { hooks, text = "" }: FileContent): TrustState {
    if (hooks.length === 0) return { state: "empty" };
    return this.trust.state(projectDir, hooks, this.trust.pins(projectDir, text, hooks));
  }

  private async read(file: string, toSource: () => ConfigSource): Promise<FileContent> {
    const stamp = stampOf(file);
    // Most projects have no such file, and this runs at every event.
    if (stamp === "none") return NO_FILE;
    const known = this.loaded.get(file);
    if (known?.stamp === stamp) return known.content;
    const { config, text, findings } = await loadConfig(toSource());
    const content = { text, findings, hooks: config.hooks };
    this.loaded.set(file, { stamp, content });
    return content;
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
