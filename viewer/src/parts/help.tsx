/** The keyboard shortcuts. */
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { findWords, words } from "../words/index.ts";

export const isHelpOpen = signal(false);

export function Help() {
  return isHelpOpen.value ? <Open /> : null;
}

function Open() {
  const f = findWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="keys-title"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <h2 id="keys-title">{f.keys}</h2>
      <dl>
        {f.keyMeanings.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        {words.value.frame.close}
      </button>
    </dialog>
  );
}
