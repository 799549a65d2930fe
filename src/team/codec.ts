/**
 * How records are written in the team's database: plain, or encrypted on this machine. Ids are digests in both, so that a
 * record is the same one on every machine without a word of it in its name.
 */
import { PawlError } from "../errors.ts";
import type { TeamConfig } from "./config.ts";
import { createEncryptedCodec } from "./encryption/codec.ts";

export interface Codec {
  /** Of the key that is written with now; 0: none. */
  readonly keyVersion: number;
  idOf(...parts: string[]): string;
  /** A project's name in the database. */
  projectName(project: string): string;
  /** `place`: what the text belongs to; it opens nowhere else. */
  seal(place: string, text: string): Uint8Array;
  /** Throws `team_key_missing` where this machine has not got the key (yet), `team_forged` for another text. */
  open(place: string, bytes: Uint8Array, keyVersion: number): string;
}

const plain: Codec = {
  keyVersion: 0,
  idOf: (...parts) => new Bun.CryptoHasher("sha256").update(parts.join("\n")).digest("hex").slice(0, 32),
  projectName: (project) => project,
  seal: (_, text) => new TextEncoder().encode(text),
  open: (_, bytes) => new TextDecoder().decode(bytes),
};

export function codecFor({ encrypted, keys }: Pick<TeamConfig, "encrypted" | "keys">): Codec {
  if (!encrypted) return plain;
  if (keys === undefined) {
    throw new PawlError("team_key_missing", "The team is encrypted, and this machine has no key.", {
      hint: "Ask for a new invitation.",
    });
  }
  return createEncryptedCodec(keys);
}
