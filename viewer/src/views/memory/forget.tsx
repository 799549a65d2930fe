/** Permanent deletion, with a preview first. */
import { useState } from "preact/hooks";
import { Badge, Field, Select, Time, Trouble } from "../../parts/basics.tsx";
import { send } from "../../state/api.ts";
import { numberOf } from "../../state/format.ts";
import { useProblem } from "../../state/resource.ts";
import { words } from "../../words/index.ts";

const WAYS = ["match", "session", "uri", "before", "project"] as const;
type Way = (typeof WAYS)[number];

export function Forget({ project, reload }: { project: string; reload(): void }) {
  const w = words.value;
  const [way, setWay] = useState<Way>("match");
  const [value, setValue] = useState("");
  const [found, setPreview] = useState<ForgetPreview | undefined>();
  const [done, setDone] = useState("");
  const { problem, fail } = useProblem();
  const chosen = way === "project" ? project : value.trim();
  const selector = { [way]: way === "before" ? new Date(`${chosen}T00:00`).getTime() : chosen };
  const fresh = () => {
    setPreview(undefined);
    setDone("");
    fail(undefined);
  };
  const take = (event: { currentTarget: HTMLInputElement }) => {
    fresh();
    setValue(event.currentTarget.value);
  };
  const preview = (event: Event) => {
    event.preventDefault();
    fresh();
    send<ForgetPreview>("POST", "/api/forget", { selector, preview: true }).then(setPreview, fail);
  };
  const forget = () =>
    send("POST", "/api/forget", { selector, preview: false }).then(() => {
      fresh();
      setDone(w.memory.forgotten);
      reload();
    }, fail);
  const total = Object.values(found?.counts ?? {}).reduce((sum, n) => sum + n, 0);
  return (
    <form class="editor narrow" onSubmit={preview}>
      <p>{w.memory.forgetHint}</p>
      <Select
        label={w.memory.forgetWhat}
        value={way}
        options={WAYS.map((one) => [one, w.memory.forgetWays[one]])}
        onChange={(next) => {
          fresh();
          setWay(WAYS.find((one) => one === next) ?? "match");
        }}
      />
      {way === "project" ? (
        <p>{project === "" ? w.memory.chooseProject : project}</p>
      ) : (
        <Field label={w.memory.forgetWays[way]}>
          {way === "before" ? (
            <input type="date" required value={value} onInput={take} />
          ) : (
            <input type="text" required value={value} onInput={take} />
          )}
        </Field>
      )}
      <p class="actions">
        <button type="submit" disabled={chosen === ""}>
          {w.memory.preview}
        </button>
      </p>
      <div role="status">
        {done}
        {found === undefined ? null : total === 0 ? (
          <p>{w.memory.nothingToForget}</p>
        ) : (
          <>
            <p>{w.memory.wouldForget}</p>
            <Preview of={found} />
            <button type="button" class="danger" onClick={() => void forget()}>
              {w.memory.reallyForget}
            </button>
          </>
        )}
      </div>
      <Trouble problem={problem} />
    </form>
  );
}

export interface ForgetPreview {
  counts: Record<string, number>;
  /** The affected items, newest first, up to a readable number. */
  items?: { kind: string; id: string; title: string; at: number }[];
}

export function Preview({ of }: { of: ForgetPreview }) {
  const w = words.value;
  return (
    <>
      <ul>
        {Object.entries(of.counts)
          .filter(([, n]) => n > 0)
          .map(([name, n]) => (
            <li key={name}>
              {w.memory.countNames[name] ?? name}: {numberOf(n)}
            </li>
          ))}
      </ul>
      {(of.items ?? []).length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
        <ul class="forget-items" tabIndex={0}>
          {of.items?.map(({ kind, id, title, at }) => (
            <li key={`${kind} ${id}`}>
              <Badge>{w.search.types[kind] ?? w.memory.countNames[`${kind}s`] ?? kind}</Badge> {title}{" "}
              <span class="quiet">
                <Time at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
