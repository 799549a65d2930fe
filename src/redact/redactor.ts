import type { Redactor } from "../store/records/observation.ts";
import { REDACTION_VERSION, redactionOf, redactionOfStored, redactJson, redactText } from "./index.ts";
import { userRulesVersion } from "./user-rules.ts";

/** What takes secrets out of everything that is stored: the rules of this version, and the user's own. */
export const redactor: Redactor & { stored: typeof redactionOfStored } = {
  text: redactText,
  json: redactJson,
  /** Changes with the user's rules too: older records are then read again. */
  get version() {
    return (REDACTION_VERSION ^ userRulesVersion()) >>> 0;
  },
  stored: redactionOfStored,
  forSession: (sessionId) => ({ ...redactionOf(sessionId), version: redactor.version }),
};
