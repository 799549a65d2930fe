/** The redactor as the rest of Pawl takes it: for texts and values, for what is stored, for one session. */
import { REDACTION_VERSION, redactionOf, redactionOfStored, redactJson, redactText } from "./index.ts";
import { userRulesVersion } from "./settings.ts";

/** What removes secrets before anything is stored. */
export interface Redactor {
  /** `path`: the file that the text comes from, where one is known. */
  text(text: string, options?: { path?: string }): string;
  /** Any JSON value; the same shape comes back. */
  json(value: unknown): unknown;
  /** The same for what is stored already: changes only what is certainly a secret. */
  readonly stored?: Pick<Redactor, "text">;
  /** Goes into every record; records of another version are redacted again. */
  readonly version: number;
  /** The same for one session: what it has shown as a secret is removed wherever it stands from then on. */
  forSession?(sessionId: string): Redactor;
}

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
