/** A file change: hunks with line numbers, if known, coloured by language. */
import { useState } from "preact/hooks";
import { sessionWords } from "../words/index.ts";
import { codeLines, languageFor, MOST_LINES } from "./code.tsx";
import type { DiffLine, Hunk } from "./diff-lines.ts";

const SIGNS = { same: " ", added: "+", removed: "−" } as const;

export function Diff({ hunks, file }: { hunks: readonly Hunk[]; file: string }) {
  const [whole, setWhole] = useState(false);
  const total = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  let left = whole ? Number.POSITIVE_INFINITY : MOST_LINES;
  const shown = hunks.flatMap((hunk) => {
    if (left <= 0) return [];
    const lines = hunk.lines.slice(0, left);
    left -= lines.length;
    return [{ ...hunk, lines }];
  });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <section class="diff-box" tabIndex={0} aria-label={file}>
        {shown.map((hunk) => (
          <HunkLines hunk={hunk} file={file} />
        ))}
      </section>
      {total > MOST_LINES && !whole ? (
        <button type="button" onClick={() => setWhole(true)}>
          {sessionWords().showAll}
        </button>
      ) : null}
    </>
  );
}

function HunkLines({ hunk, file }: { hunk: Hunk; file: string }) {
  const language = languageFor(file);
  // Each side is coloured as a whole: a comment or string may go over several lines.
  const sides = {
    before: codeLines(textOf(hunk, "added"), language),
    after: codeLines(textOf(hunk, "removed"), language),
  };
  const at = { before: 0, after: 0 };
  const { before = 0, after = 0 } = hunk.start ?? {};
  return (
    <div class="hunk">
      {hunk.lines.map(({ kind }) => {
        const side = kind === "removed" ? "before" : "after";
        const content = sides[side][at[side]];
        const number = (side === "before" ? before : after) + at[side];
        if (kind !== "added") at.before++;
        if (kind !== "removed") at.after++;
        return (
          <div class={`diff-line ${kind}`}>
            {hunk.start === undefined ? null : <span class="diff-number">{number}</span>}
            <span class="diff-sign" aria-hidden="true">
              {SIGNS[kind]}
            </span>
            {kind === "same" ? null : <span class="visually-hidden">{sessionWords().lines[kind]}</span>}
            <code>{content === "" ? " " : content}</code>
          </div>
        );
      })}
    </div>
  );
}

function textOf({ lines }: Hunk, without: DiffLine["kind"]): string {
  return lines
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("\n");
}
