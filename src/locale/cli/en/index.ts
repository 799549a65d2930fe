import type { CliMessages } from "../messages.ts";
import { output } from "./output.ts";

/** What only some commands print, or only a mistake, is loaded when it is asked for. */
export const en: CliMessages = {
  ...output,
  thrown: {},
  get activity() {
    return (require("./activity.ts") as typeof import("./activity.ts")).activity;
  },
  get errors() {
    return (require("./errors.ts") as typeof import("./errors.ts")).errors;
  },
  get help() {
    return (require("./help.ts") as typeof import("./help.ts")).help;
  },
  get doctor() {
    return (require("./doctor.ts") as typeof import("./doctor.ts")).doctor;
  },
  get replay() {
    return (require("./replay.ts") as typeof import("./replay.ts")).replay;
  },
  get handoff() {
    return (require("./handoff.ts") as typeof import("./handoff.ts")).handoff;
  },
  get team() {
    return (require("./team.ts") as typeof import("./team.ts")).team;
  },
  get clientMemory() {
    return (require("./client-memory.ts") as typeof import("./client-memory.ts")).clientMemory;
  },
};
