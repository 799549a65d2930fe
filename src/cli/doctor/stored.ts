/** Checks whether the database is intact. `deep` reads every page. */
import { join } from "node:path";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { chooseMessages } from "../../locale/index.ts";
import { CORE_PRIORITY } from "../../memory/records/lifecycle.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { writeWhole } from "../../platform/files.ts";
import { type Home, pawlHome } from "../../platform/paths.ts";
import { readMuted } from "../../recall/muted.ts";
import { coreBlock } from "../../recall/start/core-memories.ts";
import { claudeMdOf } from "../../recall/start/project-files.ts";
import type { StoreCondition } from "../../store/integrity.ts";
import { conditionOf, isWritable, suspectMark } from "../../store/maintenance.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { workflowRoot } from "../../work/workflow-files.ts";
import { damagedWorks } from "../../work/works.ts";
import { lookInStore } from "../open-store.ts";
import { openBar } from "../output.ts";
import { words } from "../words.ts";
import { type Checked, fine, wrong } from "./check.ts";

/** A store that cannot be opened now, for example on a full disk, also has a condition. */
type Condition = StoreCondition | { name: "unreadable"; error: PawlError };

export function storeCondition(...asked: Parameters<typeof conditionOf>): Condition {
  try {
    return conditionOf(...asked);
  } catch (error) {
    if (error instanceof PawlError) return { name: "unreadable", error };
    throw error;
  }
}

export async function checkStore(home: Home, deep: boolean): Promise<Checked> {
  const say = words.doctor.store;
  const condition = deep ? readAll(home.database) : storeCondition(home.database, { deep });
  if (condition.name === "damaged") {
    // Makes the next daemon set the file aside, as the hint promises.
    if (isWritable(home.database)) writeWhole(suspectMark(home.database), "");
    return wrong(toProblem(home, condition), say.damagedFix);
  }
  if (condition.name === "unreadable")
    return wrong(toProblem(home, condition), condition.error.hint ?? say.unwritableFix);
  if (condition.name === "unwritable") return wrong(toProblem(home, condition), say.unwritableFix);
  const stats = await lookInStore((store) => recordsIn(store).stats());
  const state = say.ok(stats.sessions, stats.observations);
  if (condition.name === "intact") return fine(state);
  const [first = ""] = condition.aside;
  return wrong(say.aside(state, condition.aside.join(", ")), say.asideFix(join(home.dir, first)));
}

/** In the words that doctor and status share; empty for an intact store. */
export function toProblem(home: Home, condition: Condition): string {
  const say = words.doctor.store;
  if (condition.name === "damaged") return say.damaged(home.database, condition.damage);
  if (condition.name === "unwritable") return say.unwritable(home.database);
  if (condition.name === "unreadable") return condition.error.message;
  return condition.name === "intact" ? "" : say.replaced(condition.aside.join(", "));
}

function readAll(database: string): Condition {
  const bar = openBar(() => words.doctor.store.reading);
  try {
    return storeCondition(database, { deep: true, onProgress: bar.show });
  } finally {
    bar.close();
  }
}

// Core memories that do not fit into their budget are never dropped silently.

const MOST = 10_000;
const NAMED = 5;

/** URIs of the core memories of a project that do not fit at a session's start. */
export async function leftOutOfCore(store: Store, project: string): Promise<readonly string[]> {
  const home = pawlHome();
  const { coreTokens: budget } = readUserSettings(home).settings.context;
  const muted = readMuted(home.muted);
  const isMuted = (uri: string) => muted.has(uri);
  return (await coreBlock({ store, project, claudeMd: claudeMdOf(project), budget, isMuted }))?.left ?? [];
}

export async function checkCoreMemories(): Promise<Checked> {
  const say = words.doctor.memories;
  return lookInStore(async (store) => {
    const core = await memoriesIn(store).memories({ maxPriority: CORE_PRIORITY, limit: MOST });
    const places: string[] = [];
    for (const project of new Set(core.map((memory) => memory.project))) {
      const left = await leftOutOfCore(store, project);
      if (left.length === 0) continue;
      const named = left.slice(0, NAMED).join(", ") + (left.length > NAMED ? ", …" : "");
      places.push(say.place(left.length, project === "" ? say.everywhere : project, named));
    }
    if (places.length === 0) return fine(say.ok(core.length));
    return wrong(say.left(places.join("; ")), say.fix);
  });
}

// Workflow files that cannot be used. Without this check, the user would learn of them only when a session needs one.

export function checkWorkflows(home: Home): Checked {
  const { settings } = readUserSettings(home);
  const { count, faults } = damagedWorks(workflowRoot(settings.workflow.root, home.dir));
  const say = words.doctor.workflows;
  if (faults.length === 0) return fine(say.ok(count));
  const why = chooseMessages(processEnv, settings.locale).workflow.faults;
  const list = faults.map(({ path, fault }) => `${path}: ${why[fault]}`).join("; ");
  return wrong(say.damaged(list), say.fix);
}
