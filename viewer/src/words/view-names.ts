import { inLanguage } from "./in-language.ts";
import { VIEW_WORDS, type View } from "./views.ts";

/** The view's name in the menu and as its title. */
export const nameOf = (view: View): string => inLanguage(VIEW_WORDS[view]).name;

/** The sentence under its title. */
export const leadOf = (view: View): string => inLanguage(VIEW_WORDS[view]).lead;
