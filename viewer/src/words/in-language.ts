import { language } from "../state/prefs.ts";
import type { Language } from "./languages.ts";

/** The entry of the chosen language; a component that calls it is drawn again when the language changes. */
export function inLanguage<W>(table: Readonly<Record<Language, W>>): W {
  return table[language.value];
}
