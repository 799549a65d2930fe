/** Whether the database is intact; with `deep` every page of it is read. */
import { join } from "node:path";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { chooseMessages } from "../../locale/index.ts";
import { CORE_PRIORITY } from "../../memory/records/lifecycle.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { createEndpoint, type Endpoint } from "../../model/embedding/endpoint.ts";
import { processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { writeWhole } from "../../platform/files.ts";
import type { Home } from "../../platform/paths.ts";
import { readMuted } from "../../recall/muted.ts";
import { coreBlock } from "../../recall/start/core-memories.ts";
import { claudeMdOf } from "../../recall/start/project-files.ts";
import { vectorsIn } from "../../search/sql/index.ts";
import type { StoreCondition } from "../../store/integrity.ts";
import { conditionOf, isWritable, suspectMark } from "../../store/maintenance.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { workflowRoot } from "../../work/workflow-files.ts";
import { damagedWorks } from "../../work/works.ts";
import { toReason } from "../failure.ts";
import { withStore } from "../open-store.ts";
import { openBar } from "../output.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";

export async function checkStore(home: Home, deep: boolean): Promise<Check> {
  const say = words.doctor.store;
  const condition = deep ? readAll(home.database) : conditionOf(home.database, { deep });
  if (condition.name === "damaged") {
    // So that the next daemon sets the file aside, as the advice says.
    if (isWritable(home.database)) writeWhole(suspectMark(home.database), "");
    return wrong("store", toProblem(home, condition), say.damagedFix);
  }
  const stats = await withStore((store) => recordsIn(store).stats());
  const state = say.ok(stats.sessions, stats.observations);
  if (condition.name === "intact") return fine("store", state);
  if (condition.name === "unwritable") return wrong("store", toProblem(home, condition), say.unwritableFix);
  const [first = ""] = condition.aside;
  return wrong("store", say.aside(state, condition.aside.join(", ")), say.asideFix(join(home.dir, first)));
}

/** In the words that doctor and status share; empty for one that is intact. */
export function toProblem(home: Home, condition: StoreCondition): string {
  const say = words.doctor.store;
  if (condition.name === "damaged") return say.damaged(home.database, condition.damage);
  if (condition.name === "unwritable") return say.unwritable(home.database);
  return condition.name === "intact" ? "" : say.replaced(condition.aside.join(", "));
}

function readAll(database: string): StoreCondition {
  const bar = openBar(() => words.doctor.store.reading);
  try {
    return conditionOf(database, { deep: true, onProgress: bar.show });
  } finally {
    bar.close();
  }
}

// Core memories that do not fit into their budget are never dropped silently.

const MOST = 10_000;
const NAMED = 5;

export async function checkMemories(home: Home): Promise<Check> {
  const say = words.doctor.memories;
  const budget = readUserSettings(home).settings.context.coreTokens;
  const muted = readMuted(home.muted);
  const isMuted = (uri: string) => muted.has(uri);
  return withStore(async (store) => {
    const core = await memoriesIn(store).memories({ maxPriority: CORE_PRIORITY, limit: MOST });
    const places: string[] = [];
    for (const project of new Set(core.map((memory) => memory.project))) {
      const claudeMd = claudeMdOf(project);
      const left = (await coreBlock({ store, project, claudeMd, budget, isMuted }))?.left ?? [];
      if (left.length === 0) continue;
      const named = left.slice(0, NAMED).join(", ") + (left.length > NAMED ? ", …" : "");
      places.push(say.place(left.length, project === "" ? say.everywhere : project, named));
    }
    if (places.length === 0) return fine("memories", say.ok(core.length));
    return wrong("memories", say.left(places.join("; ")), say.fix);
  });
}

// Does the endpoint for embeddings answer, in time, and with the same model as before?

const NAME = "embeddings";
const LONGEST_MS = 5000;

export async function checkEmbeddings(home: Home): Promise<Check> {
  const { embeddings } = readUserSettings(home).settings;
  const endpoint = createEndpoint(embeddings, home.dir);
  if (endpoint === undefined) return fine(NAME, words.doctor.embeddings.off);
  const { model, counts } = await withStore(async (store) => ({
    model: await vectorsIn(store).vectorModel(),
    counts: await vectorsIn(store).vectorCounts(),
  }));
  const say = words.doctor.embeddings;
  const queue = say.queue(counts.embedded, counts.waiting);
  let answer: { dimensions: number; ms: number };
  try {
    answer = await tryOut(endpoint);
  } catch (error) {
    return wrong(NAME, say.failed(toReason(error), queue), fixFor(error));
  }
  const state = say.ok(endpoint.model, endpoint.shown, answer.dimensions, answer.ms);
  if (model?.name === endpoint.model && model.dimensions !== answer.dimensions) {
    return wrong(NAME, say.dimensions(state, model.dimensions, queue), say.dimensionsFix, () =>
      withStore((store) => vectorsIn(store).dropVectors()),
    );
  }
  if (answer.ms > embeddings.timeoutMs) {
    return wrong(NAME, say.slow(state, embeddings.timeoutMs, queue), say.slowFix);
  }
  return fine(NAME, `${state}; ${queue}`);
}

/** The first answer may include loading the model, so the better of two counts. */
async function tryOut(endpoint: Endpoint): Promise<{ dimensions: number; ms: number }> {
  let best = Number.POSITIVE_INFINITY;
  let dimensions = 0;
  for (let time = 0; time < 2; time++) {
    const began = performance.now();
    const [vector] = await endpoint.embed(["pawl doctor"], AbortSignal.timeout(LONGEST_MS));
    dimensions = vector?.length ?? 0;
    best = Math.min(best, Math.ceil(performance.now() - began));
  }
  return { dimensions, ms: best };
}

function fixFor(error: unknown): string {
  const say = words.doctor.embeddings;
  if (!(error instanceof PawlError)) return say.settingsFix;
  return error.code === "embeddings_down" ? say.downFix : say.wrongFix;
}

// Workflow files that cannot be used: nobody else tells of them before a session needs one.

export function checkWorkflows(home: Home): Check {
  const { settings } = readUserSettings(home);
  const { count, faults } = damagedWorks(workflowRoot(settings.workflow.root, home.dir));
  const say = words.doctor.workflows;
  if (faults.length === 0) return fine("workflows", say.ok(count));
  const why = chooseMessages(processEnv, settings.locale).workflow.faults;
  const list = faults.map(({ path, fault }) => `${path}: ${why[fault]}`).join("; ");
  return wrong("workflows", say.damaged(list), say.fix);
}
