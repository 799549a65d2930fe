/** A day of work by project: requests, changes, commands, failures, open items, and Pawl's injections. */

import type { z } from "zod";
import type { dayAnswer } from "../answers.ts";

export type Day = z.output<typeof dayAnswer>;
export type DayTotals = Day["totals"];
export type ProjectDay = Day["projects"][number];
export type DaySession = ProjectDay["sessions"][number];
export type DayPrompt = ProjectDay["asked"][number];
export type ChangedFile = ProjectDay["changed"][number];
export type DayCommit = ProjectDay["commits"][number];
export type DayCommand = ProjectDay["ran"][number];
export type DayFailure = ProjectDay["failed"][number];
export type OpenItem = ProjectDay["open"][number];
export type DayInjection = ProjectDay["injected"][number];
