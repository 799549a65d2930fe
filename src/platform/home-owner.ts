/**
 * Checks who owns the home. If it belongs to another user, or links to such a folder, that user could read what we
 * write and write what we read. Imported by `pawl hook`: Node.js modules only.
 */
import { statSync } from "node:fs";
import type { Home } from "./paths.ts";

/** The owner's user id if it is not ours; undefined if it is ours or does not exist yet. */
export function foreignOwner(home: Home): number | undefined {
  const mine = process.geteuid?.();
  // Follows links: what matters is where the files end up.
  const stat = statSync(home.dir, { throwIfNoEntry: false });
  return mine === undefined || stat === undefined || stat.uid === mine ? undefined : stat.uid;
}
