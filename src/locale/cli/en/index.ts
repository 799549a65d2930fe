import type { CliMessages } from "../messages.ts";
import { clientMemory } from "./client-memory.ts";
import { doctor } from "./doctor.ts";
import { errors } from "./errors.ts";
import { help } from "./help.ts";
import { output } from "./output.ts";
import { replay } from "./replay.ts";
import { team } from "./team.ts";

export const en: CliMessages = { ...output, help, errors, doctor, replay, clientMemory, team, thrown: {} };
