/** The rows of a session: what was said, what was done, chapters, and folds. */

import { useState } from "preact/hooks";
import { Markdown } from "../../parts/markdown.tsx";
import { Row } from "../../parts/row.tsx";
import { get } from "../../state/api.ts";
import { dayOf, hourOf, numberOf } from "../../state/format.ts";
import { clientTitle } from "../../state/hello.ts";
import { useResource } from "../../state/resource.ts";
import { route, toHash } from "../../state/route.ts";
import type { FullRecord, ReadableRow, Session, SessionOutline } from "../../state/types.ts";
import { sessionWords, words } from "../../words/index.ts";
import { Detail } from "./detail.tsx";
import type { Item } from "./outline.ts";

interface Context {
  session: Session;
  card: preact.ComponentChildren;
  agents: SessionOutline["agents"];
  rowOf(id: string): ReadableRow | undefined;
  isOpen(id: string): boolean;
  toggle(id: string): void;
  toggleTurn(turn: number): void;
  toggleChapter(chapter: number): void;
}

export function ItemView({ item, context }: { item: Item; context: Context }) {
  switch (item.type) {
    case "card":
      return <>{context.card}</>;
    case "day":
      return <p class="day-line">{dayOf(item.at)}</p>;
    case "fold":
      return (
        <button
          type="button"
          class="fold-line"
          aria-expanded={item.isOpen}
          onClick={() => context.toggleTurn(item.turn)}
        >
          <Caret isOpen={item.isOpen} />
          {workOf(item)}
        </button>
      );
    case "agent":
      return <Chapter item={item} context={context} />;
    case "entry":
      return <Entry item={item} context={context} />;
  }
}

/** The counts of folded work in one line; only the calls are shown when they are zero. */
function workOf(counts: { calls: number; edits?: number; failures: number; agents?: number }): string {
  const { work } = sessionWords();
  const others = (["edits", "failures", "agents"] as const).flatMap((kind) => {
    const n = counts[kind] ?? 0;
    return n === 0 ? [] : [work[kind](numberOf(n))];
  });
  return [work.calls(numberOf(counts.calls)), ...others].join(" · ");
}

function Caret({ isOpen }: { isOpen: boolean }) {
  return (
    <span class="caret" aria-hidden="true">
      {isOpen ? "▾" : "▸"}
    </span>
  );
}

function Chapter({ item, context }: { item: Extract<Item, { type: "agent" }>; context: Context }) {
  const s = sessionWords();
  const block = context.agents[item.chapter];
  if (block === undefined) return null;
  return (
    <button
      type="button"
      class="fold-line chapter"
      aria-expanded={item.isOpen}
      onClick={() => context.toggleChapter(item.chapter)}
    >
      <Caret isOpen={item.isOpen} />
      <span class="chapter-kind">{s.agent}</span> <strong>{block.type ?? block.id.slice(0, 8)}</strong>
      <span class="chapter-title">{block.title}</span>
      <span class="quiet">{workOf({ calls: item.calls, failures: item.failures })}</span>
    </button>
  );
}

function Entry({ item, context }: { item: Extract<Item, { type: "entry" }>; context: Context }) {
  const row = context.rowOf(item.id);
  const isAt = route.value.query.at === item.id;
  // As tall as it is guessed to be, so that loading it moves little.
  if (row === undefined)
    return <div class="waiting-entry" aria-hidden="true" style={{ height: `${item.height}px` }} />;
  const inner =
    row.kind === "prompt" || row.kind === "response" ? (
      <Said row={row} context={context} isOpen={context.isOpen(item.id)} />
    ) : (
      <Line row={row} context={context} isOpen={context.isOpen(item.id)} />
    );
  return <div class={`entry${item.inAgent ? " in-agent" : ""}${isAt ? " here" : ""}`}>{inner}</div>;
}

interface PartProps {
  row: ReadableRow;
  context: Context;
  isOpen: boolean;
}

/** Names of models that differ from their client's name. */
const MODELS: Readonly<Record<string, string>> = { "claude-code": "Claude" };

function Said({ row, context, isOpen }: PartProps) {
  const s = sessionWords();
  const w = words.value;
  const isPrompt = row.kind === "prompt";
  const [whole, setWhole] = useState(false);
  const isWhole = whole || isOpen;
  const { client } = context.session;
  const who = isPrompt ? s.you : (MODELS[client] ?? clientTitle(client));
  return (
    <article class={`said ${row.kind}`} aria-label={w.rows.kinds[row.kind]}>
      <header>
        <strong>{row.agentId === undefined ? who : (row.agentType ?? s.agent)}</strong>{" "}
        <a class="quiet" href={toHash("sessions", context.session.id, { ...route.value.query, at: row.id })}>
          <time dateTime={new Date(row.at).toISOString()}>{hourOf(row.at)}</time>
        </a>
      </header>
      {row.isCut === true && isWhole ? <Whole row={row} /> : <Markdown text={row.text ?? ""} />}
      {row.isCut === true && !isWhole ? (
        <button type="button" onClick={() => setWhole(true)}>
          {s.showAll}
        </button>
      ) : null}
    </article>
  );
}

function Whole({ row }: { row: ReadableRow }) {
  const found = useResource<{ record: FullRecord }>(row.id, (signal) =>
    get(`/api/page/records/${encodeURIComponent(row.id)}`, {}, signal),
  );
  const text = found.value?.record.text ?? row.text ?? "";
  return <Markdown text={text} />;
}

function Line({ row, context, isOpen }: PartProps) {
  const { id, fixedBy, lines, error, text: _text, isCut: _cut, ...rest } = row;
  return (
    <>
      <a
        class="row-link"
        href={toHash("sessions", context.session.id, { ...route.value.query, at: id })}
        aria-expanded={isOpen}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          context.toggle(id);
        }}
      >
        <Row
          {...rest}
          project={context.session.project}
          fixed={fixedBy !== undefined}
          error={error}
          lines={lines}
        />
      </a>
      {isOpen ? <Detail id={id} /> : null}
    </>
  );
}
