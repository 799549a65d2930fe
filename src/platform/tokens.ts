/** The daemon's secrets: made once, readable by their owner only. */
import { linkSync, rmSync } from "node:fs";
import { makePrivateDir, readIfThere, writeWhole } from "./files.ts";
import type { Home } from "./paths.ts";

export interface Tokens {
  /** Full access. */
  api: string;
  /** Hook events only; stands in Claude Code's settings. */
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
  // An empty or foreign file is of no use to anyone; link() then makes sure that of two processes which
  // start together both end up with the same token.
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
