import type { PermissionDecision } from "../memory/records/knowledge.ts";
import { knowledgeIn } from "../memory/sql/index.ts";
import { formatTime, systemClock } from "../platform/clock.ts";
import { PawlError } from "../platform/errors.ts";
import { type PermissionAnswers, permissionAnswers } from "../recall/permission-answers.ts";
import { quote } from "../text/quote.ts";
import { actionOf, type Command, type CommandInput, flag, json, UsageError, value } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, print } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "permission list|rm [CALL] [--all] [--project DIR] [--limit N] [--json]",
  example: "pawl permission rm 'Bash(git push)'",
  options: { ...json, all: flag, project: value, limit: value },
  positionals: 2,
  run: async (input) => actionOf("permission", { list, rm }, input.positionals[0] ?? "list")(input),
};

async function list(input: CommandInput): Promise<number> {
  const isAll = input.has("all");
  const answers = await withStore((store) => permissionAnswers(store, isAll ? undefined : input.project()));
  const permissions = answers.slice(0, input.limit(50));
  return input.answer({ permissions }, () => {
    if (permissions.length === 0) print(words.permission.none);
    for (const one of permissions) show(one, isAll);
  });
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

async function rm(input: CommandInput): Promise<number> {
  const [, call] = input.positionals;
  if (call === undefined) throw new UsageError(words.errors.missingPermission, "permission rm CALL");
  const answers = { project: input.project(), ...toKind(call) };
  const removed = await withStore((store) => knowledgeIn(store).removePermissions(answers, systemClock()));
  const name = quote(call, 160);
  if (removed > 0) return input.answer({ call, removed }, words.permission.removed(removed, name));
  const { permissionUnknown, permissionUnknownHint: hint } = words.errors;
  throw new PawlError("permission_unknown", permissionUnknown(name), { hint });
}

/** Parses `Bash(git push)` as listed; only a tool for calls without a subject. */
function toKind(call: string): Pick<PermissionDecision, "toolName" | "subject"> {
  const [, toolName = call, subject = ""] = /^([^()]+)\((.*)\)$/s.exec(call) ?? [];
  return { toolName, subject };
}
