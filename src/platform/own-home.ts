/** Refuses a home that is not the user's own. Everything but `pawl hook`, which stays silent instead, goes through here. */
import { chmodSync, statSync } from "node:fs";
import { PawlError } from "./errors.ts";
import { makePrivateDir } from "./files.ts";
import type { Home } from "./paths.ts";

export function refuseForeign(home: Home): void {
  const owner = foreignOwner(home);
  if (owner === undefined) return;
  throw new PawlError("home_foreign", `${home.dir} belongs to another user (id ${owner})`, {
    hint: "Point PAWL_HOME at a folder of your own.",
    params: { dir: home.dir, owner },
  });
}

/** Creates the home, or makes it private: one that was created by hand may be readable by others. */
export function takeHome(home: Home): void {
  refuseForeign(home);
  makePrivateDir(home.dir);
  if (process.platform !== "win32") chmodSync(home.dir, 0o700);
}

/**
 * The id of the home's owner if that is another user, who could read what we write and write what we read. Undefined if
 * the home is ours or does not exist yet.
 */
export function foreignOwner(home: Home): number | undefined {
  const mine = process.geteuid?.();
  // Follows links: what matters is where the files end up.
  const stat = statSync(home.dir, { throwIfNoEntry: false });
  return mine === undefined || stat === undefined || stat.uid === mine ? undefined : stat.uid;
}
