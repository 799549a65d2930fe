/**
 * Gates (`onError: "deny"`): which hooks are gates, what they refuse while they cannot run, and the form that the user last
 * approved, even if the files have changed since.
 */
import { type HookEventName, type KnownInput, type Reply, toBlock } from "../clients/index.ts";
import { mergeReplies } from "../clients/merge-replies.ts";
import type { ConfigSource, Hook } from "./config/hooks.ts";
import { type Config, parseConfig, projectSource, userSource } from "./config/read.ts";
import { FileCache, stampsOf } from "./file-cache.ts";
import { gateIndexFile, type IndexedGate, readGateIndex, writeGateIndex } from "./gate-index.ts";
import { callOf } from "./matcher/call.ts";
import { compileMatcher, toolsNamed } from "./matcher/matcher.ts";
import type { Permissions } from "./permission-rules.ts";
import { hookName, toRefusal } from "./run-hooks.ts";
import type { TrustStore } from "./trust.ts";

/** A gate (`onError: "deny"`) refuses if it cannot judge. An async hook is no gate: the client does not wait for it. */
export function isGate({ onError, async }: Pick<Hook, "onError" | "async">): boolean {
  return onError === "deny" && !async;
}

/** The refusals of all gates in `hooks` that apply to this event; empty if none does. */
export function closedGates(
  input: KnownInput,
  hooks: readonly Hook[],
  projectDir: string,
  why: string,
): Reply {
  const concerned = hooks.filter(
    (hook) => hook.event === input.event && isGate(hook) && hook.matches(input.raw, { projectDir }),
  );
  const refusals = concerned.map((hook) => ({
    name: hookName(hook),
    reply: toRefusal(input.event, hook, why),
  }));
  return mergeReplies(refusals).reply;
}

/** Programs that start others outside of the calling session, or type into another terminal. */
const DETOURS =
  /\b(?:unshare|nsenter|bwrap|firejail|chroot|systemd-run|crontab|batch|at|tmux|screen|zellij|dtach|abduco|ssh|xterm|kitty|wezterm|xdotool|osascript|launchctl|docker|podman|runuser|machinectl)\b/;
const LOOSENS = /\bpawl\b[\s\S]*\b(?:hooks\s+(?:trust|watch)|uninstall|exclude)\b/;

/**
 * If a project has gates, a command must not loosen Pawl's own protection in a way that hides the session from Pawl. (Without
 * such a detour the command itself detects the session and refuses.)
 */
export function detourRefusal(input: KnownInput, gates: readonly Hook[], projectDir: string): Reply {
  if (input.event !== "PreToolUse" || gates.length === 0) return {};
  const { command } = Object(input.raw.tool_input) as { command?: unknown };
  if (typeof command !== "string") return {};
  const { texts } = callOf(input.raw, projectDir).texts();
  const isDetour = texts.some((text) => DETOURS.test(text)) && texts.some((text) => LOOSENS.test(text));
  return isDetour ? toBlock(input.event, DETOUR) : {};
}

const DETOUR =
  "What loosens Pawl's gates (trust, watch, uninstall, exclude) is a person's to run, in a terminal of their own.";

interface GateHome {
  dir: string;
  config: string;
}

/** The gates of a project: from the trusted configuration text, else from the index. */
export function keptGates(homeDir: string, project: string, trustedText: string | undefined): Hook[] {
  if (trustedText !== undefined)
    return parseConfig(trustedText, projectSource(project)).config.hooks.filter(isGate);
  return indexed(homeDir, (gate) => gate.project === project).map((gate) =>
    toHook(gate, projectSource(project)),
  );
}

/** True if the index contains any gate. */
export const hasKeptGates = (homeDir: string): boolean => indexed(homeDir, () => true).length > 0;

/**
 * Gates that the user's configuration once had and that are now missing or changed. Without `hooks` (the configuration cannot
 * be read) these are all of them. A gate stays in force until a person removes it.
 */
