/** The hooks that apply in a project: the user's, and the project's own once the user trusts them. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { writeHooked } from "../platform/hooked-events.ts";
import type { Home } from "../platform/paths.ts";
import type { ConfigFinding } from "./config/findings.ts";
import type { ConfigSource, Hook } from "./config/hooks.ts";
import { type Config, type LoadedConfig, projectSource, readConfig, userSource } from "./config/read.ts";
import { readUserSettings } from "./config/user-settings.ts";
import { FileCache, stampsOf } from "./file-cache.ts";
import { gateIndexFile } from "./gate-index.ts";
import { hasKeptGates, isGate, keepIndex, keptGates, lostUserGates, updateGateIndex } from "./gates.ts";
import { realDir, type TrustState, TrustStore, trustFile } from "./trust.ts";

export interface ProjectHooks {
  /** Hooks that may run, in order: the user's first. */
  hooks: readonly Hook[];
  /** The project's hooks, trusted or not. */
  projectHooks: readonly Hook[];
  trust: TrustState;
  findings: readonly ConfigFinding[];
  /** Gates that cannot run because their files changed, with the reason. They refuse. */
  shut: readonly ShutGates[];
}

interface ShutGates {
  gates: readonly Hook[];
  why: string;
}

type FileContent = Pick<LoadedConfig, "text" | "findings"> & { hooks: readonly Hook[] };

const NOTHING = { hooks: [], projectHooks: [], findings: [], shut: [] };
const NO_HOOKS: ProjectHooks = { ...NOTHING, trust: { state: "empty" } };

const NO_FILE: FileContent = { text: undefined, findings: [], hooks: [] };

/** Reads each file again only after a change. Trust is checked every time. */
export class HookLoader {
  private readonly loaded = new FileCache<FileContent>();
  /** One of these exists as soon as the user has hooks, or has trusted a project's. */
  private readonly traces: readonly string[];
  /** Stays true, because later deletions leave their gates shut. */
  private wasUsed = false;

  constructor(
    private readonly home: { dir: string; config: string },
    private readonly trust: TrustStore,
    /** Called when the user's configuration was read again and is valid. */
    private readonly onUser?: (config: Config) => void,
  ) {
    this.traces = [home.config, trust.file, gateIndexFile(home.dir)];
  }

  async load(projectDir: string): Promise<ProjectHooks> {
    const project = this.read(fileOf(projectDir), () => projectSource(projectDir));
    if (project === NO_FILE && this.isUnused()) return NO_HOOKS;
    const user = this.read(this.home.config, () => userSource(this.home));
    const isEmpty = project === NO_FILE && user.hooks.length + user.findings.length === 0;
    // Every installation writes an index. Without trust, and without a gate in the index, no hook can apply here.
    if (isEmpty && !this.trust.isKnown() && !hasKeptGates(this.home.dir)) return NO_HOOKS;
    const trust = this.trustOf(projectDir, project);
    const changed = this.changedUserGates(projectDir, user);
    const own = user.hooks.filter((hook) => !changed.some(({ gates }) => gates.includes(hook)));
    return {
      hooks: trust.state === "trusted" ? [...own, ...project.hooks] : own,
      projectHooks: project.hooks,
      trust,
      findings: [...user.findings, ...project.findings],
      shut: [...this.shutProject(projectDir, trust, project), ...this.shutUser(user), ...changed],
    };
  }

  /** The user has written no hook and never trusted a project's, so no hook can run. */
  isUnused(): boolean {
    this.wasUsed ||= !this.traces.every(isAbsent);
    return !this.wasUsed;
  }

  private trustOf(projectDir: string, { hooks, text }: FileContent): TrustState {
    const state = this.trust.state(projectDir, hooks, this.trust.pins(projectDir, text, hooks));
    const isKnown = state.state !== "unknown" && state.state !== "empty";
    if (isKnown || keptGates(this.home.dir, realDir(projectDir), undefined).length === 0) return state;
    // The index contains gates for this project, but the record of the user's consent is missing.
    return { state: "changed", changes: ["trust.json"] };
  }

