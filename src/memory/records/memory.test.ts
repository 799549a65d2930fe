import { expect, test } from "bun:test";
import { checkTransition, MEMORY_STATUSES, parseUri, parseWritableUri, scopeOf } from "./memory.ts";

test.each([
  ["project://patterns/errors", "project", "patterns/errors"],
  ["user://тон", "user", "тон"],
  ["task://a.b-c_1/数", "task", "a.b-c_1/数"],
  ["system://boot", "system", "boot"],
] as const)("%p is a URI", (uri, namespace, path) => {
  expect(parseUri(uri)).toEqual({ namespace, path });
});

test.each([
  "",
  "project:",
  "project://",
  "project:///a",
  "project://a//b",
  "project://a/",
  "project://../a",
  "project://a b",
  "project://a\u202eb",
  "project://a?b",
  "project://\ud800",
  "PROJECT://a",
  " project://a",
  "javascript://a",
  `project://${"a".repeat(400)}`,
])("%p is none", (uri) => {
  expect(() => parseUri(uri)).toThrow(expect.objectContaining({ code: "memory_uri_invalid" }));
});

test("system:// is shown, never written", () => {
  expect(() => parseWritableUri("system://boot")).toThrow(
    expect.objectContaining({ code: "memory_uri_invalid" }),
  );
});

test("user:// and system:// belong to no project, the others to theirs", () => {
  const scopes = ["project://a", "workflow://a", "task://a", "user://a", "system://a"];
  expect(scopes.map((uri) => scopeOf(uri, "/p"))).toEqual(["/p", "/p", "/p", "", ""]);
});

test("a proposal is made once, and every status leads back to active", () => {
  const may = (from: (typeof MEMORY_STATUSES)[number], to: (typeof MEMORY_STATUSES)[number]) => {
    try {
      checkTransition(from, to);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: "memory_status" });
      return false;
    }
  };
  for (const from of MEMORY_STATUSES) {
    expect(may(from, from)).toBe(true);
    expect(may(from, "active")).toBe(true);
    if (from !== "proposed") expect(may(from, "proposed")).toBe(false);
  }
  expect(may("deleted", "archived")).toBe(false);
});