export function lostUserGates(home: GateHome, hooks?: readonly Hook[]): Hook[] {
  return lostFrom(home, hooks).map((gate) => toHook(gate, userSource(home)));
}

function lostFrom(home: GateHome, hooks: readonly Hook[] = []): IndexedGate[] {
  const now = hooks.filter(isGate).map((hook) => toIndexed(hook, null));
  const isThere = ({ event, matcher, runs }: IndexedGate) =>
    now.some((one) => one.event === event && one.matcher === matcher && one.runs === (runs ?? one.runs));
  const isOwn = ({ project, source, name }: IndexedGate) =>
    project === null && source === home.config && !name.startsWith(RULE);
  return indexed(home.dir, (gate) => isOwn(gate) && !isThere(gate));
}

/** Marks the user's rules in the index, because they are not hooks. */
const RULE = "permissions.";

/** Keyed by home. Queried at every event of users without a configuration. */
const indexes = new FileCache<readonly IndexedGate[]>();

function indexed(homeDir: string, wanted: (gate: IndexedGate) => boolean): IndexedGate[] {
  const file = gateIndexFile(homeDir);
  try {
    const gates = indexes.get(homeDir, () => {
      const stamps = stampsOf([file]);
      return { value: readGateIndex(homeDir) ?? [], stamps };
    });
    return gates.filter(wanted);
  } catch {
    // The other copy, trust.json, still contains the trusted text.
    return [];
  }
}

/** This hook never runs. Pawl refuses every call that it would judge. */
function toHook({ event, matcher, name, source }: IndexedGate, from: ConfigSource): Hook {
  return {
    id: `${source}#${name}`,
    event: event as HookEventName,
    matcher,
    matches: compileMatcher(matcher, { gate: true }),
    action: { type: "prompt", prompt: name, mode: "evaluate" },
    timeoutMs: 1000,
    async: false,
    onError: "deny",
    once: false,
    description: name,
    source: from,
    scriptPaths: [],
  };
}

interface Indexing {
  home: GateHome;
  trust: TrustStore;
  /** Undefined if the user's configuration cannot be read: then its index entries stay. */
  user: { hooks: readonly Hook[]; permissions: Permissions } | undefined;
  /** A person confirms the current configuration. Gates that it no longer has are dropped. */
  isAgreed?: boolean;
}

export function updateGateIndex({ home, trust, user, isAgreed = false }: Indexing): void {
  const projects = trust.projects().flatMap((project) => {
    const gates = keptGates(home.dir, project, trust.trustedText(project));
    return gates.map((hook) => toIndexed(hook, project));
  });
  const own =
    user === undefined
      ? indexed(home.dir, ({ project }) => project === null)
      : [
          ...user.hooks.filter(isGate).map((hook) => toIndexed(hook, null)),
          ...(isAgreed ? [] : lostFrom(home, user.hooks)),
          ...rulesOf(user.permissions, home.config),
        ];
  writeGateIndex(home.dir, [...own, ...projects]);
}

/** For a loader: updates the index whenever the user's configuration is read again. */
export const keepIndex =
  (home: GateHome, trust: TrustStore) =>
  ({ hooks, settings: { permissions = { deny: [], ask: [] } } }: Config): void =>
    updateGateIndex({ home, trust, user: { hooks, permissions } });

function toIndexed(hook: Hook, project: string | null): IndexedGate {
  const { event, matcher, source, action, once, condition } = hook;
  return {
    project,
    event,
    tools: toolsNamed(matcher) ?? null,
    matcher,
    name: hookName(hook),
    source: source.file,
    runs: JSON.stringify({ ...action, once, condition }),
  };
}

function rulesOf({ deny, ask }: Permissions, source: string): IndexedGate[] {
  const toGates = (kind: string, rules: readonly string[]) =>
    rules.map((matcher) => {
      const tools = toolsNamed(matcher) ?? null;
      return { project: null, event: "PreToolUse", tools, matcher, name: `${RULE}${kind}`, source };
    });
  return [...toGates("deny", deny), ...toGates("ask", ask)];
}
