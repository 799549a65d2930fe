/** A file of the client's own memory as it is on disk. A change that came in between is never overwritten. */
import { useState } from "preact/hooks";
import { Badge, Field, Trouble } from "../../parts/basics.tsx";
import { send, toPath } from "../../state/api.ts";
import { useProblem } from "../../state/resource.ts";
import { words } from "../../words/index.ts";

export interface RawFile {
  uri: string;
  project: string;
  path: string;
  text: string;
  hash: string;
}

export interface MemoryProblem {
  kind: string;
  name: string;
}

interface Props {
  file: RawFile;
  problems: readonly MemoryProblem[];
  changed(): void;
  renamed(uri: string): void;
  removed(): void;
}

/** Mounted again for every version of the file, because the user's edits belong to the text that was read. */
export function ClientFile({ file, problems, changed, renamed, removed }: Props) {
  const w = words.value;
  const [text, setText] = useState(file.text);
  const [name, setName] = useState(nameOf(file));
  const [asks, setAsks] = useState(false);
  const { problem, fail } = useProblem();
  const { uri, project, hash } = file;
  const save = (event: Event) => {
    event.preventDefault();
    send("PATCH", "/api/memories", { uri, project, hash, raw: text }).then(changed, fail);
  };
  const rename = (event: Event) => {
    event.preventDefault();
    send<{ file: RawFile }>("PATCH", "/api/memories", { uri, project, hash, renameTo: name }).then(
      (answer) => renamed(answer.file.uri),
      fail,
    );
  };
  const remove = () => send("DELETE", toPath("/api/memories", { uri, project, hash })).then(removed, fail);
  return (
    <>
      <p class="quiet">
        {w.memory.clientFile} <code>{file.path}</code>
      </p>
      <Problems problems={problems} />
      {problem === undefined ? null : (
        <>
          <Trouble problem={problem} />
          <p class="actions">
            <button type="button" onClick={changed}>
              {w.memory.readAgain}
            </button>
          </p>
        </>
      )}
      <form class="editor" onSubmit={save}>
        <Field label={w.memory.rawFile}>
          <textarea
            class="raw"
            spellcheck={false}
            rows={Math.min(24, text.split("\n").length + 2)}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <p class="actions">
          <button type="submit" class="primary" disabled={text === file.text}>
            {w.settings.save}
          </button>
        </p>
      </form>
      <form class="editor" onSubmit={rename}>
        <Field label={w.memory.fileName}>
          <input required value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </Field>
        <p class="actions">
          <button type="submit" disabled={name === nameOf(file)}>
            {w.memory.rename}
          </button>
        </p>
      </form>
      <div class="remove">
        <h3>{w.memory.remove}</h3>
        {asks ? (
          <>
            <p>{w.memory.removeFileHint}</p>
            <p class="actions">
              <button type="button" class="danger" onClick={() => void remove()}>
                {w.memory.removeFile(nameOf(file))}
              </button>
              <button type="button" onClick={() => setAsks(false)}>
                {w.frame.cancel}
              </button>
            </p>
          </>
        ) : (
          <button type="button" onClick={() => setAsks(true)}>
            {w.memory.remove}
          </button>
        )}
      </div>
    </>
  );
}

function nameOf({ path }: RawFile): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}

export function Problems({ problems }: { problems: readonly MemoryProblem[] }) {
  const w = words.value;
  if (problems.length === 0) return null;
  return (
    <ul class="plain-list">
      {problems.map(({ kind, name }) => (
        <li key={`${kind} ${name}`}>
          <Badge tone="bad">{w.memory.stale}</Badge> {w.memory.problems[kind] ?? kind} <code>{name}</code>
        </li>
      ))}
    </ul>
  );
}
