/** The redactor's interface for the rest of Pawl: for texts and values, for stored text, for one session. */
import { REDACTION_VERSION, redactionOf, redactionOfStored, redactJson, redactText } from "./index.ts";
import { userRulesVersion } from "./settings.ts";

/** Removes secrets before anything is stored. */
export interface Redactor {
  /** `path`: the file of the text, if known. */
  text(text: string, options?: { path?: string }): string;
  /** Redacts any JSON value and keeps its shape. */
  json(value: unknown): unknown;
  /** The same for stored text: changes only certain secrets. */
  readonly stored?: Pick<Redactor, "text">;
  /** Stored in every record. Records of another version are redacted again. */
  readonly version: number;
  /** The same for one session: a secret that the session has shown is redacted everywhere from then on. */
  forSession?(sessionId: string): Redactor;
}

/** Removes secrets from everything that is stored, with the rules of this version and the user's own. */
export const redactor: Redactor & { stored: typeof redactionOfStored } = {
  text: redactText,
  json: redactJson,
  /** The version also depends on the user's rules. When they change, older records are redacted again. */
  get version() {
    return (REDACTION_VERSION ^ userRulesVersion()) >>> 0;
  },
  stored: redactionOfStored,
  forSession: (sessionId) => ({ ...redactionOf(sessionId), version: redactor.version }),
};
