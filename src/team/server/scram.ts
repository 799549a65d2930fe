/** What PostgreSQL stores of a password. Made here, so that the password itself stands in no statement and no log. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";

const ROUNDS = 4096;

export function scramVerifier(password: string, salt: Uint8Array = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, "sha256");
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(hmac("Client Key")).digest("base64");
  const server = hmac("Server Key").toString("base64");
  return `SCRAM-SHA-256$${ROUNDS}:${Buffer.from(salt).toString("base64")}$${stored}:${server}`;
}

/** Only letters and digits: nothing that has to be escaped anywhere. */
export function randomPassword(): string {
  return randomBytes(24).toString("hex");
}
