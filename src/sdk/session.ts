/** One conversation: its id, its folder, and its project's configuration. */
import { join } from "node:path";
import type { Env } from "../platform/env.ts";
import { claudeConfigDir } from "../platform/paths.ts";
import type { ProjectConfig } from "./config-manager.ts";

export interface SessionOptions {
  cwd: string;
  config: ProjectConfig;
  env: Env;
  model?: string | undefined;
  /** The session to continue. */
  resume?: string | undefined;
}

export class Session {
  /** Changes with `/clear`, which starts a new session. */
  id: string;
  readonly cwd: string;
  readonly config: ProjectConfig;
  readonly model: string | undefined;
  /** The client already has the session and continues it. */
  resumed: boolean;
  /** The path of the transcript; a guess until the first event contains it. */
  transcriptPath: string;

  constructor({ cwd, config, env, model, resume }: SessionOptions) {
    this.id = resume ?? crypto.randomUUID();
    this.resumed = resume !== undefined;
    this.cwd = cwd;
    this.config = config;
    this.model = model;
    this.transcriptPath = join(claudeConfigDir(env), "projects", folderOf(cwd), `${this.id}.jsonl`);
  }

  /** Every event contains the transcript's path. */
  follow(event: { session_id: string; transcript_path: string }): void {
    this.id = event.session_id;
    this.transcriptPath = event.transcript_path;
  }

  /** The fields that every event has. */
  get common(): { session_id: string; transcript_path: string; cwd: string } {
    return { session_id: this.id, transcript_path: this.transcriptPath, cwd: this.cwd };
  }
}

/** The client's scheme for naming a project's folder. */
function folderOf(cwd: string): string {
  return cwd.replace(/[^A-Za-z0-9]/g, "-");
}
