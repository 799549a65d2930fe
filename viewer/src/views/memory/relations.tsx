/** The relations of a memory as a small graph and as a list, and a form to add one. */
import { useState } from "preact/hooks";
import { Field, Select, Trouble } from "../../parts/basics.tsx";
import { send } from "../../state/api.ts";
import { useProblem } from "../../state/resource.ts";
import { route, toHash } from "../../state/route.ts";
import type { Relation } from "../../state/types.ts";
import { words } from "../../words/index.ts";

const KINDS = ["relates_to", "depends_on", "contradicts", "evolves_from"];
const WIDTH = 520;
const ROW = 44;

interface Props {
  uri: string;
  project: string;
  relations: Relation[];
  changed(): void;
}

export function Relations({ uri, project, relations, changed }: Props) {
  const w = words.value;
  return (
    <section aria-label={w.memory.relations}>
      <h3>{w.memory.relations}</h3>
      {relations.length === 0 ? (
        <p class="quiet">{w.memory.noRelations}</p>
      ) : (
        <>
          <Graph uri={uri} relations={relations} />
          <ul class="plain-list">
            {relations.map(({ from, to, kind }) => {
              const other = from === uri ? to : from;
              return (
                <li key={`${from} ${kind} ${to}`}>
                  {from === uri ? "→" : "←"} {w.memory.kinds[kind] ?? kind}{" "}
                  <a href={toHash("memory", other, route.value.query)}>{other}</a>
                </li>
              );
            })}
          </ul>
        </>
      )}
      <AddRelation uri={uri} project={project} changed={changed} />
    </section>
  );
}

/** The memory on the left, its neighbours on the right, an arrow for each relation. */
function Graph({ uri, relations }: { uri: string; relations: Relation[] }) {
  const w = words.value;
  const shown = relations.slice(0, 12);
  const height = Math.max(1, shown.length) * ROW + 8;
  const middle = height / 2;
  return (
    <svg
      class="graph"
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={w.memory.graph(relations.length)}
    >
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 0 8 4 0 8z" class="arrow" />
        </marker>
      </defs>
      <rect x="2" y={middle - 15} width="150" height="30" rx="6" class="node here" />
      <text x="77" y={middle + 4} text-anchor="middle">
        {shorten(uri)}
      </text>
      {shown.map(({ from, to, kind }, i) => {
        const y = i * ROW + ROW / 2 + 4;
        const outwards = from === uri;
        return (
          <g key={`${from} ${kind} ${to}`} class={`edge ${kind}`}>
            <path
              d={`M154 ${middle} C 220 ${middle}, 250 ${y}, 344 ${y}`}
              marker-end={outwards ? "url(#arrow)" : undefined}
              marker-start={outwards ? undefined : "url(#arrow)"}
            />
            <text x="262" y={y - 6} text-anchor="middle" class="edge-name">
              {w.memory.kinds[kind] ?? kind}
            </text>
            <rect x="346" y={y - 15} width="172" height="30" rx="6" class="node" />
            <text x="432" y={y + 4} text-anchor="middle">
              {shorten(outwards ? to : from)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function shorten(uri: string): string {
  const last = uri.split("/").filter(Boolean).slice(-2).join("/");
  return last.length > 24 ? `…${last.slice(-23)}` : last;
}

function AddRelation({ uri, project, changed }: Omit<Props, "relations">) {
  const w = words.value;
  const [to, setTo] = useState("");
  const [kind, setKind] = useState(KINDS[0] ?? "");
  const { problem, fail } = useProblem();
  const add = (event: Event) => {
    event.preventDefault();
    send("POST", "/api/memories/relate", {
      from: uri,
      to,
      kind,
      ...(project === "" ? {} : { project }),
    }).then(() => {
      setTo("");
      fail(undefined);
      changed();
    }, fail);
  };
  return (
    <details>
      <summary>{w.memory.relate}</summary>
      <form class="editor" onSubmit={add}>
        <div class="editor-row">
          <Select
            label={w.memory.kind}
            value={kind}
            options={KINDS.map((one) => [one, w.memory.kinds[one] ?? one])}
            onChange={setKind}
          />
          <Field label={w.memory.target}>
            <input
              value={to}
              required
              placeholder="project://…"
              onInput={(event) => setTo(event.currentTarget.value)}
            />
          </Field>
        </div>
        <p class="actions">
          <button type="submit">{w.memory.relate}</button>
        </p>
        <Trouble problem={problem} />
      </form>
    </details>
  );
}
