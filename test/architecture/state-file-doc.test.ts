/** Other tools read state files by what docs/continuity.md says: it names every field, and no other. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { snapshotSchema } from "../../src/workflow/snapshot.ts";

test("S0.12 the documented fields of a state file are the ones that it has", () => {
  const text = readFileSync(join(import.meta.dir, "..", "..", "docs", "continuity.md"), "utf8");
  const section = text.slice(text.indexOf("## State files"), text.indexOf("## Languages"));
  const documented = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, field]) => field);
  expect(documented).toEqual(Object.keys(snapshotSchema.shape));
});
