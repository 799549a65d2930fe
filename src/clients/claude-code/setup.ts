/** Claude Code's settings and records. */
import { basename, join } from "node:path";
import { claudeConfigDir } from "../../platform/paths.ts";
import type { ClientSetup } from "../setup.ts";
import { readEntries } from "../transcripts/entries.ts";
import { hasPlugin } from "./settings/plugin.ts";
import { claudeUsage } from "./usage.ts";

export const setup: ClientSetup = {
  title: "Claude Code",
  aliases: ["claude"],
  verified: "2.1.325",
  program: "claude",
  home: claudeConfigDir,
  hooksFile: (scope, projectDir) => {
    if (scope === "user") return join(claudeConfigDir(), "settings.json");
    return join(projectDir, ".claude", scope === "project" ? "settings.json" : "settings.local.json");
  },
  transcripts: {
    dirs: () => [join(claudeConfigDir(), "projects")],
    // Any other name, because people keep copies under names of their own.
    isOwn: () => true,
    sessionOf: (path) => basename(path, ".jsonl"),
    version: /"version":"(\d+\.\d+\.\d+)"/,
    open:
      async ({ sessionId }) =>
      (line, counts) =>
        readEntries(line, sessionId, counts),
    usage: claudeUsage,
  },
  hasPlugin,
  connect: async () => (await import("./connect.ts")).claudeConnect,
  resume: (id) => ["claude", "--resume", id],
};
