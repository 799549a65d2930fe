/** The daemon's secrets: created once, readable only by their owner. */
import { linkSync, rmSync } from "node:fs";
import { makePrivateDir, readIfThere, writeWhole } from "./files.ts";
import type { Home } from "./paths.ts";

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

function openToken(path: string): string {
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
