/** The command line's sentences. A command loads only the language and the parts that it prints. */
import type { Locale } from "../messages.ts";
import { type Sentences, toWords, type Words } from "../template.ts";
import { type Thrown, thrownFor } from "../thrown/index.ts";
import { output } from "./en/output.ts";

/** What only some commands print, or only a mistake. */
export const PARTS = {
  activity: () => (require("./en/activity.ts") as typeof import("./en/activity.ts")).activity,
  errors: () => (require("./en/errors.ts") as typeof import("./en/errors.ts")).errors,
  help: () => (require("./en/help.ts") as typeof import("./en/help.ts")).help,
  doctor: () => (require("./en/doctor.ts") as typeof import("./en/doctor.ts")).doctor,
  replay: () => (require("./en/replay.ts") as typeof import("./en/replay.ts")).replay,
  handoff: () => (require("./en/handoff.ts") as typeof import("./en/handoff.ts")).handoff,
  team: () => (require("./en/team.ts") as typeof import("./en/team.ts")).team,
  clientMemory: () =>
    (require("./en/client-memory.ts") as typeof import("./en/client-memory.ts")).clientMemory,
};

type Parts = { readonly [K in keyof typeof PARTS]: Words<ReturnType<(typeof PARTS)[K]>> };

export type CliMessages = Words<typeof output> & Parts & { readonly thrown: Thrown };
export type CliHelp = CliMessages["help"];

export async function loadCliMessages(locale: Locale): Promise<CliMessages> {
  const translation = await loadTranslation(locale);
  const messages = toWords(output, translation);
  addLazily(messages, "thrown", () => thrownFor(locale));
  for (const [name, load] of Object.entries(PARTS)) {
    addLazily(messages, name, () => toWords(load(), translation?.[name]));
  }
  return messages as CliMessages;
}

function addLazily(target: object, name: string, load: () => unknown): void {
  let value: unknown;
  const get = () => {
    value ??= load();
    return value;
  };
  Object.defineProperty(target, name, { get, enumerable: true });
}

async function loadTranslation(locale: Locale): Promise<Readonly<Record<string, Sentences>> | undefined> {
  switch (locale) {
    case "zh-TW":
      return (await import("./zh-tw.json")).default;
    case "zh-CN":
      return (await import("./zh-cn.json")).default;
    case "ko":
      return (await import("./ko.json")).default;
    case "en":
      return undefined;
  }
}
