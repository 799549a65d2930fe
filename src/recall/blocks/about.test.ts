import { expect, test } from "bun:test";
import { aboutness } from "./about.ts";

const memory = (content: string, more: object = {}) => ({ uri: "project://notes/x", content, ...more });

test("S1.14 a memory is about a file that it names, by path or by bare name", () => {
  expect(aboutness(memory("In billing.ts amounts are cents."), "src/billing.ts")).toBe(3);
  expect(aboutness(memory("See `src/billing.ts`."), "src/billing.ts")).toBe(3);
  expect(aboutness(memory("Cents.", { uri: "project://files/billing.ts" }), "src/billing.ts")).toBe(3);
  expect(aboutness(memory("Cents.", { provenance: { file: "src/billing.ts" } }), "src/billing.ts")).toBe(3);
  expect(aboutness(memory("Cents.", { disclosure: "When editing billing.ts" }), "src/billing.ts")).toBe(3);
});

test("a name with another folder is another file, and a longer name another name", () => {
  expect(aboutness(memory("lib/index.ts is generated"), "src/index.ts")).toBe(0);
  expect(aboutness(memory("old-billing.ts is dead"), "src/billing.ts")).toBe(0);
  expect(aboutness(memory("billing is hard"), "src/billing.ts")).toBe(0);
});

test("S1.14 a memory may be about a directory or an extension", () => {
  expect(aboutness(memory("Everything in src/api/ is public."), "src/api/users.ts")).toBe(2);
  expect(aboutness(memory("Everything in src/api/ is public."), "src/web/users.ts")).toBe(0);
  expect(aboutness(memory("All *.sql files are generated."), "db/001.sql")).toBe(1);
});
