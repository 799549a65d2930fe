/** The frame around every view. */
import { useEffect, useRef } from "preact/hooks";
import { Banner } from "./parts/banner.tsx";
import { Select } from "./parts/basics.tsx";
import { Help, isHelpOpen } from "./parts/help.tsx";
import { isPaletteOpen, Palette } from "./parts/palette.tsx";
import { Toast } from "./parts/toast.tsx";
import { hello } from "./state/hello.ts";
import { followKeys } from "./state/keys.ts";
import { connection } from "./state/live.ts";
import { chooseTheme, language, THEMES, theme } from "./state/prefs.ts";
import { route, toHash } from "./state/route.ts";
import { SCREENS } from "./views/screens.tsx";
import { chooseLanguage } from "./words/choose.ts";
import { VIEWS } from "./words/en/views.ts";
import { findWords, nameOf, words } from "./words/index.ts";
import { LANGUAGES, type Language, languageName } from "./words/languages.ts";

export function App() {
  const { view, id } = route.value;
  const w = words.value;
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const Screen = SCREENS[view];

  // Move focus into the new view, so that screen readers announce it; a view may have put it somewhere itself.
  useEffect(() => {
    document.title = `${nameOf(view)} · Pawl`;
    document.querySelector("nav [aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
    if (first.current) first.current = false;
    else if (
      main.current?.contains(document.activeElement) !== true ||
      document.activeElement === main.current
    )
      main.current?.focus({ preventScroll: true });
  }, [view, id, w]);

  useEffect(followKeys, []);

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {w.frame.skip}
      </button>
      <header class="side">
        <a class="brand" href={toHash("today")}>
          <img src="/icon.svg" alt="" width="28" height="28" />
          <span>Pawl</span>
        </a>
        <nav aria-label={w.frame.mainNav}>
          <ul>
            {VIEWS.map((one) => (
              <li key={one}>
                <a href={toHash(one)} aria-current={one === view ? "page" : undefined}>
                  {nameOf(one)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="side-foot">
          <p class="side-keys">
            <button
              type="button"
              onClick={() => {
                isPaletteOpen.value = true;
              }}
            >
              {findWords().palette} <kbd>Ctrl K</kbd>
            </button>
            <button
              type="button"
              onClick={() => {
                isHelpOpen.value = true;
              }}
            >
              {findWords().help} <kbd>?</kbd>
            </button>
          </p>
          <Select
            label={w.frame.language}
            value={language.value}
            options={LANGUAGES.map((one) => [one, languageName(one)])}
            onChange={(value) => chooseLanguage(value as Language)}
          />
          <Select
            label={w.frame.theme}
            value={theme.value}
            options={THEMES.map((one) => [one, w.frame.themes[one]])}
            onChange={(value) => chooseTheme(THEMES.find((one) => one === value) ?? "system")}
          />
          <p class="version">
            <span class={`dot ${connection.value}`} /> {w.frame.connection[connection.value]}
            {hello.value === undefined ? null : ` · ${hello.value.version}`}
          </p>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} class={`view-${view}`}>
        <Banner />
        <Screen key={view} />
      </main>
      <Palette />
      <Help />
      <Toast />
    </>
  );
}
