/** Copies that earlier versions made before they migrated a database. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** They contain what was forgotten since. */
export function dropOldBackups(dir: string, name: string): void {
  for (const file of readdirSync(dir)) {
    if (file.startsWith(`${name}.v`) && /\.v\d+-\w+\.bak$/.test(file))
      rmSync(join(dir, file), { force: true });
  }
}
