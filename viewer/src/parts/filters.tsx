/** Filters of a list: the first one always, the others folded on a small screen until they are wanted or in use. */
import { type ComponentChildren, toChildArray } from "preact";
import { useState } from "preact/hooks";
import { findWords } from "../words/index.ts";

export function Filters({ isInUse, children }: { isInUse: boolean; children: ComponentChildren }) {
  const [isOpen, setIsOpen] = useState(false);
  const [first, ...others] = toChildArray(children);
  return (
    <search class={`filters foldable${isOpen || isInUse ? " open" : ""}`}>
      {first}
      <button type="button" class="filters-toggle" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {findWords().moreFilters}
      </button>
      {others}
    </search>
  );
}
