import type { Redactor } from "../records/observation.ts";
import { REDACTION_VERSION, redactJson, redactText } from "./index.ts";

/** What takes secrets out of everything that is stored: the rules of this version. */
export const redactor: Redactor = { text: redactText, json: redactJson, version: REDACTION_VERSION };
