import { expect, test } from "bun:test";
import type { ServerConnection } from "./connection.ts";
import { createRole, dropRole, passwordStatement, roleFor } from "./roles.ts";

const ADDRESS = { host: "db", port: 5432, database: 'shop"s', user: "ann", password: "p" };

/** Refuses the transactions that hold one of these words, with this code. */
function connecting(refused: readonly string[] = [], errno = "42501") {
  const ran: string[] = [];
  const run = async (steps: readonly unknown[]) => {
    const text = steps.join(" ");
    if (refused.some((word) => text.includes(word))) throw Object.assign(new Error("no"), { errno });
    ran.push(...(steps as string[]));
  };
  return { ran, connection: { run } as unknown as ServerConnection };
}

test("a role's name is made of the member's, in plain letters, and differs each time", () => {
  expect(roleFor("Mia Berg")).toMatch(/^pawl_mia_berg_[0-9a-f]{4}$/);
  expect(roleFor("  Zoë! ")).toMatch(/^pawl_zoe_[0-9a-f]{4}$/);
  expect(roleFor("木村")).toMatch(/^pawl_member_[0-9a-f]{4}$/);
  expect(roleFor("x".repeat(90))).toMatch(/^pawl_x{40}_[0-9a-f]{4}$/);
});

test("a role is made with a verifier instead of its password, and let into the database", async () => {
  const at = connecting();
  expect(await createRole(at.connection, ADDRESS, { role: "pawl_mia", password: "p'w" })).toEqual([]);
  expect(at.ran).toEqual([
    expect.stringMatching(/^create role "pawl_mia" login password 'SCRAM-SHA-256\$4096:[^']*';$/),
    'grant connect on database "shop""s" to "pawl_mia";',
  ]);
  expect(passwordStatement('a"b', "p")).toMatch(/^alter role "a""b" password 'SCRAM-SHA-256\$/);
});

test("a connection that may not be granted is no hindrance; a role that may not be made is left to an administrator", async () => {
  expect(
    await createRole(connecting(["grant connect"]).connection, ADDRESS, { role: "r", password: "p" }),
  ).toEqual([]);
  const at = connecting(["create role"]);
  expect(await createRole(at.connection, ADDRESS, { role: "r", password: "p" })).toEqual([
    expect.stringContaining("create role"),
    expect.stringContaining("grant connect"),
    "select pawl.let_in('r');",
  ]);
  expect(at.ran).toEqual([]);
  await expect(
    createRole(connecting(["create role"], "57P01").connection, ADDRESS, { role: "r", password: "p" }),
  ).rejects.toThrow("no");
});

test("a removed member's role cannot log in, is thrown out, and goes; else an administrator is told how", async () => {
  const at = connecting();
  expect(await dropRole(at.connection, ADDRESS, "r")).toEqual([]);
  expect(at.ran.map((text) => text.split(" ").slice(0, 2).join(" "))).toEqual([
    ...["alter role", 'grant "r"', "select pg_terminate_backend(pid)", "revoke connect", "drop role"],
  ]);
  for (const errno of ["42501", "42704", "2BP01", "55006"]) {
    const refusing = connecting(["drop role"], errno);
    const left = await dropRole(refusing.connection, ADDRESS, "r");
    expect(left.map((text) => text.split(" ")[0])).toEqual(["select", "revoke", "drop"]);
  }
  await expect(dropRole(connecting(["alter role"], "XX000").connection, ADDRESS, "r")).rejects.toThrow("no");
});
