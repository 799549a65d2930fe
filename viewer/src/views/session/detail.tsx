/** One opened entry: an edit as a diff, a command with its output, anything else by its fields. */
import { useState } from "preact/hooks";
import { Badge, CopyButton, Empty, Loading, Trouble } from "../../parts/basics.tsx";
import { Code, MOST_LINES } from "../../parts/code.tsx";
import { Diff } from "../../parts/diff.tsx";
import { FileLink } from "../../parts/file-link.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { get } from "../../state/api.ts";
import { durationOf, numberOf, timeOf } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { route, toHash } from "../../state/route.ts";
import type { FullRecord } from "../../state/types.ts";
import { sessionWords, words } from "../../words/index.ts";
import { editsOf } from "./edit-of.ts";

interface Found {
  record: FullRecord;
  output?: { text: string; exitCode?: number };
  fixedBy?: string;
}

export function Detail({ id }: { id: string }) {
  const w = words.value;
  const found = useResource<Found>(id, (signal) =>
    get(`/api/page/records/${encodeURIComponent(id)}`, {}, signal),
  );
  if (found.value === undefined) {
    if (found.problem === undefined) return <Loading />;
    if (found.problem.kind === "missing") return <Empty title={w.session.recordGone} />;
    return <Trouble problem={found.problem} retry={found.reload} />;
  }
  const { record } = found.value;
  return (
    <div class="detail">
      <p class="quiet">
        {timeOf(record.at)}
        {record.durationMs === undefined ? "" : ` · ${durationOf(record.durationMs)}`}
        {record.tokens === undefined ? "" : ` · ${w.rows.tokens(numberOf(record.tokens))}`}
      </p>
      {record.ok === false ? <Fix id={found.value.fixedBy} /> : null}
      {record.kind === "observation" ? <Call {...found.value} /> : <Said record={record} />}
    </div>
  );
}

function Said({ record }: { record: FullRecord }) {
  const s = sessionWords();
  if (record.kind === "event") return <EventBody record={record} />;
  return (
    <>
      {record.kind === "injection" ? (
        <p>
          <a href={toHash("injected", record.id)}>{s.sources}</a>
        </p>
      ) : null}
      <Markdown text={(record.text ?? "").replace(/^<\/?pawl-[a-z]+>$/gm, "")} />
    </>
  );
}

/** A summary after compaction reads as text; other events are what the client sent. */
function EventBody({ record }: { record: FullRecord }) {
  const fields = toFields(record.text ?? "");
  const said = fields?.compact_summary ?? fields?.summary ?? fields?.message;
  if (typeof said === "string" && said !== "") return <Markdown text={said.replace(/<\/?summary>/g, "")} />;
  return fields === undefined ? <Output text={record.text ?? ""} /> : <Fields fields={fields} />;
}

const EDITS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);
const AGENTS: ReadonlySet<string> = new Set(["Agent", "Task"]);

function Call({ record, output }: Found) {
  const s = sessionWords();
  const fields = toFields(record.input ?? "") ?? {};
  const text = output?.text ?? "";
  const edits = EDITS.has(record.tool ?? "") ? editsOf(record) : [];
  if (edits.length > 0) {
    return (
      <>
        {edits.map(({ file, hunks, isNew }) => (
          <>
            <p class="file-head">
              <FileLink file={file} project={record.project} line={firstLine(hunks)} />
              {isNew ? <Badge tone="good">{s.newFile}</Badge> : null}
            </p>
            <Diff hunks={hunks} file={file} />
          </>
        ))}
        {record.ok === false ? <Output text={text} title={s.output} /> : null}
      </>
    );
  }
  if (typeof fields.command === "string") {
    return (
      <>
        <Title title={s.command} text={fields.command} />
        <Code text={fields.command} name="bash" />
        {typeof fields.description === "string" ? <p class="quiet">{fields.description}</p> : null}
        <Output
          text={text}
          title={s.output}
          badge={output?.exitCode === undefined ? undefined : s.exit(String(output.exitCode))}
        />
      </>
    );
  }
  if (AGENTS.has(record.tool ?? "")) {
    return (
      <>
        <Title title={s.task} text={String(fields.prompt ?? "")} />
        <Markdown text={String(fields.prompt ?? "")} />
        <Title title={s.output} text={text} />
        <Markdown text={text} />
      </>
    );
  }
  const file = record.files?.[0];
  return (
    <>
      {file === undefined ? null : (
        <p class="file-head">
          <FileLink file={file} project={record.project} />
        </p>
      )}
      <Fields fields={fields} without={["file_path", "notebook_path"]} />
      <Output text={text} title={s.output} name={record.tool === "Read" ? file : undefined} />
    </>
  );
}

const firstLine = (hunks: ReturnType<typeof editsOf>[number]["hunks"]) => hunks[0]?.start?.after;

function Title({ title, text, badge }: { title: string; text: string; badge?: string | undefined }) {
  return (
    <div class="block-head">
      <h4>
        {title} {badge === undefined ? null : <Badge tone="bad">{badge}</Badge>}
      </h4>
      <CopyButton label={words.value.frame.copy} text={() => text} />
    </div>
  );
}

interface OutputProps {
  text: string;
  title?: string;
  badge?: string | undefined;
  /** A file's name, where the output is its content. */
  name?: string | undefined;
}

/** As much of an output as the store keeps; longer ones were cut. */
const RECORDED = 9_900;

function Output({ text, title, badge, name }: OutputProps) {
  const s = sessionWords();
  const [whole, setWhole] = useState(false);
  const lines = text.split("\n");
  const shown = whole ? text : lines.slice(0, MOST_LINES).join("\n");
  return (
    <>
      {title === undefined ? null : <Title title={title} text={text} badge={badge} />}
      {text === "" ? <p class="quiet">{s.noOutput}</p> : null}
      {text === "" ? null : name === undefined ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
        <pre class="output" tabIndex={0}>
          {shown}
        </pre>
      ) : (
        <Code text={shown} name={name} />
      )}
      {lines.length > MOST_LINES && !whole ? (
        <button type="button" onClick={() => setWhole(true)}>
          {s.showAll}
        </button>
      ) : null}
      {text.length > RECORDED ? <p class="quiet">{s.truncated}</p> : null}
    </>
  );
}

function Fields({ fields, without = [] }: { fields: Record<string, unknown>; without?: string[] }) {
  const entries = Object.entries(fields).filter(([name]) => !without.includes(name));
  if (entries.length === 0) return null;
  return (
    <dl class="fields">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Fix({ id }: { id: string | undefined }) {
  const w = words.value;
  if (id === undefined)
    return (
      <p>
        <Badge tone="bad">{w.rows.failed}</Badge> {w.session.notFixed}
      </p>
    );
  return (
    <p>
      <Badge tone="good">{w.rows.fixed}</Badge>{" "}
      <a href={toHash("sessions", route.value.id, { ...route.value.query, at: id })}>{w.session.showFix}</a>
    </p>
  );
}

function toFields(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Cut, or not JSON.
    return undefined;
  }
}
