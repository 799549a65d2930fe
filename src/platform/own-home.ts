/** Refuses a home that is not the user's own. Every program calls it except `pawl hook`, which stays silent instead. */

import { chmodSync, linkSync, rmSync, statSync } from "node:fs";
import { PawlError } from "./errors.ts";
import { makePrivateDir, readIfThere, writeWhole } from "./files.ts";
import type { Home } from "./paths.ts";

export function refuseForeign(home: Home): void {
  const owner = foreignOwner(home);
  if (owner === undefined) return;
  throw new PawlError("home_foreign", `${home.dir} belongs to another user (id ${owner})`, {
    hint: "Point PAWL_HOME at a folder of your own.",
    params: { dir: home.dir, owner },
  });
}

/** Creates the home, or makes it private: a home created by hand may be readable by others. */
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

// The daemon's secrets: created once, readable only by their owner.

export interface Tokens {
  /** Full access. */
  api: string;
  /** Hook events only; written into Claude Code's settings. */
  hook: string;
}

export function openTokens(home: Home): Tokens {
  makePrivateDir(home.dir);
  return { api: openToken(home.token), hook: openToken(home.hookToken) };
}

const SHAPE = /^[0-9a-f]{64}$/;

export function openToken(path: string): string {
  const known = readIfThere(path)?.trim();
  if (known !== undefined && SHAPE.test(known)) return known;
  // Replace an empty or invalid file. link() ensures that two processes which start together end up with the same
  // token.
  if (known !== undefined) rmSync(path, { force: true });
  const fresh = `${path}.${crypto.getRandomValues(new Uint8Array(6)).toHex()}`;
  writeWhole(fresh, `${crypto.getRandomValues(new Uint8Array(32)).toHex()}\n`);
  try {
    linkSync(fresh, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  const token = readIfThere(path)?.trim();
  if (token === undefined || !SHAPE.test(token)) throw new Error(`cannot create ${path}`);
  return token;
}
