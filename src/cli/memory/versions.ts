/** `pawl memory` keep, drop, history and rollback. */

import { unifiedDiff } from "../../clients/settings/diff.ts";
import type { MemoryVersion } from "../../memory/records/memory.ts";
import { changeMemory, checkMayChange, inScope } from "../../memory/remember/remember.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { formatTime, systemClock } from "../../platform/clock.ts";
import { redactor } from "../../redact/redactor.ts";
import { quote } from "../../text/quote.ts";
import { UsageError } from "../command.ts";
import { bold, dim, plain, print, printJson } from "../output.ts";
import { needsPerson } from "../person.ts";
import { words } from "../words.ts";
import { type Action, commandAuthor, named, placeOf, unknownMemory } from "./action.ts";

export async function history(action: Action): Promise<void> {
  const { store, rest, values } = action;
  const uri = named(rest, "history");
  const versions = await memoriesIn(store).memoryVersions(
    inScope({ uri, project: await placeOf(uri, action) }),
  );
  if (versions.length === 0) throw unknownMemory(uri);
  if (values.json === true) {
    printJson({ uri, versions });
    return;
  }
  for (const [i, version] of versions.entries()) {
    const why = version.reason === undefined ? "" : `: ${plain(version.reason)}`;
    print(
      `${bold(String(version.version))}  ${formatTime(version.at)}  ${version.author}${why} ${dim(`(${version.status}, ${words.memory.priority(version.priority)})`)}`,
    );
    for (const line of changesIn(version, versions[i + 1])) print(`  ${line}`);
  }
}

/** What a version changed. For the first one, its content. */
function changesIn(version: MemoryVersion, before: MemoryVersion | undefined): string[] {
  if (before === undefined) return [quote(version.content, 200)];
  const fields = (["priority", "status", "disclosure"] as const)
    .filter((name) => version[name] !== before[name])
    .map(
      (name) =>
        `${name}: ${plain(String(before[name] ?? words.none))} → ${plain(String(version[name] ?? words.none))}`,
    );
  const lines = unifiedDiff("", before.content, version.content)
    .split("\n")
    .slice(2)
    .filter((line) => /^[-+]/.test(line))
    .map((line) => `${line.charAt(0)} ${quote(line.slice(1), 200)}`);
  const changes = [...lines, ...fields];
  return changes.length === 0 ? [dim(words.memory.noVisibleChange)] : changes;
}

export async function rollback({ store, project, rest, values }: Action): Promise<void> {
  const uri = named(rest, "rollback");
  const to = Number(rest[1]);
  if (!Number.isInteger(to) || to < 1)
    throw new UsageError(words.errors.missingVersion, "memory rollback URI VERSION");
  const by = commandAuthor(project);
  await checkMayChange(store, inScope({ uri, project }), { by: by.by, project });
  const change = { ...by, at: systemClock(), reason: words.memory.rollbackReason(to) };
  const memory = await memoriesIn(store).rollbackMemory(inScope({ uri, project }), to, change);
  if (values.json === true) printJson(memory);
  else print(words.memory.rolledBack(to, uri, memory.version));
}

/** Confirms a proposal. Only a person can: a model would confirm its own. */
export async function keep({ store, project, rest, values }: Action): Promise<void> {
  const uri = named(rest, "keep");
  needsPerson("pawl memory keep", project);
  const by = { ...commandAuthor(project), at: systemClock() };
  const memory = await changeMemory(store, { uri, project }, { status: "active" }, by, redactor);
  if (values.json === true) printJson(memory);
  else print(words.memory.kept(uri));
}

export async function drop({ store, project, rest, values }: Action): Promise<void> {
  const uri = named(rest, "drop");
  const by = { ...commandAuthor(project), at: systemClock() };
  await changeMemory(store, { uri, project }, { status: "deleted" }, by, redactor);
  if (values.json === true) printJson({ uri });
  else print(words.memory.dropped(uri));
}
