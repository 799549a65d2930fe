/** Find in a session: the daemon looks through all of it, the page jumps from match to match and marks the text. */
import { useEffect, useRef, useState } from "preact/hooks";
import { get } from "../../state/api.ts";
import { numberOf } from "../../state/format.ts";
import { useSettled } from "../../state/resource.ts";
import { sessionWords } from "../../words/index.ts";

interface Props {
  sessionId: string;
  /** Brings this entry into view. */
  onMatch(id: string): void;
  /** The index of an entry; undefined if it is not shown. */
  placeOf(id: string): number | undefined;
}

export function Find({ sessionId, onMatch, placeOf }: Props) {
  const s = sessionWords();
  const [text, setText] = useState("");
  const [ids, setIds] = useState<readonly string[]>([]);
  const [at, setAt] = useState(-1);
  const [done, setDone] = useState("");
  const settled = useSettled(text, 200);
  const jump = useRef(onMatch);
  jump.current = onMatch;

  useEffect(() => {
    if (settled.trim() === "") {
      setIds([]);
      setDone("");
      return;
    }
    const abort = new AbortController();
    const path = `/api/page/sessions/${encodeURIComponent(sessionId)}/find`;
    get<{ ids: string[] }>(path, { text: settled }, abort.signal).then(
      (found) => {
        const shown = found.ids
          .flatMap((id) => {
            const place = placeOf(id);
            return place === undefined ? [] : [{ id, place }];
          })
          .sort((a, b) => a.place - b.place)
          .map(({ id }) => id);
        setIds(shown);
        setDone(settled);
        setAt(shown.length > 0 ? 0 : -1);
        if (shown[0] !== undefined) jump.current(shown[0]);
      },
      () => undefined,
    );
    return () => abort.abort();
  }, [settled, sessionId]);

  useMarks(done);
  const step = (by: number) => {
    if (ids.length === 0) return;
    const next = (at + by + ids.length) % ids.length;
    setAt(next);
    onMatch(ids[next] ?? "");
  };
  return (
    <search class="find">
      <input
        type="search"
        aria-label={s.find}
        placeholder={s.find}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
      />
      <span role="status" class="quiet">
        {done === "" ? "" : ids.length === 0 ? s.notFound : s.found(numberOf(at + 1), numberOf(ids.length))}
      </span>
      <button type="button" aria-label={s.previous} disabled={ids.length === 0} onClick={() => step(-1)}>
        ↑
      </button>
      <button type="button" aria-label={s.next} disabled={ids.length === 0} onClick={() => step(1)}>
        ↓
      </button>
    </search>
  );
}

const MARK_MS = 120;

/** Marks the text in what is rendered, without changing any element. Browsers without highlights show no marks. */
function useMarks(text: string): void {
  useEffect(() => {
    if (typeof Highlight === "undefined" || text === "") return;
    const root = document.querySelector(".flow");
    if (root === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () => {
      timer = undefined;
      CSS.highlights.set("found", new Highlight(...rangesIn(root, text.toLowerCase())));
    };
    const observer = new MutationObserver(() => {
      timer ??= setTimeout(mark, MARK_MS);
    });
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    mark();
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      CSS.highlights.delete("found");
    };
  }, [text]);
}

function rangesIn(root: Element, text: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const lower = node.nodeValue?.toLowerCase() ?? "";
    for (let at = lower.indexOf(text); at >= 0; at = lower.indexOf(text, at + text.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      ranges.push(range);
    }
  }
  return ranges;
}
