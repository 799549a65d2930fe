/** Only SQLite opens the database's file: a second handle that is closed would drop the locks of the process. */
import { expect, test } from "bun:test";
import { sourceFiles, textOf } from "./source-files.ts";

const READS =
  /\b(openSync|readSync|writeSync|readFileSync|copyFileSync|createReadStream|ftruncateSync|truncateSync)\b/;
/** What else they open: backups, marks, the file of a lock, a new and still empty database. */
const OTHERS = new Set([
  "src/store/backup-file.ts",
  "src/store/old-database.ts",
  "src/store/open.ts",
  "src/store/safe-copy.ts",
]);

test("no source file reads or writes the database file beneath SQLite", () => {
  const inStore = sourceFiles.filter((path) => path.startsWith("src/store/") && READS.test(textOf(path)));
  expect(inStore.filter((path) => !OTHERS.has(path))).toEqual([]);
  const byName = sourceFiles.filter((path) =>
    /(?:openSync|readFileSync|Bun\.file|createReadStream)\((?:home\.)?database\b/.test(textOf(path)),
  );
  expect(byName).toEqual([]);
});
