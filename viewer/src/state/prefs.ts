/** This browser's preferences: language and theme. Everything else is in the URL. */
import { effect, signal } from "@preact/signals";
import type { Language } from "../words/languages.ts";

export const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

export function readPref(name: string): string | undefined {
  try {
    return localStorage.getItem(`pawl.${name}`) ?? undefined;
  } catch {
    // Storage may be disabled; then preferences last for one visit.
    return undefined;
  }
}

export function writePref(name: string, value: string): void {
  try {
    localStorage.setItem(`pawl.${name}`, value);
  } catch {
    return;
  }
}

/** Editors that open a file by a link of their own; `none` for no links. */
export const EDITORS = ["vscode", "cursor", "windsurf", "zed", "idea", "none"] as const;
type Editor = (typeof EDITORS)[number];

export const editor = signal<Editor>(EDITORS.find((one) => one === readPref("editor")) ?? "vscode");

export function chooseEditor(value: Editor): void {
  editor.value = value;
  writePref("editor", value);
}

export const theme = signal<Theme>(THEMES.find((one) => one === readPref("theme")) ?? "system");
/** The language that is shown; `words/choose.ts` sets it. */
export const language = signal<Language>("en");

export function chooseTheme(value: Theme): void {
  theme.value = value;
  writePref("theme", value);
}

export function followPrefs(): void {
  effect(() => {
    document.documentElement.lang = language.value;
  });
  effect(() => {
    if (theme.value === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
}
