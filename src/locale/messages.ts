/**
 * The types of the sentences that Pawl sends to a session or its model. They are apart from the languages because pure
 * modules take the sentences as a parameter and import only types.
 */
import type { en } from "./en.ts";
import type { Words } from "./template.ts";

export const LOCALES = ["en", "zh-TW", "zh-CN", "ko"] as const;
export type Locale = (typeof LOCALES)[number];

export type Messages = { readonly locale: Locale } & Words<typeof en>;

export type ContextWords = Messages["context"];
export type HandoffWords = Messages["handoff"];
export type StageName = keyof Messages["stages"];
export type WorkflowName = keyof Messages["workflows"];
export type TimelineType = keyof Messages["timeline"];
