/** Keys that work everywhere on the page. */
import { isHelpOpen } from "../parts/help.tsx";
import { isPaletteOpen } from "../parts/palette.tsx";
import type { View } from "../words/en/views.ts";
import { go } from "./route.ts";

const VIEW_KEYS: Readonly<Record<string, View>> = { t: "today", s: "sessions", i: "injected", m: "memory" };

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("input, textarea, select, dialog, [contenteditable]") !== null
  );
}

export function followKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      isPaletteOpen.value = !isPaletteOpen.value;
      return;
    }
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const view = VIEW_KEYS[event.key];
    if (event.key === "/") searchNow();
    else if (event.key === "?") isHelpOpen.value = true;
    else if (event.key === "j" || event.key === "k") enterList();
    else if (view !== undefined) go(view);
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

/** The box is focused by its view when that opens. */
function searchNow(): void {
  const box = document.querySelector<HTMLInputElement>("main.view-search input[type=search]");
  if (box === null) go("search");
  else box.focus();
}

/** From anywhere on the page into its list; inside, the list has its own keys. */
function enterList(): void {
  if (document.activeElement?.closest("[data-row]") != null) return;
  const row = document.querySelector<HTMLElement>("main [data-row] :is(a, button)");
  (
    row ?? document.querySelector<HTMLElement>("main :is(.hits, .day-parts, .cards-wide) :is(a, button)")
  )?.focus();
}
