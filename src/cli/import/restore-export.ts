/**
 * Puts an export into the store. Safe to run again: records are known by their keys, and what is newer here stays. Every
 * text passes the redactor, because the file may have been edited.
 */

import { stat } from "node:fs/promises";
import type { z } from "zod";
import { notImportable } from "../../clients/transcripts/kind-of-file.ts";
import { learnFrom } from "../../memory/learn/learn.ts";
import { knowledgeIn, memoriesIn } from "../../memory/sql/index.ts";
import { PawlError } from "../../platform/errors.ts";
import { redactor } from "../../redact/redactor.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { RecordBatch } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import {
  type ExportedMemory,
  type ExportedSession,
  type ExportedSolution,
  exportedMemory,
  exportedSession,
  exportedSolution,
  readExport,
} from "./export-file.ts";

interface RestoredExport {
  /** New ones. */
  sessions: number;
  prompts: number;
  observations: number;
  memories: number;
  solutions: number;
  /** Parts that are not what an export contains. */
  skipped: number;
}

/** Throws `import_unknown` for a file that is no export. */
export async function restoreExports(store: Store, paths: readonly string[], signal: AbortSignal) {
  const sum = {
    files: 0,
    bytes: 0,
    sessions: 0,
    prompts: 0,
    observations: 0,
    memories: 0,
    solutions: 0,
    skipped: 0,
  };
  for (const path of paths) {
    const restored = await restoreExport(store, path, { at: Date.now(), signal });
    if (restored === undefined) throw notImportable(path);
    sum.files++;
    sum.bytes += (await stat(path)).size;
    for (const [name, n] of Object.entries(restored)) sum[name as keyof RestoredExport] += n;
  }
  return sum;
}

/** Undefined, and nothing is stored, if the file is no export. */
async function restoreExport(
  store: Store,
  path: string,
  options: { at: number; signal?: AbortSignal },
): Promise<RestoredExport | undefined> {
  const result: RestoredExport = {
    sessions: 0,
    prompts: 0,
    observations: 0,
    memories: 0,
    solutions: 0,
    skipped: 0,
  };
  const solutions: ExportedSolution[] = [];
  let isExport = false;
  const before = (await recordsIn(store).stats()).sessions;

  const valid = <S extends z.ZodType>(schema: S, items: readonly unknown[]): z.output<S>[] =>
    items.flatMap((item) => {
      const parsed = schema.safeParse(redactor.json(item));
      if (!parsed.success) result.skipped++;
      return parsed.success ? [parsed.data] : [];
    });

  for await (const part of readExport(path)) {
    if (options.signal?.aborted) break;
    if (part.kind === "unreadable") {
      result.skipped++;
      continue;
    }
    isExport = true;
    if (part.kind === "memories")
      result.memories += await addMemories(store, valid(exportedMemory, part.items));
    else if (part.kind === "solutions") solutions.push(...valid(exportedSolution, part.items));
    else
      for (const session of valid(exportedSession, [part.value])) {
        const added = await addSession(store, session);
        result.prompts += added.prompts;
        result.observations += added.observations;
        const { at } = options;
        await learnFrom(store, session.session.id, { at, redaction: redactor.version, isImport: true });
      }
  }
  if (!isExport) return undefined;
  // After the sessions: most solutions are learned from them again, with the calls that count for them.
  for (const solution of solutions) result.solutions += await addSolution(store, solution);
  result.sessions = (await recordsIn(store).stats()).sessions - before;
  return result;
}

