import { resolve } from "node:path";
import type { PermissionDecision } from "../memory/records/knowledge.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { formatTime, systemClock } from "../platform/clock.ts";
import { PawlError } from "../platform/errors.ts";
import { projectRoot } from "../platform/project.ts";
import { type PermissionAnswers, permissionAnswers } from "../recall/permission-answers.ts";
import type { Store } from "../store/store.ts";
import { quote } from "../text/quote.ts";
import { type Command, type CommandInput, json, toLimit, toText, UsageError } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, print, printJson } from "./output.ts";
import { words } from "./words.ts";

const SHOWN = 50;

export const command: Command = {
  usage: "permission list|rm [CALL] [--all] [--project DIR] [--limit N] [--json]",
  example: "pawl permission rm 'Bash(git push)'",
  options: { ...json, all: { type: "boolean" }, project: { type: "string" }, limit: { type: "string" } },
  positionals: 2,
  async run({ values, positionals }) {
    const [action = "list", call] = positionals;
    const project = projectRoot(resolve(toText(values.project) ?? "."));
    if (action === "list") return withStore((store) => list(store, project, values));
    if (action === "rm") return withStore((store) => remove(store, call, project, values));
    throw new UsageError(words.errors.unknownAction("permission", action, "list, rm"));
  },
};

async function list(store: Store, project: string, values: CommandInput["values"]): Promise<number> {
  const answers = await permissionAnswers(store, values.all === true ? undefined : project);
  const shown = answers.slice(0, toLimit(values.limit, SHOWN));
  if (values.json === true) printJson({ permissions: shown });
  else if (shown.length === 0) print(words.permission.none);
  else for (const one of shown) show(one, values.all === true);
  return 0;
}

function show({ call, project, allowed, refused, lastAt, reason }: PermissionAnswers, isAll: boolean): void {
  const say = words.permission;
  const counts = [
    ...(refused === 0 ? [] : [say.refused(refused)]),
    ...(allowed === 0 ? [] : [say.allowed(allowed)]),
    say.last(formatTime(lastAt).slice(0, 10)),
    ...(isAll ? [project] : []),
  ];
  print(`${bold(quote(call, 160))}  ${dim(counts.join(" · "))}`);
  if (reason !== undefined) print(`  ${say.reason(quote(reason, 200))}`);
}

async function remove(
  store: Store,
  call: string | undefined,
  project: string,
  values: CommandInput["values"],
): Promise<number> {
  if (call === undefined) throw new UsageError(words.errors.missingPermission, "permission rm CALL");
  const removed = await knowledgeIn(store).removePermissions({ project, ...toKind(call) }, systemClock());
  if (removed === 0) {
    throw new PawlError("permission_unknown", words.errors.permissionUnknown(quote(call, 160)), {
      hint: words.errors.permissionUnknownHint,
    });
  }
  if (values.json === true) printJson({ call, removed });
  else print(words.permission.removed(removed, quote(call, 160)));
  return 0;
}

/** `Bash(git push)` as it is listed; a tool alone for calls that are about nothing in particular. */
function toKind(call: string): Pick<PermissionDecision, "toolName" | "subject"> {
  const [, toolName = call, subject = ""] = /^([^()]+)\((.*)\)$/s.exec(call) ?? [];
  return { toolName, subject };
}
