/** `pawl memory` keep, drop, rm, history and rollback. */

import { unifiedDiff } from "../../clients/settings/diff.ts";
import { isClientUri } from "../../memory/client/uri.ts";
import type { MemoryVersion } from "../../memory/records/memory.ts";
import { checkMayChange, inScope } from "../../memory/remember/remember.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { formatTime, systemClock } from "../../platform/clock.ts";
import { quote } from "../../text/quote.ts";
import { UsageError } from "../command.ts";
import { bold, dim, plain, print } from "../output.ts";
import { needsPerson } from "../person.ts";
import { words } from "../words.ts";
import { type Action, change, commandAuthor, named, unknownMemory } from "./action.ts";
import { placeOf, removeClient } from "./client.ts";

export async function history(action: Action): Promise<number> {
  const uri = named(action.rest, "history");
  const place = inScope({ uri, project: await placeOf(uri, action) });
  const versions = await memoriesIn(action.store).memoryVersions(place);
  if (versions.length === 0) throw unknownMemory(uri);
  return action.input.answer({ uri, versions }, () => {
    for (const [i, version] of versions.entries()) {
      const who = plain([version.author, version.reason].filter(Boolean).join(": "));
      const about = dim(`(${version.status}, ${words.memory.priority(version.priority)})`);
      print(`${bold(String(version.version))}  ${formatTime(version.at)}  ${who} ${about}`);
      for (const line of changesIn(version, versions[i + 1])) print(`  ${line}`);
    }
  });
}

/** The changes of a version; for the first one, its content. */
function changesIn(version: MemoryVersion, before: MemoryVersion | undefined): string[] {
  if (before === undefined) return [quote(version.content, 200)];
  const shown = (field: string | number | undefined) => plain(String(field ?? words.none));
  const fields = (["priority", "status", "disclosure"] as const)
    .filter((name) => version[name] !== before[name])
    .map((name) => `${name}: ${shown(before[name])} → ${shown(version[name])}`);
  const lines = unifiedDiff("", before.content, version.content)
    .split("\n")
    .slice(2)
    .filter((line) => /^[-+]/.test(line))
    .map((line) => `${line.charAt(0)} ${quote(line.slice(1), 200)}`);
  const changes = [...lines, ...fields];
  return changes.length === 0 ? [dim(words.memory.noVisibleChange)] : changes;
}

export async function rollback({ store, project, rest, input }: Action): Promise<number> {
  const uri = named(rest, "rollback");
  const to = Number(rest[1]);
  if (!Number.isInteger(to) || to < 1)
    throw new UsageError(words.errors.missingVersion, "memory rollback URI VERSION");
  const by = commandAuthor(project);
  const place = inScope({ uri, project });
  await checkMayChange(store, place, { by: by.by, project });
  const how = { ...by, at: systemClock(), reason: words.memory.rollbackReason(to) };
  const memory = await memoriesIn(store).rollbackMemory(place, to, how);
  return input.answer(memory, words.memory.rolledBack(to, uri, memory.version));
}

/** Confirms a proposal. Only a person may do that, because a model would confirm its own. */
export async function keep(action: Action): Promise<number> {
  const uri = named(action.rest, "keep");
  needsPerson("pawl memory keep", action.project);
  return action.input.answer(await change(action, uri, { status: "active" }), words.memory.kept(uri));
}

export async function drop(action: Action): Promise<number> {
  const uri = named(action.rest, "drop");
  await change(action, uri, { status: "deleted" });
  return action.input.answer({ uri }, words.memory.dropped(uri));
}

export async function rm(action: Action): Promise<number> {
  const uri = named(action.rest, "rm");
  if (isClientUri(uri)) return removeClient(action, uri);
  await change(action, uri, { status: "deleted" });
  return action.input.answer({ uri }, words.memory.removed(uri));
}
