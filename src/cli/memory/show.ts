/** `pawl memory` list and show. */

import { unifiedDiff } from "../../clients/settings/diff.ts";
import { isClientUri } from "../../memory/client/uri.ts";
import { explainMemory, fateOf, loadingOf } from "../../memory/records/lifecycle.ts";
import { MEMORY_STATUSES, type Memory, type MemoryVersion } from "../../memory/records/memory.ts";
import {
  checkMayChange,
  inScope,
  whenInjected,
  wholeMemory,
  withWhen,
} from "../../memory/remember/remember.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { formatTime, systemClock } from "../../platform/clock.ts";
import { systemView } from "../../recall/start/system-views.ts";
import { isBy } from "../../store/records/authorship.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { UsageError } from "../command.ts";
import { leftOutOfCore } from "../doctor/stored.ts";
import { bold, dim, plain, print, tilde } from "../output.ts";
import { needsPerson } from "../person.ts";
import { words } from "../words.ts";
import { type Action, authorLine, change, commandAuthor, named, unknownMemory } from "./action.ts";
import { clientMemories, placeOf, removeClient, showRaw } from "./client.ts";

export async function list(action: Action): Promise<number> {
  const { store, project, input } = action;
  const status = input.oneOf("status", MEMORY_STATUSES);
  const isAll = input.has("all");
  const isWhy = input.has("why");
  const own = await memoriesIn(store).memories({
    limit: input.limit(200),
    ...(isAll ? {} : { project }),
    status: status === undefined ? ["active", "proposed"] : [status],
  });
  const who = input.text("by");
  const all = isAll || status !== undefined ? own : await clientMemories(action, own);
  const memories = who === undefined ? all : all.filter((memory) => isBy(memory, who));
  const now = systemClock();
  const left = isWhy ? await notFitting(store, memories) : new Set<string>();
  const why = (memory: Memory) =>
    isWhy ? { why: explainMemory(memory, now), fits: !left.has(memory.id) } : {};
  const rows = memories.map((memory) => ({ ...withWhen(memory), ...why(memory) }));
  return input.answer({ memories: rows }, () => {
    if (memories.length === 0) print(words.memory.none);
    for (const memory of memories) {
      const mark = memory.status === "active" ? "" : ` (${memory.status})`;
      const place = isAll && memory.project !== "" ? [tilde(memory.project)] : [];
      const about = [authorLine(memory), ...place, whenWords(memory), memory.uri];
      print(`${bold(quote(memory.content, 160))}${mark}\n  ${dim(about.join(" · "))}`);
      if (isWhy) print(dim(`  ${explain(memory, now, left)}`));
    }
  });
}

/** "every session", "with src/pay/", "when editing Go files". */
function whenWords(memory: Memory): string {
  const when = whenInjected(memory);
  const say = words.memory.when;
  if (when.at !== "files" && when.at !== "prompts") return say[when.at];
  const condition = quote(when.condition, 80);
  return when.isSentence ? condition : say.with(condition);
}

/** Ids of core memories that exceed their budget, for which "loaded in every session" would be wrong. */
async function notFitting(store: Store, memories: readonly Memory[]): Promise<Set<string>> {
  const left = new Set<string>();
  for (const project of new Set(memories.map((memory) => memory.project))) {
    const uris = await leftOutOfCore(store, project);
    for (const { id, uri, project: own } of memories) if (own === project && uris.includes(uri)) left.add(id);
  }
  return left;
}

function explain(memory: Memory, now: number, left: ReadonlySet<string>): string {
  const say = words.memory;
  if (memory.status === "proposed") return say.proposal(memory.uri);
  const { why, days = 0 } = fateOf(memory, { now });
  const loading = left.has(memory.id) ? say.notFitting : say.loading[loadingOf(memory.priority)];
  const fate = say.fate[why];
  return `${loading} ${typeof fate === "string" ? fate : fate(days)}`;
}

export async function show(action: Action): Promise<number> {
  const { store, project, rest, input } = action;
  const uri = named(rest, "show");
  if (input.has("raw")) return showRaw(action, uri);
  const view = await systemView(store, uri, project);
  if (view !== undefined) return input.answer({ uri, content: view }, plain(view));
  const whole = await wholeMemory(store, { uri, project: await placeOf(uri, action) });
  if (whole === undefined) throw unknownMemory(uri);
  const { memory, versions, relations } = whole;
  return input.answer({ ...memory, versions, relations }, () => {
    const { priority, version, fromSession, origin, proposal, evidence } = words.memory;
    const state = [memory.status, priority(memory.priority), version(memory.version)].join(", ");
    print(`${bold(memory.uri)}  ${state}`);
    if (memory.disclosure !== undefined) print(dim(plain(memory.disclosure)));
    print(`\n${plain(memory.content)}\n`);
    for (const { from, kind, to } of relations) print(`${from} ${kind} ${to}`);
    const { sessionId, evidence: said } = memory.provenance ?? {};
    const from = sessionId === undefined ? memory.origin : fromSession(sessionId.slice(0, 8));
    print(dim(authorLine(memory)));
    print(dim(origin(from, formatTime(memory.updatedAt), memory.accessCount)));
    if (memory.status === "proposed") print(proposal(memory.uri));
    if (said !== undefined) print(dim(evidence(quote(said, 300))));
  });
}

// `pawl memory` keep, drop, rm, history and rollback.

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
