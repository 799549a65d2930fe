/** Which language the page speaks: this browser's choice, else Pawl's setting, else the browser's own. */
import { language, readPref, writePref } from "../state/prefs.ts";
import { loadWords } from "./index.ts";
import { LANGUAGES, type Language, languageOf } from "./languages.ts";

const chosen = LANGUAGES.find((one) => one === readPref("language"));

/** Shown once its sentences are here, so that no view mixes two languages. */
async function speak(one: Language): Promise<void> {
  try {
    await loadWords(one);
    language.value = one;
  } catch {
    // The daemon stopped, or was upgraded under an open page: the sentences that are here stay.
  }
}

export const speakFirst = (): Promise<void> => speak(chosen ?? languageOf(navigator.languages));

export function offerLanguage(setting: string): void {
  const known = LANGUAGES.find((one) => one === setting);
  if (chosen === undefined && known !== undefined && known !== "en") void speak(known);
}

export function chooseLanguage(value: Language): void {
  writePref("language", value);
  void speak(value);
}