async function addSession(store: Store, { session, injections, summary, ...records }: ExportedSession) {
  const { id, project, cwd, startedAt, lastEventAt, endedAt, endReason } = session;
  const { client, transcriptPath, model, branch } = session;
  const redaction = redactor.version;
  const marked = <T extends object>(list: readonly T[]) => list.map((one) => ({ ...one, redaction }));
  const seen = {
    id,
    project,
    cwd,
    ...(client === undefined ? {} : { client }),
    ...(transcriptPath === undefined ? {} : { transcriptPath }),
    ...(model === undefined ? {} : { model }),
    ...(branch === undefined ? {} : { branch }),
  };
  const added = await recordsIn(store).record({
    session: { ...seen, at: startedAt },
    prompts: marked(records.prompts),
    observations: marked(records.observations),
    responses: marked(records.responses),
    events: marked(records.events),
  } as RecordBatch);
  const known = await recordsIn(store).session(id);
  // It was forgotten, and stays so.
  if (known === undefined) return added;
  if (known.session.lastEventAt < lastEventAt)
    await recordsIn(store).record({ session: { ...seen, at: lastEventAt } });
  if (endedAt !== undefined) await recordsIn(store).endSession(id, endedAt, endReason);
  if (summary !== undefined && (known.summary?.at ?? -1) < summary.at)
    await recordsIn(store).saveSummary({ ...summary, sessionId: id, redaction });
  for (const injection of injections)
    await recordsIn(store).addInjection({ ...injection, sessionId: id } as Parameters<
      ReturnType<typeof recordsIn>["addInjection"]
    >[0]);
  return added;
}

/** All of them before their relations. Returns how many were new or newer. */
async function addMemories(store: Store, memories: readonly ExportedMemory[]): Promise<number> {
  let added = 0;
  for (const memory of memories) if (await ignoring(() => addMemory(store, memory))) added++;
  for (const { project, relations, updatedAt } of memories) {
    for (const relation of relations)
      await ignoring(() => memoriesIn(store).relate(project, relation, updatedAt));
  }
  return added;
}

async function addMemory(store: Store, memory: ExportedMemory): Promise<boolean> {
  const { uri, project, origin, provenance, updatedAt } = memory;
  const known = await memoriesIn(store).memory({ uri, project });
  if (known !== undefined && known.updatedAt >= updatedAt) return false;
  const common = {
    uri,
    project,
    origin,
    redaction: redactor.version,
    ...(provenance === undefined ? {} : { provenance }),
  };
  // Its history, oldest first; of a memory that is here already only what came later.
  const last = { ...memory, at: updatedAt, author: "import" };
  const versions = [...memory.versions]
    .reverse()
    .filter(({ at }) => known === undefined || at > known.updatedAt);
  let isAdded = false;
  for (const version of versions.length === 0 ? [last] : versions) {
    const { content, priority, status, at, author } = version;
    const reason = "reason" in version && version.reason !== undefined ? { reason: version.reason } : {};
    const draft = {
      ...common,
      content,
      priority,
      status,
      at,
      author,
      ...reason,
      disclosure: version.disclosure ?? "",
    };
    const { outcome } = await memoriesIn(store).saveMemory(
      draft as Parameters<ReturnType<typeof memoriesIn>["saveMemory"]>[0],
    );
    isAdded ||= outcome === "created" || outcome === "updated";
  }
  return isAdded;
}

async function addSolution(store: Store, solution: ExportedSolution): Promise<number> {
  const { successes, failures, lastSeenAt, ...draft } = solution;
  const isKnown = (await knowledgeIn(store).solutionsFor(draft.fingerprint, draft.project)).some(
    ({ text }) => text === draft.text,
  );
  const saved = await ignoring(() =>
    knowledgeIn(store).saveSolution({ ...draft, redaction: redactor.version, at: lastSeenAt } as Parameters<
      ReturnType<typeof knowledgeIn>["saveSolution"]
    >[0]),
  );
  if (saved === undefined) return 0;
  // Only what is missing: the sessions of the same export have counted for it too.
  const missing = { success: successes - saved.successes, failure: failures - saved.failures };
  for (const outcome of ["success", "failure"] as const) {
    for (let i = 0; i < missing[outcome]; i++) {
      const key = `export/${outcome}/${i}`;
      await knowledgeIn(store).countSolution(saved.id, outcome, {
        key,
        sessionId: draft.provenance?.sessionId ?? "",
        at: lastSeenAt,
      });
    }
  }
  return isKnown ? 0 : 1;
}

/** Undefined for what the store refuses, such as a URI that was edited: the rest of the file is still good. */
async function ignoring<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof PawlError) || error.code.startsWith("store_")) throw error;
    return undefined;
  }
}
