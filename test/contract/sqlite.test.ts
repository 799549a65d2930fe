import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { storeContract } from "./store-contract.ts";

let dir: string | undefined;

storeContract(
  "sqlite",
  async () => {
    dir ??= mkdtempSync(join(tmpdir(), "pawl-store-"));
    return openSqliteStore(join(dir, "pawl.db"));
  },
  async () => {
    if (dir !== undefined) rmSync(dir, { recursive: true, force: true });
    dir = undefined;
  },
);
