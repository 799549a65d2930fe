/** Everything by its name: views, actions, projects, sessions, and the search. */
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { get, send } from "../state/api.ts";
import { folderOf } from "../state/format.ts";
import { hello, setPaused } from "../state/hello.ts";
import { chooseTheme } from "../state/prefs.ts";
import { useResource, useSettled } from "../state/resource.ts";
import { go } from "../state/route.ts";
import type { HitGroup, Session } from "../state/types.ts";
import { VIEWS } from "../words/en/views.ts";
import { findWords, nameOf, words } from "../words/index.ts";
import { isHelpOpen } from "./help.tsx";

export const isPaletteOpen = signal(false);

interface Choice {
  group: keyof ReturnType<typeof findWords>["groups"];
  title: string;
  note?: string;
  run(): void;
}

const MOST = 6;

export function Palette() {
  return isPaletteOpen.value ? <Open /> : null;
}

function Open() {
  const f = findWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const choices = useChoices(text);
  useLayoutEffect(() => {
    // The browser restores the previous focus when the dialog closes.
    dialog.current?.showModal();
  }, []);
  const close = () => {
    isPaletteOpen.value = false;
  };
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    dialog.current?.close();
    choice.run();
  };
  const chosen = Math.min(at, choices.length - 1);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(choices[chosen]);
    }
  };
  return (
    <dialog ref={dialog} class="palette" aria-label={f.palette} onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-label={f.palette}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={choices.length === 0 ? undefined : `choice-${chosen}`}
        placeholder={f.paletteHint}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <div id="palette-list" role="listbox" aria-label={f.palette}>
        {choices.length === 0 ? <p class="quiet">{f.nothing}</p> : null}
        {choices.map((choice, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the keys
          <div
            key={`${choice.group} ${choice.title} ${choice.note ?? ""}`}
            id={`choice-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            class="choice"
            ref={(element) => {
              if (i === chosen) element?.scrollIntoView({ block: "nearest" });
            }}
            onClick={() => choose(choice)}
          >
            <span class="choice-group">{f.groups[choice.group]}</span>
            <span class="choice-title">{choice.title}</span>
            <span class="quiet">{choice.note}</span>
          </div>
        ))}
      </div>
    </dialog>
  );
}

function useChoices(text: string): Choice[] {
  const wanted = text.trim().toLowerCase();
  const settled = useSettled(wanted, 80);
  const { value: found } = useResource(`palette ${settled}`, async (signal) => {
    const [sessions, projects, search] = await Promise.all([
      get<{ items: Session[] }>("/api/page/sessions", { text: settled, limit: MOST }, signal),
      get<{ projects: { project: string }[] }>("/api/page/projects", {}, signal),
      settled.length < 2
        ? { groups: [] as HitGroup[] }
        : send<{ groups: HitGroup[] }>("POST", "/api/page/search", { query: settled }, signal),
    ]);
    return { sessions: sessions.items, projects: projects.projects, groups: search.groups };
  });
  const [last, setLast] = useState(found);
  useEffect(() => {
    if (found !== undefined) setLast(found);
  }, [found]);
  return useMemo(() => toChoices(wanted, found ?? last), [wanted, found, last]);
}

interface Found {
  sessions: Session[];
  projects: { project: string }[];
  groups: HitGroup[];
}

function toChoices(wanted: string, found: Found | undefined): Choice[] {
  const f = findWords();
  const w = words.value;
  const fits = ({ title, note = "" }: Choice) => `${title} ${note}`.toLowerCase().includes(wanted);
  const isPaused = hello.value?.paused === true;
  const views = VIEWS.map(
    (view): Choice => ({ group: "views", title: f.goTo(nameOf(view)), run: () => go(view) }),
  );
  const actions: Choice[] = [
    { group: "actions", title: isPaused ? f.resume : f.pause, run: () => void setPaused(!isPaused) },
    { group: "actions", title: f.newMemory, run: () => go("memory", "", { part: "new" }) },
    { group: "actions", title: f.dark, run: () => chooseTheme("dark") },
    { group: "actions", title: f.light, run: () => chooseTheme("light") },
    {
      group: "actions",
      title: f.showHelp,
      run: () => {
        isHelpOpen.value = true;
      },
    },
  ];
  const projects = (found?.projects ?? [])
    .filter(({ project }) => project !== "")
    .map(
      ({ project }): Choice => ({
        group: "projects",
        title: folderOf(project),
        note: project,
        run: () => go("sessions", "", { project }),
      }),
    )
    .filter(fits);
  const sessions = (found?.sessions ?? []).map(
    (session): Choice => ({
      group: "sessions",
      title: session.title === "" ? w.sessions.untitled : session.title,
      note: `${folderOf(session.project)} · ${session.id.slice(0, 8)}`,
      run: () => go("sessions", session.id),
    }),
  );
  const hits = (found?.groups ?? []).slice(0, MOST).flatMap((group) =>
    group.hits.slice(0, 1).map(
      (hit): Choice => ({
        group: "found",
        title: hit.title,
        note: `${w.search.types[hit.type] ?? hit.type} · ${folderOf(hit.project)}`,
        run: () =>
          hit.type === "memory"
            ? go("memory", hit.uri ?? "", { project: hit.project })
            : go("sessions", hit.sessionId, { at: hit.id }),
      }),
    ),
  );
  const search: Choice[] =
    wanted === ""
      ? []
      : [{ group: "found", title: f.searchFor(wanted), run: () => go("search", "", { q: wanted }) }];
  return [
    ...views.filter(fits),
    ...actions.filter(fits),
    ...projects.slice(0, MOST),
    ...(wanted === "" ? sessions.slice(0, 3) : sessions),
    ...search,
    ...hits,
  ];
}
