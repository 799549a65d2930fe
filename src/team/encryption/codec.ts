/** Records under the team's key: AES-256-GCM with a fresh nonce, bound to project, record and version. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { PawlError } from "../../platform/errors.ts";
import type { Codec } from "../codec-type.ts";
import type { TeamKeys } from "../config.ts";
import { isProven, openSealed, sealFor } from "./keys.ts";

const NONCE = 12;
const TAG = 16;
/** In bytes, unpacked: far more than a record may have. */
const LARGEST = 2_000_000;

export function createEncryptedCodec(keys: TeamKeys): Codec {
  const naming = Buffer.from(keys.naming, "base64");
  const versions = new Map(
    Object.entries(keys.versions).map(([version, key]) => [
      Number(version),
      recordKey(Buffer.from(key, "base64")),
    ]),
  );
  const newest = Math.max(...versions.keys());
  const name = (text: string) => createHmac("sha256", naming).update(text).digest("hex").slice(0, 32);

  function keyOf(version: number): Buffer {
    const key = versions.get(version);
    if (key !== undefined) return key;
    throw new PawlError("team_key_missing", `This machine has no key of version ${version} of the team.`, {
      hint: "It comes with the next synchronisation.",
      params: { version },
    });
  }

  const codec: Codec = {
    keyVersion: newest,
    idOf: (...parts) => name(`record\n${parts.join("\n")}`),
    projectName: (project) => name(`project\n${project}`),
    seal(place, text) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", keyOf(newest), nonce);
      cipher.setAAD(Buffer.from(place));
      const packed = deflateRawSync(text);
      return Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()]);
    },
    open(place, bytes, version) {
      const key = keyOf(version);
      // A member could store a body that is too short to have a nonce and a tag.
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE), {
          authTagLength: TAG,
        });
        decipher.setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(-TAG));
        const packed = Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
        return inflateRawSync(packed, { maxOutputLength: LARGEST }).toString("utf8");
      } catch (cause) {
        throw new PawlError("team_forged", "A record of the team was not written with the team's key.", {
          cause,
          hint: "It was left out. Tell a maintainer: somebody changed it in the database.",
        });
      }
    },
    sealFor({ name: member, publicKey = new Uint8Array(), keyProof = new Uint8Array() }, place, text) {
      const key = Buffer.from(publicKey).toString("base64");
      if (!isProven(keys.naming, member, key, keyProof)) {
        throw new PawlError("team_forged", `The key of ${member} was not made by a member of the team.`, {
          hint: "Somebody changed it in the database. Remove and invite that member.",
          params: { name: member },
        });
      }
      return codec.seal(place, sealFor(key, text).toString("base64"));
    },
    openSealed: (place, bytes, version) =>
      openSealed(keys, Buffer.from(codec.open(place, bytes, version), "base64")),
  };
  return codec;
}

/** The team's key itself only makes others. */
function recordKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, new Uint8Array(), "pawl team record", 32));
}
