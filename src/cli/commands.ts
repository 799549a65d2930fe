import type { CliHelp } from "../locale/cli/index.ts";
import type { Command, CommandName } from "./command.ts";

/** Loaded on demand: `pawl down` does not load the daemon's libraries. */
export const COMMANDS: Readonly<Record<CommandName, () => Promise<{ command: Command }>>> = {
  start: () => import("./start.ts"),
  up: () => import("./up.ts"),
  serve: () => import("./serve.ts"),
  down: () => import("./down.ts"),
  status: () => import("./status.ts"),
  install: () => import("./install.ts"),
  uninstall: () => import("./uninstall.ts"),
  hook: () => import("./hook/command.ts"),
  day: () => import("./day.ts"),
  blame: () => import("./blame/command.ts"),
  ui: () => import("./ui/command.ts"),
  resume: () => import("./resume.ts"),
  cost: () => import("./cost.ts"),
  context: () => import("./context.ts"),
  sessions: () => import("./sessions.ts"),
  session: () => import("./session.ts"),
  search: () => import("./search.ts"),
  hooks: () => import("./user-hooks/command.ts"),
  chat: () => import("./chat/command.ts"),
  workflow: () => import("./workflow/command.ts"),
  remember: () => import("./memory/remember.ts"),
  memory: () => import("./memory/command.ts"),
  permission: () => import("./permission.ts"),
  solution: () => import("./solution.ts"),
  team: () => import("./team/command.ts"),
  handoff: () => import("./handoff.ts"),
  exclude: () => import("./exclude.ts"),
  forget: () => import("./forget.ts"),
  mcp: () => import("./mcp.ts"),
  import: () => import("./import/command.ts"),
  export: () => import("./export.ts"),
  backup: () => import("./backup.ts"),
  restore: () => import("./restore.ts"),
  replay: () => import("./replay/command.ts"),
  doctor: () => import("./doctor/command.ts"),
};

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

type Group = keyof CliHelp["groups"];

/** The order of `pawl help`. Commands without a group are listed under "more". */
const GROUPED: Readonly<Record<Exclude<Group, "more">, readonly CommandName[]>> = {
  look: ["day", "ui", "sessions", "session", "search", "resume", "blame", "cost", "context"],
  memory: ["remember", "memory", "solution", "permission", "forget"],
  setup: ["start", "install", "uninstall", "up", "down", "status", "doctor"],
  data: ["import", "export", "backup", "restore", "replay"],
};

export const COMMAND_GROUPS: readonly (readonly [Group, readonly CommandName[]])[] = [
  ...(Object.entries(GROUPED) as [Group, readonly CommandName[]][]),
  ["more", COMMAND_NAMES.filter((name) => !Object.values(GROUPED).flat().includes(name))],
];
