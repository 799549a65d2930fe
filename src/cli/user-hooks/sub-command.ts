/** The definition of a sub-command of `pawl hooks`, and helpers for all of them. */
import { resolve } from "node:path";
import type { Hook } from "../../hooks/config/hooks.ts";
import { HookLoader, type ProjectHooks } from "../../hooks/project-hooks.ts";
import { hookName } from "../../hooks/run-hooks.ts";
import { type TrustState, TrustStore, trustFile } from "../../hooks/trust.ts";
import { type Home, pawlHome } from "../../platform/paths.ts";
import { projectRoot } from "../../platform/project.ts";
import { type CommandInput, optionText } from "../command.ts";
import { agrees, notAsked } from "../person.ts";
import { words } from "../words.ts";

export interface SubCommand {
  /** Besides `--json` and `--project`. */
  options: readonly string[];
  positionals: number;
  run(input: CommandInput): Promise<number>;
}

export interface Here {
  home: Home;
  project: string;
  book: TrustStore;
}

/** The project as the daemon sees it: a worktree has the hooks of its main checkout. */
export function lookHere(values: CommandInput["values"]): Here {
  const home = pawlHome();
  const project = projectRoot(resolve(optionText(values.project) ?? "."));
  return { home, project, book: new TrustStore(trustFile(home.dir)) };
}

export const loadHere = ({ home, book, project }: Here): Promise<ProjectHooks> =>
  new HookLoader(home, book).load(project);

/** With `--json` there is no question: it needs `--yes`. */
export async function isAgreed(question: string, { yes, json }: CommandInput["values"]): Promise<boolean> {
  if (json === true && yes !== true) throw notAsked();
  return agrees(question, yes === true);
}

/** A hook as `--json` shows it. */
export function hookRow(hook: Hook) {
  const { event, matcher, action, source, timeoutMs, async, once, onError } = hook;
  const what =
    action.type === "command"
      ? { command: action.command, ...(action.args === undefined ? {} : { args: action.args }) }
      : action.type === "script"
        ? { script: action.script }
        : action.type === "http"
          ? { url: action.url }
          : { prompt: action.prompt, ...(action.type === "prompt" ? { mode: action.mode } : {}) };
  return {
    event,
    name: hookName(hook),
    matcher,
    type: action.type,
    ...what,
    ...(action.type === "command" ? { exitPolicy: action.exitPolicy } : {}),
    timeoutMs,
    async,
    once,
    onError,
    from: source.kind,
    file: source.file,
    path: hook.id.slice(source.file.length + 1),
  };
}

/** Undefined if there is nothing to do. */
export function toTrustSentence(trust: TrustState, hooks: number): string | undefined {
  if (trust.state === "unknown") return words.hooks.untrusted(hooks);
  if (trust.state === "changed") return words.hooks.changed(trust.changes.join(", "));
  return undefined;
}
