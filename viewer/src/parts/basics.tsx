/** Small parts that every view uses. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Problem } from "../state/api.ts";
import { momentOf, numberOf, timeOf } from "../state/format.ts";
import type { Resource } from "../state/resource.ts";
import { words } from "../words/index.ts";

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children === undefined ? null : <div>{children}</div>}
    </div>
  );
}

/** An error and what to do about it; nothing without one. */
export function Trouble({ problem, retry }: { problem: Problem | undefined; retry?: () => void }) {
  const { problems } = words.value;
  if (problem === undefined) return null;
  return (
    <div class="trouble" role="alert">
      <p>
        {problems[problem.kind]} {problem.message}
      </p>
      {retry === undefined ? null : (
        <button type="button" onClick={retry}>
          {problems.retry}
        </button>
      )}
    </div>
  );
}

/** The same, as one sentence. */
export function problemText(error: unknown): string {
  const { problems } = words.value;
  return error instanceof Problem ? `${problems[error.kind]} ${error.message}`.trim() : String(error);
}

export function Loading() {
  return <p class="loading">{words.value.frame.loading}</p>;
}

interface LoadedProps<T> {
  of: Pick<Resource<T>, "value" | "problem" | "reload">;
  /** In place of the error for something that does not exist. */
  missing?: preact.ComponentChildren;
  children(value: T): preact.ComponentChildren;
}

/** Shows the loaded content; before that, that it is loading, or why it failed. */
export function Loaded<T>({ of: { value, problem, reload }, missing, children }: LoadedProps<T>) {
  return (
    <>
      {problem?.kind === "missing" && missing !== undefined ? (
        missing
      ) : (
        <Trouble problem={problem} retry={reload} />
      )}
      {value !== undefined ? children(value) : problem === undefined ? <Loading /> : null}
    </>
  );
}

export function Time({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={timeOf(at)}>
      {momentOf(at)}
    </time>
  );
}

export type Tone = "plain" | "good" | "bad" | "injected" | "accent" | "quiet";

interface BadgeProps {
  tone?: Tone;
  title?: string;
  children: ComponentChildren;
}

export function Badge({ tone = "plain", title, children }: BadgeProps) {
  return (
    <span class={`badge ${tone}`} title={title}>
      {children}
    </span>
  );
}

/** Lines that came and went. */
export function Lines({ added, removed }: { added: number; removed: number }) {
  if (added + removed === 0) return null;
  return (
    <span class="lines">
      <span class="added">+{numberOf(added)}</span> <span class="removed">−{numberOf(removed)}</span>
    </span>
  );
}

export function CopyButton({ label, text }: { label: string; text: () => string | Promise<string> }) {
  const [done, setDone] = useState<"" | "copied" | "failed">("");
  const { frame } = words.value;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
      setDone("copied");
    } catch {
      setDone("failed");
    }
    setTimeout(() => setDone(""), 2500);
  };
  return (
    <button type="button" onClick={copy}>
      <span aria-live="polite">
        {done === "" ? label : done === "copied" ? frame.copied : frame.notCopied}
      </span>
    </button>
  );
}

/** Text with marked parts, inserted as text. */
export function Marked({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    parts.push(text.slice(from, start), <mark>{text.slice(start, end)}</mark>);
    from = end;
  }
  parts.push(text.slice(from));
  return <>{parts}</>;
}

/** The parts of a score, largest first. */
export function partsOf(parts: Record<string, number>): string {
  const { search } = words.value;
  return Object.entries(parts)
    .filter(([, value]) => value > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, value]) => `${search.parts[name] ?? name} ${value.toFixed(2)}`)
    .join(" · ");
}

export function Field(props: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is passed as a child
    <label class="field">
      <span>{props.label}</span>
      {props.children}
    </label>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange(value: string): void;
}

export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <Field label={label}>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([id, name]) => (
          <option key={id} value={id} selected={id === value}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}
