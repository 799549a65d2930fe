/** What can be done with a session: copy, resume, mute, forget. */
import { useState } from "preact/hooks";
import { CopyButton, Trouble } from "../../parts/basics.tsx";
import { Icon } from "../../parts/icons.tsx";
import { get, getText, send } from "../../state/api.ts";
import { useProblem } from "../../state/resource.ts";
import { go } from "../../state/route.ts";
import { say } from "../../state/toast.ts";
import type { Session, SettingsAnswer } from "../../state/types.ts";
import { sessionWords, words } from "../../words/index.ts";
import { type ForgetPreview, Preview } from "../memory/forget.tsx";

interface Props {
  session: Session;
  /** The client's command that continues it. */
  resume: string | undefined;
  muted: boolean;
  /** Its project is not recorded. */
  excluded: boolean;
  reload(): void;
}

export function SessionActions({ session, resume, muted, excluded, reload }: Props) {
  const w = words.value;
  const s = sessionWords();
  const { problem, fail } = useProblem();
  const [said, setSaid] = useState("");
  const [isOut, setIsOut] = useState(excluded);
  const [found, setFound] = useState<ForgetPreview | undefined>();
  const setMuted = (to: boolean) =>
    send("POST", "/api/page/muted", { uri: `session://${session.id}`, muted: to }).then(reload);
  const mute = () =>
    setMuted(!muted).then(() => say(muted ? s.unmutedNow : s.mutedNow, () => setMuted(muted)), fail);
  const selector = { session: session.id };
  const preview = () =>
    send<ForgetPreview>("POST", "/api/forget", { selector, preview: true }).then(setFound, fail);
  const forget = () =>
    send("POST", "/api/forget", { selector, preview: false }).then(() => go("sessions"), fail);
  const exclude = async () => {
    const { settings } = await get<SettingsAnswer>("/api/page/settings");
    const value = settings.find((one) => one.path === "exclude")?.value;
    const folders = Array.isArray(value) ? value : [];
    const isOut = folders.includes(session.project);
    const next = isOut ? folders.filter((one) => one !== session.project) : [...folders, session.project];
    await send("PATCH", "/api/page/settings", { path: "exclude", value: next });
    setSaid(isOut ? "" : s.excluded);
    setIsOut(!isOut);
  };
  const path = `/api/page/sessions/${encodeURIComponent(session.id)}/markdown`;
  return (
    <div class="session-actions">
      <div class="actions">
        {resume === undefined ? null : <CopyButton label={s.resume} text={() => inFolder(session, resume)} />}
        <details class="menu">
          <summary aria-label={s.actions} title={s.actions}>
            <Icon of="more" />
          </summary>
          <div class="menu-box">
            <CopyButton label={w.session.copy} text={() => getText(path)} />
            <button type="button" onClick={() => void mute()}>
              {muted ? s.unmute : s.mute}
            </button>
            {session.project === "" ? null : (
              <button type="button" title={s.excludeHint} onClick={() => void exclude().catch(fail)}>
                {isOut ? s.include : s.exclude}
              </button>
            )}
            <button
              type="button"
              class="danger"
              aria-expanded={found !== undefined}
              onClick={() => void preview()}
            >
              {s.forget}
            </button>
          </div>
        </details>
      </div>
      <div role="status">
        {said === "" ? null : <p class="quiet">{said}</p>}
        {found === undefined ? null : (
          <div class="confirm">
            <p>{s.forgetHint}</p>
            <Preview of={found} />
            <p class="actions">
              <button type="button" class="danger" onClick={() => void forget()}>
                {w.memory.reallyForget}
              </button>
              <button type="button" onClick={() => setFound(undefined)}>
                {w.frame.cancel}
              </button>
            </p>
          </div>
        )}
      </div>
      <Trouble problem={problem} />
    </div>
  );
}

/** For a terminal: in the folder where the session ran. */
function inFolder({ cwd, project }: Session, command: string): string {
  const folder = (cwd === "" ? project : cwd).replaceAll("'", `'\\''`);
  return `cd '${folder}' && ${command}`;
}
