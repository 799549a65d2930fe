/**
 * The team's keys: each is random, and sealed for every member's own key (X25519), or for the secret of a join string.
 * A proof made with the team's key stands beside each public key: the server cannot slip in one of its own.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { PawlError } from "../../platform/errors.ts";
import type { TeamKeys } from "../config.ts";

/** What a member is given: the naming key, and the team's keys by version. */
export interface TeamSecrets {
  naming: string;
  versions: Record<string, string>;
}

export const randomKey = (): string => randomBytes(32).toString("base64");

export function newTeamSecrets(): TeamSecrets {
  return { naming: randomKey(), versions: { 1: randomKey() } };
}

export function newMemberKeys(): Pick<TeamKeys, "private" | "public"> {
  const { privateKey, publicKey } = generateKeyPairSync("x25519");
  return {
    private: privateKey.export({ type: "pkcs8", format: "der" }).toString("base64"),
    public: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  };
}

const NONCE = 12;
const TAG = 16;

/** With a secret of 32 bytes. */
export function lock(secret: Uint8Array, text: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", secret, nonce);
  return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

export function unlock(secret: Uint8Array, bytes: Uint8Array): string {
  try {
    const decipher = createDecipheriv("aes-256-gcm", secret, bytes.subarray(0, NONCE));
    decipher.setAuthTag(bytes.subarray(-TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new PawlError("team_forged", "A key of the team could not be opened.", {
      cause,
      hint: "It was not sealed for this machine, or was changed in the database. Tell a maintainer.",
    });
  }
}

/** Only the owner of the private key opens it. An own key for every seal, so that two of them have nothing in common. */
export function sealFor(publicKey: string, text: string): Buffer {
  const once = generateKeyPairSync("x25519");
  const other = toPublicKey(publicKey);
  const mine = once.publicKey.export({ type: "spki", format: "der" });
  const shared = diffieHellman({ privateKey: once.privateKey, publicKey: other });
  return Buffer.concat([mine, lock(sharedKey(shared, mine, publicKey), text)]);
}

/** Of an X25519 key in SPKI form. */
const PUBLIC_BYTES = 44;

export function openSealed(
  { private: own, public: ownPublic }: Pick<TeamKeys, "private" | "public">,
  bytes: Uint8Array,
): string {
  const mine = Buffer.from(bytes.subarray(0, PUBLIC_BYTES));
  const privateKey = createPrivateKey({ key: Buffer.from(own, "base64"), type: "pkcs8", format: "der" });
  const shared = diffieHellman({ privateKey, publicKey: toPublicKey(mine.toString("base64")) });
  return unlock(sharedKey(shared, mine, ownPublic), bytes.subarray(PUBLIC_BYTES));
}

function sharedKey(shared: Buffer, once: Buffer, receiver: string): Buffer {
  const context = Buffer.concat([once, Buffer.from(receiver, "base64")]);
  return Buffer.from(hkdfSync("sha256", shared, context, "pawl team seal", 32));
}

function toPublicKey(key: string): KeyObject {
  return createPublicKey({ key: Buffer.from(key, "base64"), type: "spki", format: "der" });
}

/** Somebody who knows the naming key, which never changes, says: this is the key of that member. */
export function proofOf(naming: string, member: string, publicKey: string): Buffer {
  return createHmac("sha256", Buffer.from(naming, "base64"))
    .update(`member\n${member}\n${publicKey}`)
    .digest();
}

export function isProven(naming: string, member: string, publicKey: string, proof: Uint8Array): boolean {
  const expected = proofOf(naming, member, publicKey);
  return proof.length === expected.length && timingSafeEqual(expected, proof);
}
