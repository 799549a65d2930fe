/**
 * Whose home is it? A folder that belongs to somebody else, or a link to one, would have them read what we write
 * and write what we read. Imported by `pawl hook`: node's own modules only.
 */
import { statSync } from "node:fs";
import type { Home } from "./paths.ts";

/** The user id that it belongs to, when that is not ours; undefined when it is ours or not there yet. */
export function foreignOwner(home: Home): number | undefined {
  const mine = process.geteuid?.();
  // Follows links: what counts is where the files end up.
  const stat = statSync(home.dir, { throwIfNoEntry: false });
  return mine === undefined || stat === undefined || stat.uid === mine ? undefined : stat.uid;
}
