/**
 * The format of records in the team's database: plain, or encrypted on this machine. Ids are digests in both formats, so a
 * record has the same id on every machine and its name reveals no word of it.
 */
import { createHmac, hkdfSync } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { PawlError } from "../platform/errors.ts";
import type { TeamConfig, TeamKeys } from "./config.ts";
import { isVouched, lock, openSealed, sealFor, unlock } from "./encryption/keys.ts";

interface Receiver {
  name: string;
  publicKey?: string;
  keyProof?: string;
}

export interface Codec {
  /** The version of the key for writing; 0: none. */
  readonly keyVersion: number;
  idOf(...parts: string[]): string;
  /** A project's name in the database. */
  projectName(project: string): string;
  /** `place`: the record of the text. The text opens for that record only. */
  seal(place: string, text: string): Uint8Array;
  /** For one member only. Throws `team_forged` for a key that no member vouches for. */
  sealFor(receiver: Receiver, place: string, text: string): Uint8Array;
  openSealed(place: string, bytes: Uint8Array, keyVersion: number): string;
  /** Throws `team_key_missing` if this machine does not have the key (yet), `team_forged` for a different text. */
  open(place: string, bytes: Uint8Array, keyVersion: number): string;
}

export function codecFor({ encrypted, keys }: Pick<TeamConfig, "encrypted" | "keys">): Codec {
  if (!encrypted) return plain;
  if (keys !== undefined) return createEncryptedCodec(keys);
  throw new PawlError("team_key_missing", "The team is encrypted, and this machine has no key.", {
    hint: "Ask for a new invitation.",
  });
}

const plain: Codec = {
  keyVersion: 0,
  idOf: (...parts) => new Bun.CryptoHasher("sha256").update(parts.join("\n")).digest("hex").slice(0, 32),
  projectName: (project) => project,
  seal: (_, text) => new TextEncoder().encode(text),
  open: (_, bytes) => new TextDecoder().decode(bytes),
  sealFor: (_, place, text) => plain.seal(place, text),
  openSealed: (place, bytes, version) => plain.open(place, bytes, version),
};

/** In bytes, unpacked: far more than a record may have. */
const LARGEST = 2_000_000;

export function createEncryptedCodec(keys: TeamKeys): Codec {
  const naming = Buffer.from(keys.naming, "base64");
  // The team's key itself is only used to derive other keys.
  const versions = new Map(
    Object.entries(keys.versions).map(([version, key]) => [
      Number(version),
      Buffer.from(hkdfSync("sha256", Buffer.from(key, "base64"), new Uint8Array(), "pawl team record", 32)),
    ]),
  );
  const newest = Math.max(...versions.keys());
  const name = (text: string) => createHmac("sha256", naming).update(text).digest("hex").slice(0, 32);

  function keyOf(version: number): Buffer {
    const key = versions.get(version);
    if (key !== undefined) return key;
    throw new PawlError("team_key_missing", `This machine has no key of version ${version} of the team.`, {
      hint: "The next synchronisation delivers it.",
      params: { version },
    });
  }

  const codec: Codec = {
    keyVersion: newest,
    idOf: (...parts) => name(`record\n${parts.join("\n")}`),
    projectName: (project) => name(`project\n${project}`),
    seal: (place, text) => lock(keyOf(newest), deflateRawSync(text), place),
    open(place, bytes, version) {
      const key = keyOf(version);
      try {
        return inflateRawSync(unlock(key, bytes, place), { maxOutputLength: LARGEST }).toString("utf8");
      } catch (cause) {
        throw new PawlError("team_forged", "A record of the team was not written with the team's key.", {
          cause,
          hint: "It was left out. Tell a maintainer: somebody changed it in the database.",
        });
      }
    },
    sealFor({ name: member, publicKey = "", keyProof = "" }, place, text) {
      if (!isVouched(keys.naming, member, publicKey, keyProof)) {
        throw new PawlError("team_forged", `The key of ${member} was not made by a member of the team.`, {
          hint: "Somebody changed it in the database. Remove and invite that member.",
          params: { name: member },
        });
      }
      return codec.seal(place, sealFor(publicKey, text).toString("base64"));
    },
    openSealed: (place, bytes, version) => openSealed(keys, codec.open(place, bytes, version)),
  };
  return codec;
}