  /**
   * A change of the file revokes the user's consent, and the gate with it. Otherwise an agent in the project could open a
   * gate by editing or deleting its file. So the gate stays shut, in its last trusted form, until the user reviews the file.
   */
  private shutProject(projectDir: string, trust: TrustState, { hooks }: FileContent): ShutGates[] {
    if (trust.state !== "changed") return [];
    const kept = keptGates(this.home.dir, realDir(projectDir), this.trust.trustedText(projectDir));
    const gates = kept.length > 0 ? kept : hooks.filter(isGate);
    const why = `${trust.changes.join(", ")} changed since you allowed it. Look at it and run: pawl hooks trust`;
    return [{ gates, why }];
  }

  /** User gates whose files changed: edited by the user, who will confirm it, or by the agent that they restrain. */
  private changedUserGates(projectDir: string, { hooks }: FileContent): ShutGates[] {
    return hooks.filter(isGate).flatMap((gate) => {
      const changes = this.trust.changedUserFiles(gate, projectDir);
      if (changes.length === 0) return [];
      const why = `${changes.join(", ")} changed since this gate was last allowed. Look at it and run: pawl hooks trust --user`;
      return [{ gates: [gate], why }];
    });
  }

  private shutUser({ text, findings, hooks }: FileContent): ShutGates[] {
    const isBroken = isUnreadable(findings);
    const isRead = text !== undefined && !isBroken;
    const gates = lostUserGates(this.home, isRead ? hooks : undefined);
    const what = text === undefined ? "is gone" : isBroken ? "cannot be read" : "was changed";
    const why = `${this.home.config} ${what}, and it had this gate. Restore it, or run: pawl hooks trust --user`;
    return gates.length === 0 ? [] : [{ gates, why }];
  }

  private read(file: string, toSource: () => ConfigSource): FileContent {
    // Most projects do not have this file, and this check runs at every event.
    if (isAbsent(file)) return NO_FILE;
    return this.loaded.get(file, () => {
      const stamps = stampsOf([file]);
      const { config, text, findings } = readConfig(toSource());
      if (file === this.home.config && !isUnreadable(findings)) this.onUser?.(config);
      return { value: { text, findings, hooks: config.hooks }, stamps };
    });
  }
}

const fileOf = (projectDir: string): string => join(projectDir, ".claude", "pawl.json");

const isUnreadable = (findings: readonly ConfigFinding[]): boolean =>
  findings.some(({ level, path }) => level === "error" && path === "");

/** A file without access even to its metadata counts as unreadable; `readConfig` reports it. */
function isAbsent(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/**
 * Writes the lists of the user's hooks for programs without a hook loader, `gates.json` and `hooked.json`, after trust or the
 * configuration changed. `force`: a person confirms the configuration, even if it
 * is gone.
 */
export async function indexGates(home: Home, trust: TrustStore, { force = false } = {}): Promise<void> {
  const { config, settings, findings, isMissing } = readUserSettings(home);
  const isBroken = findings.some(({ path, level }) => path === "" && level === "error");
  const isKnown = !isBroken && (force || !isMissing);
  updateGateIndex({
    home,
    trust,
    user: isKnown ? { hooks: config.hooks, permissions: settings.permissions } : undefined,
    isAgreed: force,
  });
  await saveHookLists(home);
}

export async function saveHookLists(home: Home): Promise<void> {
  const trust = new TrustStore(trustFile(home.dir));
  const loader = new HookLoader(home, trust, keepIndex(home, trust));
  // A folder without a project of its own has the user's hooks only.
  const { hooks } = await loader.load(home.dir);
  const events = new Set<string>(hooks.map(({ event }) => event));
  for (const project of trust.projects()) {
    const loaded = await loader.load(project);
    // A trusted gate whose files changed stays shut, so it counts here too.
    if (loaded.trust.state === "trusted" || loaded.trust.state === "changed")
      for (const { event } of loaded.projectHooks) events.add(event);
  }
  writeHooked(home.hooked, [...events].sort());
}
