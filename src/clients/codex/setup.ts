/** Codex's settings and records. */
import { basename, join } from "node:path";
import type { ClientSetup } from "../setup.ts";
import { codexHomeDir, isRollout, rolloutDirs, threadOf } from "./transcripts/files.ts";
import { createRolloutLines } from "./transcripts/lines.ts";
import { codexUsage } from "./usage.ts";

export const setup: ClientSetup = {
  title: "Codex",
  aliases: [],
  verified: "0.166.0",
  program: "codex",
  home: codexHomeDir,
  hooksFile: (scope, projectDir) => {
    if (scope === "local") return undefined;
    return join(scope === "user" ? codexHomeDir() : join(projectDir, ".codex"), "hooks.json");
  },
  transcripts: {
    dirs: () => rolloutDirs(codexHomeDir()),
    isOwn: isRollout,
    sessionOf: (path) => threadOf(path) ?? basename(path),
    version: /"cli_version":"([\w.-]{1,40})"/,
    open: createRolloutLines,
    usage: codexUsage,
  },
  connect: async () => (await import("./connect.ts")).codexConnect,
  resume: (id) => ["codex", "resume", id],
};
