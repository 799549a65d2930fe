import type { Redactor } from "../memory/observation.ts";
import { REDACTION_VERSION, redactJson, redactText } from "../memory/redact/index.ts";

/** What takes secrets out of what a command stores. */
export const redactor: Redactor = { text: redactText, json: redactJson, version: REDACTION_VERSION };
