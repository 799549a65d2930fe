import { expect, test } from "bun:test";
import { join } from "node:path";
import { defaultHomeDir, packageDir } from "./paths.ts";
import { pawlCommand } from "./programs.ts";

test("the usual home needs no name; another one is named, in quotes where a shell would split it", () => {
  const program = join(packageDir, "bin", "pawl");
  const shown = /^[\w@%+=:,./-]+$/.test(program) ? program : `'${program}'`;
  expect(pawlCommand(defaultHomeDir())).toBe(shown);
  expect(pawlCommand("/srv/pawl-2")).toBe(`PAWL_HOME=/srv/pawl-2 ${shown}`);
  expect(pawlCommand("/srv/it's mine")).toBe(`PAWL_HOME='/srv/it'\\''s mine' ${shown}`);
});
