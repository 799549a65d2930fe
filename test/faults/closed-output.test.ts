/** `pawl sessions | head -1`: a reader that stops early is not a failure. */
import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl } from "../e2e/pawl.ts";

const BIN = resolve(import.meta.dir, "..", "..", "bin", "pawl");

test("a command whose output is closed ends quietly", async () => {
  await using scratch = await createScratch();
  await using pawl = await createPawl(scratch);
  const script = '{ "$0" status --json; echo "code $?" >&2; } | true';
  const child = Bun.spawn(["sh", "-c", script, BIN], { env: pawl.env, stderr: "pipe" });
  expect(await new Response(child.stderr).text()).toBe("code 0\n");
}, 180_000);
