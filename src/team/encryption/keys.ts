/**
 * The team's keys. Each is random, and sealed for every member's own key (X25519) or for the secret of a join string. Each
 * public key comes with a proof made with the team's key, so the server cannot insert a key of its own. All are base64.
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
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { PawlError } from "../../platform/errors.ts";
import type { TeamKeys } from "../config.ts";

/** The secrets that a member receives: the naming key, and the team's keys by version. */
type TeamSecrets = Pick<TeamKeys, "naming" | "versions">;

export const randomKey = (): string => randomBytes(32).toString("base64");

export function newTeamSecrets(): TeamSecrets {
  return { naming: randomKey(), versions: { 1: randomKey() } };
}

const spki = { type: "spki", format: "der" } as const;
const pkcs8 = { type: "pkcs8", format: "der" } as const;
const toPublicKey = (key: Buffer) => createPublicKey({ key, ...spki });

export function newMemberKeys(): Pick<TeamKeys, "private" | "public"> {
  const { privateKey, publicKey } = generateKeyPairSync("x25519");
  return {
    private: privateKey.export(pkcs8).toString("base64"),
    public: publicKey.export(spki).toString("base64"),
  };
}

/** For AES-256-GCM, and for an X25519 key in SPKI form; in bytes. */
const SIZE = { nonce: 12, tag: 16, publicKey: 44 };

/** Uses a secret of 32 bytes and a fresh nonce. `place`: the only place where it opens. */
export function lock(secret: Uint8Array, content: string | Uint8Array, place = ""): Buffer {
  const nonce = randomBytes(SIZE.nonce);
  const cipher = createCipheriv("aes-256-gcm", secret, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Throws for anything else, including data too short for a nonce and a tag. */
export function unlock(secret: Uint8Array, bytes: Uint8Array, place = ""): Buffer {
  const [nonce, tag] = [bytes.subarray(0, SIZE.nonce), bytes.subarray(-SIZE.tag)];
  const decipher = createDecipheriv("aes-256-gcm", secret, nonce, { authTagLength: SIZE.tag });
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(SIZE.nonce, -SIZE.tag)), decipher.final()]);
}

/** The team's keys of an invitation. */
export const openInvitation = (secret: string, sealed: string): TeamSecrets =>
  opened(
    () =>
      JSON.parse(
        unlock(Buffer.from(secret, "base64"), Buffer.from(sealed, "base64")).toString(),
      ) as TeamSecrets,
  );

/** Only the owner of the private key can open it. Each seal has its own key, so that two seals have nothing in common. */
export function sealFor(publicKey: string, text: string): Buffer {
  const receiver = Buffer.from(publicKey, "base64");
  const once = generateKeyPairSync("x25519");
  const mine = once.publicKey.export(spki);
  const shared = diffieHellman({ privateKey: once.privateKey, publicKey: toPublicKey(receiver) });
  return Buffer.concat([mine, lock(sharedKey(shared, mine, receiver), text)]);
}

/** One version of the team's key, for the owner of a public key. */
export const sealedKey = (
  { naming, versions, public: publicKey }: Omit<TeamKeys, "private">,
  version: number,
) => sealFor(publicKey, JSON.stringify({ naming, key: versions[version] })).toString("base64");

export const openSealed = (own: Pick<TeamKeys, "private" | "public">, sealed: string): string =>
  opened(() => {
    const bytes = Buffer.from(sealed, "base64");
    const mine = bytes.subarray(0, SIZE.publicKey);
    const privateKey = createPrivateKey({ key: Buffer.from(own.private, "base64"), ...pkcs8 });
    const shared = diffieHellman({ privateKey, publicKey: toPublicKey(mine) });
    const key = sharedKey(shared, mine, Buffer.from(own.public, "base64"));
    return unlock(key, bytes.subarray(SIZE.publicKey)).toString();
  });

function sharedKey(shared: Buffer, once: Buffer, receiver: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", shared, Buffer.concat([once, receiver]), "pawl team seal", 32));
}

/** Any invalid seal or key fails with the same message. */
function opened<T>(open: () => T): T {
  try {
    return open();
  } catch (cause) {
    throw new PawlError("team_forged", "A key of the team could not be opened.", {
      cause,
      hint: "It was not sealed for this machine, or was changed in the database. Tell a maintainer.",
    });
  }
}

/** A proof, by a holder of the permanent naming key, that this key belongs to that member. */
export const proofOf = (naming: string, member: string, publicKey: string): string =>
  createHmac("sha256", Buffer.from(naming, "base64"))
    .update(`member\n${member}\n${publicKey}`)
    .digest("base64");

export function isVouched(naming: string, member: string, publicKey: string, proof: string): boolean {
  const [expected, given] = [proofOf(naming, member, publicKey), proof].map((one) =>
    Buffer.from(one, "base64"),
  );
  return expected !== undefined && given?.length === expected.length && timingSafeEqual(expected, given);
}
