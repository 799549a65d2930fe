/** Whether the database is intact; with `deep` every page of it is read. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Home } from "../../platform/paths.ts";
import { findDamage } from "../../store/maintenance.ts";
import { withStore } from "../open-store.ts";
import { openBar } from "../progress.ts";
import { words } from "../words.ts";
import { type Check, fine, wrong } from "./check.ts";

export async function checkStore(home: Home, deep: boolean): Promise<Check> {
  const say = words.doctor.store;
  const damage = deep ? readAll(home.database) : findDamage(home.database, { deep });
  if (damage !== undefined) return wrong("store", say.damaged(home.database, damage), say.damagedFix);
  const stats = await withStore((store) => store.stats());
  const state = say.ok(stats.sessions, stats.observations);
  const aside = existsSync(home.dir)
    ? readdirSync(home.dir).filter((name) => name.includes(".db.broken-"))
    : [];
  if (aside.length === 0) return fine("store", state);
  return wrong("store", say.aside(state, aside.join(", ")), say.asideFix(join(home.dir, aside[0] ?? "")));
}

function readAll(database: string): string | undefined {
  const bar = openBar(() => words.doctor.store.reading);
  try {
    return findDamage(database, { deep: true, onProgress: bar.show });
  } finally {
    bar.close();
  }
}
