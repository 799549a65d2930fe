/** A day of work, project by project: what was asked, changed, run, what failed, what is open, and what Pawl added. */

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
