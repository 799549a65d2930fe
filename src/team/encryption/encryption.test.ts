/** The team's keys and what is written with them. */

import { expect, test } from "bun:test";
import { deflateRawSync } from "node:zlib";
import { createEncryptedCodec } from "../codec.ts";
import {
  isVouched,
  lock,
  newMemberKeys,
  newTeamSecrets,
  openSealed,
  proofOf,
  randomKey,
  sealFor,
  unlock,
} from "./keys.ts";

const forged = expect.objectContaining({ code: "team_forged" });

function member(secrets = newTeamSecrets()) {
  const keys = { ...newMemberKeys(), ...secrets };
  return {
    keys,
    codec: createEncryptedCodec(keys),
    publicKey: keys.public,
    proof: (name: string) => proofOf(keys.naming, name, keys.public),
  };
}

const changed = (bytes: Uint8Array, place: number): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  const at = place < 0 ? copy.length + place : place;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

test("a record opens only in its own place, unchanged, and with the team's key", () => {
  const { codec } = member();
  const sealed = codec.seal("project\nid\nrev", "Grüße");
  expect(codec.open("project\nid\nrev", sealed, 1)).toBe("Grüße");
  expect(Buffer.from(sealed).toString("latin1")).not.toContain("Gr");
  expect(() => codec.open("project\nother\nrev", sealed, 1)).toThrow(forged);
  for (const place of [0, 11, 12, -17, -16, -1])
    expect(() => codec.open("project\nid\nrev", changed(sealed, place), 1)).toThrow(forged);
  for (const length of [0, 1, 12, 27]) {
    expect(() => codec.open("project\nid\nrev", new Uint8Array(length), 1)).toThrow(forged);
  }
  expect(() => member().codec.open("project\nid\nrev", sealed, 1)).toThrow(forged);
  // Twelve bytes of chance and sixteen of proof: the same text never looks the same.
  expect(sealed).toHaveLength(12 + deflateRawSync("Grüße").length + 16);
  expect(codec.seal("project\nid\nrev", "Grüße")).not.toEqual(sealed);
});

test("the newest key writes, older ones still read, and one that this machine has not got is said", () => {
  const secrets = newTeamSecrets();
  const before = member(secrets);
  const sealed = before.codec.seal("p", "old");
  const after = member({ ...secrets, versions: { ...secrets.versions, 2: randomKey() } });
  expect([before.codec.keyVersion, after.codec.keyVersion]).toEqual([1, 2]);
  expect(after.codec.open("p", sealed, 1)).toBe("old");
  const newer = after.codec.seal("p", "new");
  expect(after.codec.open("p", newer, 2)).toBe("new");
  expect(() => before.codec.open("p", newer, 2)).toThrow(
    expect.objectContaining({ code: "team_key_missing", params: { version: 2 } }),
  );
});

test("names are the same for every member and say nothing to others", () => {
  const secrets = newTeamSecrets();
  const [one, two, other] = [member(secrets).codec, member(secrets).codec, member().codec];
  expect(one.idOf("memory", "a")).toBe(two.idOf("memory", "a"));
  expect(one.idOf("memory", "a")).toMatch(/^[0-9a-f]{32}$/);
  expect(one.projectName("shop")).toMatch(/^[0-9a-f]{32}$/);
  const names = [
    one.idOf("memory", "a"),
    one.idOf("memory", "b"),
    one.projectName("a"),
    other.idOf("memory", "a"),
  ];
  expect(new Set(names).size).toBe(4);
});

test("what is sealed for one member is opened by nobody else of the team", () => {
  const secrets = newTeamSecrets();
  const [ann, mia, kim] = [member(secrets), member(secrets), member(secrets)];
  const receiver = { name: "Mia", publicKey: mia.publicKey, keyProof: mia.proof("Mia") };
  const sealed = ann.codec.sealFor(receiver, "p", "For Mia.");
  expect(mia.codec.openSealed("p", sealed, 1)).toBe("For Mia.");
  expect(() => kim.codec.openSealed("p", sealed, 1)).toThrow(forged);
  expect(() => mia.codec.openSealed("q", sealed, 1)).toThrow(forged);
});

test("a key that no member vouches for is not written to", () => {
  const secrets = newTeamSecrets();
  const [ann, mia, stranger] = [member(secrets), member(secrets), member()];
  const error = expect.objectContaining({ code: "team_forged", params: { name: "Mia" } });
  for (const receiver of [
    { name: "Mia" },
    { name: "Mia", publicKey: mia.publicKey },
    { name: "Mia", publicKey: stranger.publicKey, keyProof: stranger.proof("Mia") },
    { name: "Mia", publicKey: mia.publicKey, keyProof: mia.proof("Kim") },
    { name: "Mia", publicKey: mia.publicKey, keyProof: mia.proof("Mia").slice(4) },
  ])
    expect(() => ann.codec.sealFor(receiver, "p", "text")).toThrow(error);
  expect(isVouched(secrets.naming, "Mia", mia.keys.public, mia.proof("Mia"))).toBe(true);
});

test("a lock opens with its secret only, and a seal with its own private key only", () => {
  const secret = Buffer.from(randomKey(), "base64");
  const locked = lock(secret, "text");
  expect(secret).toHaveLength(32);
  expect(unlock(secret, locked).toString()).toBe("text");
  expect(locked).toHaveLength(12 + 4 + 16);
  for (const bytes of [changed(locked, 0), changed(locked, 13), changed(locked, -1), locked.subarray(0, 3)])
    expect(() => unlock(secret, bytes)).toThrow();
  expect(() => unlock(Buffer.from(randomKey(), "base64"), locked)).toThrow();
  expect(() => unlock(secret, locked, "another place")).toThrow();
  const [own, other] = [newMemberKeys(), newMemberKeys()];
  const sealed = sealFor(own.public, "text").toString("base64");
  expect(openSealed(own, sealed)).toBe("text");
  expect(() => openSealed(other, sealed)).toThrow(forged);
  // Bound to the key that it is for, not only to the secret of both.
  expect(() => openSealed({ ...own, public: other.public }, sealed)).toThrow(forged);
  for (const garbage of ["", "AAAA", "A".repeat(200)]) expect(() => openSealed(own, garbage)).toThrow(forged);
  expect(sealFor(own.public, "text").toString("base64")).not.toEqual(sealed);
});
