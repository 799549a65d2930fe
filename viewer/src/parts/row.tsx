/** One record as a line, used in the feed and in a session's timeline. */
import { durationOf, hourOf, momentOf, numberOf, withoutUri } from "../state/format.ts";
import type { RowKind } from "../state/types.ts";
import { sessionWords, words } from "../words/index.ts";
import { Lines } from "./basics.tsx";

interface RowProps {
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
  /** File paths are shown relative to this folder. */
  project?: string | undefined;
  /** Shown at the end of the line, such as the project. */
  place?: string | undefined;
  /** First line of what a failed call printed. */
  error?: string | undefined;
  lines?: { added: number; removed: number } | undefined;
  /** Rows of different days are mixed, so the day is shown, unless it is today. */
  dated?: boolean;
}

function toneOf({ kind, ok, event }: Pick<RowProps, "kind" | "ok" | "event">): string {
  if (kind === "observation") return ok === false ? "failed" : "call";
  if (kind === "event" && /compact/i.test(event ?? "")) return "compact";
  return kind;
}

export function Row(props: RowProps) {
  const { rows } = words.value;
  const { kind, ok, tokens, durationMs, place, agentId } = props;
  return (
    <span class={`row ${toneOf(props)}${agentId === undefined ? "" : " of-agent"}`}>
      <time class="row-time" dateTime={new Date(props.at).toISOString()}>
        {props.dated === true ? momentOf(props.at) : hourOf(props.at)}
      </time>
      <span class="row-kind">
        {kind === "observation" ? toolName(props.tool ?? rows.kinds[kind]) : rows.kinds[kind]}
      </span>
      <span class="row-title">
        {titleOf(props)}
        {props.error === undefined ? null : <span class="row-error"> {props.error}</span>}
      </span>
      {props.lines === undefined ? null : <Lines {...props.lines} />}
      {ok === false ? (
        props.fixed === true ? (
          <span class="badge good">{rows.fixed}</span>
        ) : (
          <span class="badge bad">{rows.failed}</span>
        )
      ) : null}
      {agentId === undefined ? null : <span class="badge quiet">{props.agentType ?? rows.subagent}</span>}
      {tokens === undefined ? null : <span class="row-end">{rows.tokens(numberOf(tokens))}</span>}
      {durationMs === undefined ? null : <span class="row-end">{durationOf(durationMs)}</span>}
      {place === undefined ? null : <span class="row-end row-place">{place}</span>}
    </span>
  );
}

/** `mcp__server__tool` is how clients write the tool of a server. */
function toolName(tool: string): string {
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  return name === undefined ? tool : `${name} (${server})`;
}

/** Without the parts that are shown elsewhere in the line: the tool's name and the project folder. */
function titleOf({ kind, title, tool, event, project = "" }: RowProps): string {
  if (kind === "event")
    return words.value.rows.events[event ?? ""] ?? sessionWords().events[event ?? ""] ?? title;
  if (kind === "injection") return withoutUri(title);
  const short =
    tool !== undefined && title.startsWith(tool) ? title.slice(tool.length).replace(/^:? /, "") : title;
  return project === "" ? short : short.replaceAll(`${project}/`, "");
}
