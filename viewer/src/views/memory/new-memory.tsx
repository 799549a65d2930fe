import { useState } from "preact/hooks";
import { Field, Select, Trouble } from "../../parts/basics.tsx";
import { send } from "../../state/api.ts";
import { useProblem } from "../../state/resource.ts";
import { go } from "../../state/route.ts";
import { words } from "../../words/index.ts";

export function NewMemory({ project, reload }: { project: string; reload(): void }) {
  const w = words.value;
  const [draft, setDraft] = useState({ uri: "", content: "", priority: "5", disclosure: "" });
  const { problem, fail } = useProblem();
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  const add = (event: Event) => {
    event.preventDefault();
    const { uri, content, disclosure } = draft;
    send<{ uri: string }>("POST", "/api/memories", {
      content,
      priority: Number(draft.priority),
      ...(uri === "" ? {} : { uri }),
      ...(disclosure === "" ? {} : { disclosure }),
      ...(project === "" ? {} : { project }),
    }).then((answer) => {
      reload();
      go("memory", answer.uri, { project });
    }, fail);
  };
  return (
    <form class="editor narrow" onSubmit={add}>
      <Field label={w.memory.content}>
        <textarea
          rows={5}
          required
          value={draft.content}
          onInput={(event) => set({ content: event.currentTarget.value })}
        />
      </Field>
      <Field label={w.memory.uri}>
        <input
          value={draft.uri}
          placeholder="project://…"
          onInput={(event) => set({ uri: event.currentTarget.value })}
        />
      </Field>
      <Field label={w.memory.disclosure}>
        <input value={draft.disclosure} onInput={(event) => set({ disclosure: event.currentTarget.value })} />
      </Field>
      <Select
        label={w.memory.priority}
        value={draft.priority}
        options={Array.from({ length: 11 }, (_, i) => [String(i), `${i} · ${w.memory.priorities[i] ?? ""}`])}
        onChange={(priority) => set({ priority })}
      />
      <p class="actions">
        <button type="submit" class="primary">
          {w.memory.add}
        </button>
      </p>
      <Trouble problem={problem} />
    </form>
  );
}
