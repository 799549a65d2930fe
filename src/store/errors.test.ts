import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { PawlError } from "../platform/errors.ts";
import { toStoreError } from "./errors.ts";

const failing = (code: string) => Object.assign(new Error("no"), { code });

test.each([
  ["SQLITE_BUSY_SNAPSHOT", "store_locked"],
  ["SQLITE_NOTADB", "store_corrupt"],
  ["SQLITE_CORRUPT_VTAB", "store_corrupt"],
  ["SQLITE_FULL", "store_full"],
  ["SQLITE_CANTOPEN", "store_unwritable"],
  ["SQLITE_READONLY", "store_unwritable"],
  ["EACCES", "store_unwritable"],
  ["SQLITE_ERROR", "store_failed"],
  ["", "store_failed"],
])("%s is told as %s, with the file and what to do", (code, told) => {
  const error = toStoreError(failing(code), "/home/a$&b/pawl.db");
  expect(error).toMatchObject({ code: told });
  expect(error.message).toContain("/home/a$&b/pawl.db");
  expect(error.hint).toMatch(/\w/);
  expect(error.cause).toBeInstanceOf(Error);
});

test("what SQLite itself throws keeps its own words; what Pawl threw stays as it is", () => {
  const own = new PawlError("store_closed", "closed");
  expect(toStoreError(own, "x")).toBe(own);
  expect(toStoreError("odd", "x")).toMatchObject({
    code: "store_failed",
    message: expect.stringContaining("odd"),
  });
  using db = new Database(":memory:");
  let thrown: unknown;
  try {
    db.run("select * from no_table");
  } catch (error) {
    thrown = error;
  }
  expect(toStoreError(thrown, "x").message).toContain("no such table");
});
