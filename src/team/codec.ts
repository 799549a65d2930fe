/**
 * How records are written in the team's database: plain, or encrypted on this machine. Ids are digests in both, so that a
 * record is the same one on every machine without a word of it in its name.
 */
import { PawlError } from "../platform/errors.ts";
import type { Codec } from "./codec-type.ts";
import type { TeamConfig } from "./config.ts";
import { createEncryptedCodec } from "./encryption/codec.ts";

const plain: Codec = {
  keyVersion: 0,
  idOf: (...parts) => new Bun.CryptoHasher("sha256").update(parts.join("\n")).digest("hex").slice(0, 32),
  projectName: (project) => project,
  seal: (_, text) => new TextEncoder().encode(text),
  open: (_, bytes) => new TextDecoder().decode(bytes),
  sealFor: (_, place, text) => plain.seal(place, text),
  openSealed: (place, bytes, version) => plain.open(place, bytes, version),
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
