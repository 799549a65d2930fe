/** `/pawl:workflow` for an installation without the plugin: one file in the client's own folder. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { readIfThere, writeWhole } from "../../../platform/files.ts";
import { packageDir } from "../../../platform/paths.ts";

/** Marks the file as Pawl's. */
const MARK = "<!-- pawl:installed -->";

function commandFile(claudeDir: string): string {
  return join(claudeDir, "commands", "pawl", "workflow.md");
}

/** The plugin's own command; here the server has another name, and `pawl` may not be on the PATH. */
function slashCommand(pawl: string): string {
  const text = readFileSync(join(packageDir, "plugin", "commands", "workflow.md"), "utf8");
  const own = text
    .replaceAll("mcp__plugin_pawl_pawl__", "mcp__pawl__")
    .replaceAll("pawl workflow", `${pawl} workflow`);
  return `${own}\n${MARK}\n`;
}

/** False if another command of this name exists, or nothing had to be written. */
export function installSlashCommand(claudeDir: string, pawl: string): boolean {
  const file = commandFile(claudeDir);
  const before = readIfThere(file);
  const text = slashCommand(pawl);
  if (before === text || (before !== undefined && !before.includes(MARK))) return false;
  mkdirSync(dirname(file), { recursive: true });
  writeWhole(file, text, 0o644);
  return true;
}

/** Removes the folders too, if they are empty. */
export function uninstallSlashCommand(claudeDir: string): boolean {
  const file = commandFile(claudeDir);
  if (readIfThere(file)?.includes(MARK) !== true) return false;
  rmSync(file);
  for (const folder of [dirname(file), dirname(dirname(file))]) {
    try {
      if (existsSync(folder)) rmdirSync(folder);
    } catch {
      // Other commands live there.
      break;
    }
  }
  return true;
}
