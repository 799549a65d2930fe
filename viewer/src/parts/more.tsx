/** The first few entries of a list, and the others on request. */
import { useState } from "preact/hooks";
import { numberOf } from "../state/format.ts";
import { sessionWords } from "../words/index.ts";

const FEW = 5;

export function More({ items }: { items: preact.ComponentChildren[] }) {
  const [all, setAll] = useState(false);
  const rest = items.length - FEW;
  return (
    <>
      <ul class="few">
        {(all ? items : items.slice(0, FEW)).map((item) => (
          <li>{item}</li>
        ))}
      </ul>
      {rest > 0 && !all ? (
        <button type="button" class="link" onClick={() => setAll(true)}>
          {sessionWords().more(numberOf(rest))}
        </button>
      ) : null}
    </>
  );
}
