/** Login roles of members. If a member may not create roles, the SQL statements for an administrator are returned. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import type { Address } from "./address.ts";
import type { ServerConnection } from "./connection.ts";
import { stateOf } from "./errors.ts";

/** `NOT ALLOWED`, and roles that do not exist or still own an object. */
const REFUSED = new Set(["42501", "42704", "2BP01", "55006"]);

const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export function roleFor(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 40);
  // The suffix distinguishes people of the same name, and a name whose old role still exists.
  return `pawl_${slug === "" ? "member" : slug}_${crypto.randomUUID().slice(0, 4)}`;
}

/** Returns an empty list on success, else the statements for an administrator. */
export async function createRole(
  connection: ServerConnection,
  { database }: Address,
  { role, password }: { role: string; password: string },
): Promise<string[]> {
  const create = `create role ${ident(role)} login password ${literal(scramVerifier(password))};`;
  const connect = `grant connect on database ${ident(database)} to ${ident(role)};`;
  const letIn = `select pawl.let_in(${literal(role)});`;
  if (await isDone(connection, [create])) {
    // By default everyone may connect; an administrator may have revoked it.
    await isDone(connection, [connect]);
    return [];
  }
  return [create, connect, letIn];
}

/** The same for a removed member: the database shows them nothing any more. */
export async function dropRole(
  connection: ServerConnection,
  { database }: Address,
  role: string,
): Promise<string[]> {
  const name = ident(role);
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = ${literal(role)};`;
  const close = `revoke connect on database ${ident(database)} from ${name};`;
  const drop = `drop role ${name};`;
  await isDone(connection, [`alter role ${name} nologin;`]);
  await isDone(connection, [`grant ${name} to current_user;`, end]);
  return (await isDone(connection, [close, drop])) ? [] : [end, close, drop];
}

export function passwordStatement(role: string, password: string): string {
  return `alter role ${ident(role)} password ${literal(scramVerifier(password))}`;
}

async function isDone(connection: ServerConnection, statements: readonly string[]): Promise<boolean> {
  try {
    await connection.run(statements);
    return true;
  } catch (error) {
    if (REFUSED.has(stateOf(error) ?? "")) return false;
    throw error;
  }
}

const ROUNDS = 4096;

/** The verifier that PostgreSQL stores. Computed here, so that no statement or log contains the password. */
export function scramVerifier(password: string, salt: Uint8Array = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, "sha256");
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest();
  const stored = createHash("sha256").update(hmac("Client Key")).digest("base64");
  const server = hmac("Server Key").toString("base64");
  return `SCRAM-SHA-256$${ROUNDS}:${Buffer.from(salt).toString("base64")}$${stored}:${server}`;
}

/** Letters and digits only, so that no escaping is needed anywhere. */
export function randomPassword(): string {
  return randomBytes(24).toString("hex");
}
