/** One memory: its text and properties, versions, relations, and deletion. */
import { useEffect, useState } from "preact/hooks";
import { Empty, Field, Loaded, Select, Time, Trouble } from "../../parts/basics.tsx";
import { ShareMemory } from "../../parts/share.tsx";
import { get, send } from "../../state/api.ts";
import { numberOf, toMilliseconds } from "../../state/format.ts";
import { useProblem, useResource } from "../../state/resource.ts";
import { go, route } from "../../state/route.ts";
import type { Memory, MemoryVersion, Relation } from "../../state/types.ts";
import { words } from "../../words/index.ts";
import { ClientFile, type MemoryProblem, Problems, type RawFile } from "./client-file.tsx";
import { type ForgetPreview, Preview } from "./forget.tsx";
import { ProvenanceLines } from "./provenance.tsx";
import { Relations } from "./relations.tsx";
import { Versions } from "./versions.tsx";

interface One {
  memory: Memory;
  versions: MemoryVersion[];
  relations: Relation[];
  /** For a memory of the client: its file, unless it is missing or too large. */
  raw?: RawFile;
  problems?: MemoryProblem[];
}

export function MemoryPanel({ uri, project, reload }: { uri: string; project: string; reload(): void }) {
  const w = words.value;
  const found = useResource<One>(`${uri} ${project}`, (signal) =>
    get("/api/memories/one", { uri, project }, signal),
  );
  const changed = () => {
    found.reload();
    reload();
  };
  const close = () => go("memory", "", route.value.query);
  return (
    <article class="record" aria-label={uri}>
      <div class="record-head">
        <h2 class="uri">{uri}</h2>
        <button type="button" onClick={close}>
          {w.frame.close}
        </button>
      </div>
      <Loaded of={found} missing={<Empty title={w.memory.gone} />}>
        {(value) => (
          <>
            <Facts memory={value.memory} />
            <Text
              one={value}
              changed={changed}
              closed={(next) => {
                if (next === undefined) close();
                else go("memory", next, route.value.query);
                reload();
              }}
            />
            <ShareMemory uri={uri} project={value.memory.project} />
            <Versions one={value} changed={changed} />
            <Relations
              uri={uri}
              project={value.memory.project}
              relations={value.relations}
              changed={changed}
            />
            {isOfClient(value.memory) ? null : (
              <Remove
                memory={value.memory}
                removed={() => {
                  close();
                  reload();
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </article>
  );
}

function isOfClient({ uri }: Memory): boolean {
  return uri.startsWith("client://");
}

/** Edits a memory: a client's file in that file, everything else in Pawl. */
function Text({ one, changed, closed }: { one: One; changed(): void; closed(next?: string): void }) {
  const { memory, raw, problems = [] } = one;
  if (!isOfClient(memory)) return <Editor key={memory.uri} memory={memory} changed={changed} />;
  if (raw !== undefined)
    return (
      <ClientFile
        key={raw.hash}
        file={raw}
        problems={problems}
        changed={changed}
        renamed={closed}
        removed={closed}
      />
    );
  return (
    <>
      <Problems problems={problems} />
      <blockquote>{memory.content}</blockquote>
    </>
  );
}

function Facts({ memory }: { memory: Memory }) {
  const w = words.value;
  const updated = toMilliseconds(memory.updatedAt);
  const used = toMilliseconds(memory.accessedAt);
  return (
    <>
      <p class="quiet">
        {updated === undefined ? null : (
          <>
            {w.memory.updated} <Time at={updated} /> ·{" "}
          </>
        )}
        {w.memory.injected(numberOf(memory.accessCount))}
        {used === undefined ? null : (
          <>
            {" "}
            (<Time at={used} />)
          </>
        )}
      </p>
      <ProvenanceLines of={memory.provenance} />
    </>
  );
}

const STATUSES = ["active", "deprecated", "archived"];

function Editor({ memory, changed }: { memory: Memory; changed(): void }) {
  const w = words.value;
  const [draft, setDraft] = useState(() => toDraft(memory));
  const [state, setState] = useState<"" | "saved">("");
  const { problem, fail } = useProblem();
  useEffect(() => setDraft(toDraft(memory)), [memory]);
  const set = (change: Partial<typeof draft>) => {
    setState("");
    setDraft({ ...draft, ...change });
  };
  const save = (event: Event) => {
    event.preventDefault();
    const { reason, ...fields } = draft;
    send("PATCH", "/api/memories", {
      uri: memory.uri,
      ...(memory.project === "" ? {} : { project: memory.project }),
      ...fields,
      priority: Number(fields.priority),
      ...(reason === "" ? {} : { reason }),
    }).then(() => {
      setState("saved");
      fail(undefined);
      changed();
    }, fail);
  };
  return (
    <form class="editor" onSubmit={save}>
      <Field label={w.memory.content}>
        <textarea
          rows={Math.min(12, draft.content.split("\n").length + 2)}
          value={draft.content}
          onInput={(event) => set({ content: event.currentTarget.value })}
        />
      </Field>
      <Field label={w.memory.disclosure}>
        <input value={draft.disclosure} onInput={(event) => set({ disclosure: event.currentTarget.value })} />
      </Field>
      <div class="editor-row">
        <Select
          label={w.memory.priority}
          value={draft.priority}
          options={Array.from({ length: 11 }, (_, i) => [
            String(i),
            `${i} · ${w.memory.priorities[i] ?? ""}`,
          ])}
          onChange={(priority) => set({ priority })}
        />
        <Select
          label={w.memory.status}
          value={draft.status}
          options={[...new Set([memory.status, ...STATUSES])].map((status) => [
            status,
            w.memory.statuses[status] ?? status,
          ])}
          onChange={(status) => set({ status })}
        />
      </div>
      <Field label={w.memory.reason}>
        <input value={draft.reason} onInput={(event) => set({ reason: event.currentTarget.value })} />
      </Field>
      <p class="actions">
        <button type="submit" class="primary">
          {w.settings.save}
        </button>
        <span role="status">{state === "saved" ? w.memory.saved : ""}</span>
      </p>
      <Trouble problem={problem} />
    </form>
  );
}

function toDraft(memory: Memory) {
  return {
    content: memory.content,
    disclosure: memory.disclosure ?? "",
    priority: String(memory.priority),
    status: memory.status,
    reason: "",
  };
}

/** Permanently deletes the memory with its versions and index entries, with a preview first. */
function Remove({ memory, removed }: { memory: Memory; removed(): void }) {
  const w = words.value;
  const [found, setFound] = useState<ForgetPreview | undefined>();
  const { problem, fail } = useProblem();
  const selector = { uri: memory.uri, ...(memory.project === "" ? {} : { project: memory.project }) };
  const preview = () =>
    send<ForgetPreview>("POST", "/api/forget", { selector, preview: true }).then(setFound, fail);
  const remove = () => send("POST", "/api/forget", { selector, preview: false }).then(removed, fail);
  return (
    <div class="remove">
      <h3>{w.memory.remove}</h3>
      {found === undefined ? (
        <button type="button" onClick={() => void preview()}>
          {w.memory.preview}
        </button>
      ) : (
        <>
          <p>{w.memory.removeHint}</p>
          <Preview of={found} />
          <p class="actions">
            <button type="button" class="danger" onClick={() => void remove()}>
              {w.memory.reallyRemove}
            </button>
            <button type="button" onClick={() => setFound(undefined)}>
              {w.frame.cancel}
            </button>
          </p>
        </>
      )}
      <Trouble problem={problem} />
    </div>
  );
}
