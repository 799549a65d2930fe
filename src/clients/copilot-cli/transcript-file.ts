/** Copilot CLI's folder, and the file that it keeps for each session. */
import { basename, dirname, join } from "node:path";
import { userHome } from "../../platform/paths.ts";

export const copilotHome = (): string => join(userHome(), ".copilot");

export const sessionsDir = (): string => join(copilotHome(), "session-state");

export const eventsFileOf = (sessionId: string): string => join(sessionsDir(), sessionId, "events.jsonl");

export const isEventsFile = (path: string): boolean =>
  basename(path) === "events.jsonl" && basename(dirname(dirname(path))) === "session-state";

export const sessionOfEvents = (path: string): string => basename(dirname(path));
