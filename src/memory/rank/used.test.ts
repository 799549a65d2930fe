import { expect, test } from "bun:test";
import { usedOf } from "./used.ts";

const injected = "- Changed: src/totals.ts (3×), invoice.ts\n- Ran: `pnpm test` (2×), `pnpm build`";
const call = (tool: string, input: object, files: string[] = []) => ({
  tool,
  input: JSON.stringify(input),
  files,
});

test("a file or a command that was told and then taken up counts as used", () => {
  const later = [call("Edit", {}, ["/home/dev/shop/src/totals.ts"]), call("Bash", { command: "pnpm test" })];
  expect(usedOf(injected, later)).toEqual(["src/totals.ts", "pnpm test"]);
});

test("nothing that was told came up: not used", () => {
  const later = [call("Edit", {}, ["/home/dev/shop/src/subtotals.ts"]), call("Bash", { command: "ls" })];
  expect(usedOf(injected, later)).toEqual([]);
  expect(usedOf("Use two spaces.", later)).toEqual([]);
});
