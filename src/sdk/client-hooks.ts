/**
 * What Claude Code itself would read beside a project's settings.json: hooks of the user's and the local settings, and
 * CLAUDE.md. On the Agent SDK with `settingSources: []` it reads neither, so they are read here.
 */
import { join } from "node:path";
import type { Hook } from "../hooks/config/hooks.ts";
import { readConfig } from "../hooks/config/read.ts";
import type { Env } from "../platform/env.ts";
import { readIfThere } from "../platform/files.ts";
import { claudeConfigDir } from "../platform/paths.ts";
import type { Log } from "./types.ts";

interface Where {
  cwd: string;
  env: Env;
  /** Files of a project that is not trusted are left alone. */
  trusted: boolean;
}

export async function readClientHooks({ cwd, env, trusted, log }: Where & { log: Log }): Promise<Hook[]> {
  const user = { file: join(claudeConfigDir(env), "settings.json"), baseDir: claudeConfigDir(env) };
  const local = { file: join(cwd, ".claude", "settings.local.json"), baseDir: cwd };
  const read = (trusted ? [user, local] : [user]).map(async (place) => {
    const { config, findings } = readConfig({ ...place, kind: "client" });
    for (const { level, message } of findings)
      if (level === "error") log("warn", `${place.file}: ${message}`);
    return config.hooks;
  });
  return (await Promise.all(read)).flat();
}

/** The user's, then the project's, then the local one, each with its name. */
export function readInstructions({ cwd, env, trusted }: Where): string | undefined {
  const user = [join(claudeConfigDir(env), "CLAUDE.md")];
  const project = ["CLAUDE.md", join(".claude", "CLAUDE.md"), "CLAUDE.local.md"].map((name) =>
    join(cwd, name),
  );
  const files = trusted ? [...user, ...project] : user;
  const texts = files.flatMap((file) => {
    const text = readIfThere(file)?.trim();
    return text === undefined || text === "" ? [] : [`Contents of ${file}:\n\n${text}`];
  });
  return texts.length === 0 ? undefined : texts.join("\n\n");
}
