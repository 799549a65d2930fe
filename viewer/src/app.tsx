/** The frame around every view. */
import { useEffect, useRef } from "preact/hooks";
import { Banner } from "./parts/banner.tsx";
import { Help, isHelpOpen } from "./parts/help.tsx";
import { Icon } from "./parts/icons.tsx";
import { isPaletteOpen, Palette } from "./parts/palette.tsx";
import { Toast } from "./parts/toast.tsx";
import { hello } from "./state/hello.ts";
import { followKeys } from "./state/keys.ts";
import { connection } from "./state/live.ts";
import { readPref, writePref } from "./state/prefs.ts";
import { route, toHash } from "./state/route.ts";
import { SCREENS } from "./views/screens.tsx";
import { VIEWS, type View } from "./words/en/views.ts";
import { findWords, nameOf, words } from "./words/index.ts";

/** The views for every day; the others are under "More". */
const MAIN: readonly View[] = ["today", "sessions", "search", "memory", "injected"];
const OTHERS = VIEWS.filter((view) => !MAIN.includes(view));

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
            {MAIN.map((one) => (
              <MenuItem key={one} view={one} isOpen={one === view} />
            ))}
            <li>
              <More view={view} />
            </li>
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

function MenuItem({ view, isOpen }: { view: View; isOpen: boolean }) {
  return (
    <li>
      <a href={toHash(view)} aria-current={isOpen ? "page" : undefined}>
        <Icon of={view} />
        <span>{nameOf(view)}</span>
      </a>
    </li>
  );
}

/** On a wide page it stays as the user left it; on a phone it closes behind a choice. */
function More({ view }: { view: View }) {
  const box = useRef<HTMLDetailsElement>(null);
  const isInside = OTHERS.includes(view);
  useEffect(() => {
    if (box.current !== null && matchMedia("(max-width: 800px)").matches) box.current.open = false;
  }, [view]);
  return (
    <details
      ref={box}
      class="more"
      open={isInside || readPref("more") === "open"}
      onToggle={({ currentTarget: { open } }) => {
        // Opened by a view inside of it, it is not what the user chose.
        if (!isInside) writePref("more", open ? "open" : "");
      }}
    >
      <summary class={isInside ? "inside" : undefined}>
        <Icon of="more" />
        <span>{words.value.frame.more}</span>
      </summary>
      <ul>
        {OTHERS.map((one) => (
          <MenuItem key={one} view={one} isOpen={one === view} />
        ))}
      </ul>
    </details>
  );
}
