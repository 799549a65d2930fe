/** One source of an injection: what it said, why it was chosen, and how to correct, mute or delete it on the spot. */
import { useState } from "preact/hooks";
import { Badge, partsOf, Trouble } from "../../parts/basics.tsx";
import { get, send, toPath } from "../../state/api.ts";
import { numberOf, withoutUri } from "../../state/format.ts";
import { useProblem } from "../../state/resource.ts";
import { toHash } from "../../state/route.ts";
import { say } from "../../state/toast.ts";
import type { Memory, Source } from "../../state/types.ts";
import { injectedWords, words } from "../../words/index.ts";

interface Props {
  source: Source;
  project: string;
  muted: boolean;
  /** What of the injected text came from it. */
  text?: string | undefined;
  reload(): void;
}

const isMemory = (uri: string) => /^(project|workflow|user|task|client):\/\//.test(uri);

export function SourceItem({ source, project, muted, text, reload }: Props) {
  const w = words.value;
  const i = injectedWords();
  const { problem, fail } = useProblem();
  const [draft, setDraft] = useState<string | undefined>();
  const name = { uri: source.uri, ...(project === "" ? {} : { project }) };
  const setMuted = (to: boolean) =>
    send("POST", "/api/page/muted", { uri: source.uri, muted: to }).then(reload);
  const mute = () =>
    setMuted(!muted).then(() => say(muted ? i.unmutedNow : i.mutedNow, () => setMuted(muted)), fail);
  const edit = () =>
    get<{ memory: Memory }>("/api/memories/one", name).then(({ memory }) => setDraft(memory.content), fail);
  const save = (event: Event) => {
    event.preventDefault();
    send("PATCH", "/api/memories", { ...name, content: draft }).then(() => {
      setDraft(undefined);
      reload();
    }, fail);
  };
  const restore = () => send("PATCH", "/api/memories", { ...name, status: "active" }).then(reload);
  const remove = () =>
    send("DELETE", toPath("/api/memories", name)).then(() => {
      say(i.removed, source.uri.startsWith("client://") ? undefined : restore);
      reload();
    }, fail);
  const session = /^session:\/\/([^#]+)/.exec(source.uri)?.[1];
  return (
    <li class="source">
      {text === undefined || text === "" ? null : (
        <p class="source-text">{withoutUri(text.replace(/^- /, ""))}</p>
      )}
      <p>
        <Badge>{i.kinds[source.type] ?? source.type}</Badge> <span class="uri">{source.uri}</span>{" "}
        <span class="quiet">{w.rows.tokens(numberOf(source.tokens))}</span>{" "}
        {muted ? <Badge tone="bad">{w.injected.muted}</Badge> : null}
      </p>
      <p class="quiet">
        {w.injected.because(i.kinds[source.type] ?? source.type, source.reason)}
        {source.score === undefined ? null : ` ${w.search.score(source.score.toFixed(2))}`}
        {source.parts === undefined ? null : ` (${partsOf(source.parts)})`}
      </p>
      {draft === undefined ? (
        <p class="actions">
          {isMemory(source.uri) ? (
            <>
              <button type="button" onClick={() => void edit()}>
                {i.edit}
              </button>
              <button type="button" onClick={() => void remove()}>
                {i.remove}
              </button>
              <a href={toHash("memory", source.uri, { project })}>{w.memory.versions}</a>
            </>
          ) : null}
          {session === undefined ? null : <a href={toHash("sessions", session)}>{w.injected.openSession}</a>}
          <button type="button" onClick={() => void mute()}>
            {muted ? w.injected.unmute : w.injected.mute}
          </button>
        </p>
      ) : (
        <form onSubmit={save}>
          <textarea
            aria-label={w.memory.content}
            rows={4}
            value={draft}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
          <p class="actions">
            <button type="submit" class="primary">
              {i.save}
            </button>
            <button type="button" onClick={() => setDraft(undefined)}>
              {w.frame.cancel}
            </button>
          </p>
        </form>
      )}
      <Trouble problem={problem} />
    </li>
  );
}
