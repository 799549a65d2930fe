/** Other tools rely on docs/continuity.md to read state files: it must list every field, and no other. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSnapshot } from "../../src/work/state-files.ts";

test("S0.12 the documented fields of a state file are those that are written", () => {
  const text = readFileSync(join(import.meta.dir, "..", "..", "docs", "continuity.md"), "utf8");
  const section = text.slice(text.indexOf("## State files"), text.indexOf("## Languages"));
  const documented = [...section.matchAll(/^\| `(\w+)` +\|/gm)].map(([, field]) => field);
  const empty = { files: [], commands: [], standing: [], open: [], failures: [], decisions: [] };
  const session = { id: "s", startedAt: 0 };
  const written = createSnapshot({ now: 0, event: "Stop", session, history: { prompts: [] }, set: empty });
  expect(documented).toEqual(Object.keys(written));
});
