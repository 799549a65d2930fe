/** `pawl memory` list and show. */

import { explainMemory, fateOf, loadingOf } from "../../memory/records/lifecycle.ts";
import { MEMORY_STATUSES, type Memory } from "../../memory/records/memory.ts";
import { whenInjected, wholeMemory } from "../../memory/remember/remember.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { formatTime, systemClock } from "../../platform/clock.ts";
import { systemView } from "../../recall/start/system-views.ts";
import { isBy } from "../../store/records/authorship.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { leftOutOfCore } from "../doctor/stored.ts";
import { bold, dim, plain, print, tilde } from "../output.ts";
import { words } from "../words.ts";
import { type Action, authorLine, named, unknownMemory } from "./action.ts";
import { clientMemories, placeOf, showRaw } from "./client.ts";

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
  const rows = memories.map((memory) => ({ ...memory, whenInjected: whenInjected(memory), ...why(memory) }));
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
