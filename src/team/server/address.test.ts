import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, isLocal, parseAddress, toPlace } from "./address.ts";

const PLAIN: Address = { host: "db.example", port: 5432, database: "shop", user: "ann", password: "" };

test("an address is taken apart, with the usual port where it names none", () => {
  expect(parseAddress("postgres://ann@db.example/shop")).toEqual(PLAIN);
  expect(parseAddress("postgresql://a%40b:p%2Fw@db.example:6000/my%20shop?sslmode=require")).toEqual({
    host: "db.example",
    port: 6000,
    database: "my shop",
    user: "a@b",
    password: "p/w",
    sslmode: "require",
  });
  expect(parseAddress("postgres://ann@[::1]/shop").host).toBe("::1");
  for (const mode of ["disable", "prefer", "require", "verify-ca", "verify-full"])
    expect(parseAddress(`postgres://ann@db.example/shop?sslmode=${mode}`).sslmode).toBe(mode);
});

test("what is no address is refused with an example", () => {
  for (const text of [
    "not an address",
    "https://ann@db.example/shop",
    "postgres://db.example/shop",
    "postgres://ann@db.example",
    "postgres://ann@db.example/",
    "postgres://ann@/shop",
    "postgres:///shop?host=/run/postgresql",
  ]) {
    expect(() => parseAddress(text)).toThrow(
      expect.objectContaining({
        code: "team_address",
        message: "This is no address of a PostgreSQL database.",
        hint: "It looks like postgres://user:password@host:5432/database.",
      }),
    );
  }
  expect(() => parseAddress("postgres://ann@db.example/shop?sslmode=maybe")).toThrow(
    expect.objectContaining({
      code: "team_sslmode",
      message: "sslmode=maybe is unknown.",
      hint: "Use one of: disable, prefer, require, verify-ca, verify-full.",
      params: { mode: "maybe", known: "disable, prefer, require, verify-ca, verify-full" },
    }),
  );
});

test("the certificate itself is kept, not the name of its file", () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-authority-"));
  try {
    const file = join(dir, "ca.pem");
    writeFileSync(file, "CERT");
    const named = (one: string) => parseAddress(`postgres://ann@db.example/shop?sslrootcert=${one}`);
    expect(named(file)).toEqual({ ...PLAIN, ca: "CERT" });
    const gone = join(dir, "gone.pem");
    expect(() => named(gone)).toThrow(
      expect.objectContaining({
        code: "team_authority",
        message: `${gone} cannot be read.`,
        params: { file: gone },
      }),
    );
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test("this machine's own addresses are local; a name that only begins like one is not", () => {
  const at = (host: string): Address => ({ ...PLAIN, host });
  expect(["localhost", "127.0.0.1", "127.9.9.9", "::1"].map((host) => isLocal(at(host)))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(["localhost.example", "db.example", "128.0.0.1", "a::1"].map((host) => isLocal(at(host)))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(toPlace({ ...PLAIN, password: "secret" })).toBe("db.example:5432/shop");
});
