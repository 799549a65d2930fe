/** One thing that happened, as a line. The same in the feed and in a session's timeline. */
import { durationOf, hourOf, numberOf } from "../state/format.ts";
import type { RowKind } from "../state/types.ts";
import { words } from "../words/index.ts";

export interface RowProps {
  kind: RowKind;
  at: number;
  title: string;
  ok?: boolean | undefined;
  event?: string | undefined;
  tool?: string | undefined;
  agentId?: string | undefined;
  agentType?: string | undefined;
  durationMs?: number | undefined;
  tokens?: number | undefined;
  fixed?: boolean;
  /** Stands at the end of the line, such as the project. */
  place?: string | undefined;
}

export function toneOf({ kind, ok, event }: Pick<RowProps, "kind" | "ok" | "event">): string {
  if (kind === "observation") return ok === false ? "failed" : "call";
  if (kind === "event" && (event === "PreCompact" || event === "PostCompact")) return "compact";
  return kind;
}

export function Row(props: RowProps) {
  const { rows } = words.value;
  const tone = toneOf(props);
  const name = props.kind === "event" ? (props.event ?? "") : rows.kinds[props.kind];
  // A tool's name stands in its title already.
  const title = props.kind === "event" ? (rows.events[props.event ?? ""] ?? props.title) : props.title;
  return (
    <span class={`row ${tone}${props.agentId === undefined ? "" : " of-agent"}`}>
      <time class="row-time" dateTime={new Date(props.at).toISOString()}>
        {hourOf(props.at)}
      </time>
      <span class="row-kind">{props.kind === "observation" ? (props.tool ?? name) : name}</span>
      <span class="row-title">{title}</span>
      {props.ok === false ? (
        <span class="badge bad">{props.fixed === true ? rows.fixed : rows.failed}</span>
      ) : null}
      {props.agentId === undefined ? null : (
        <span class="badge quiet">{props.agentType ?? rows.subagent}</span>
      )}
      {props.tokens === undefined ? null : <span class="row-end">{rows.tokens(numberOf(props.tokens))}</span>}
      {props.durationMs === undefined ? null : <span class="row-end">{durationOf(props.durationMs)}</span>}
      {props.place === undefined ? null : <span class="row-end row-place">{props.place}</span>}
    </span>
  );
}
