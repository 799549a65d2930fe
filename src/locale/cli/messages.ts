/** The type of the command line's catalogue. English defines the keys and parameters; TypeScript holds the other languages to them. */
import type { activity } from "./en/activity.ts";
import type { clientMemory } from "./en/client-memory.ts";
import type { doctor } from "./en/doctor.ts";
import type { errors } from "./en/errors.ts";
import type { handoff } from "./en/handoff.ts";
import type { help } from "./en/help.ts";
import type { output } from "./en/output.ts";
import type { replay } from "./en/replay.ts";
import type { team } from "./en/team.ts";

export type CliActivity = typeof activity;
export type CliHelp = typeof help;
export type CliErrors = typeof errors;
export type CliDoctor = typeof doctor;
export type CliOutput = typeof output;
export type CliReplay = typeof replay;
export type CliClientMemory = typeof clientMemory;
export type CliHandoff = typeof handoff;
export type CliTeam = typeof team;

/** Errors from below the command line, by code, with `{name}` for each parameter. English is what the error itself says. */
export type CliThrown = Readonly<Record<string, { message: string; hint?: string }>>;

export type CliMessages = CliOutput & {
  activity: CliActivity;
  help: CliHelp;
  errors: CliErrors;
  doctor: CliDoctor;
  replay: CliReplay;
  clientMemory: CliClientMemory;
  handoff: CliHandoff;
  team: CliTeam;
  thrown: CliThrown;
};
