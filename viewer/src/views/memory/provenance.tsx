/** The source of a memory that was not written by hand. */
import { toHash } from "../../state/route.ts";
import type { Provenance } from "../../state/types.ts";
import { words } from "../../words/index.ts";

export function ProvenanceLines({ of }: { of: Provenance | null | undefined }) {
  const w = words.value;
  if (of === undefined || of === null || Object.keys(of).length === 0) return null;
  return (
    <div class="provenance">
      <h3>{w.memory.provenance}</h3>
      {of.evidence === undefined ? null : <blockquote>{of.evidence}</blockquote>}
      <p class="quiet">
        {of.sessionId === undefined ? null : (
          <a href={toHash("sessions", of.sessionId)}>{w.injected.openSession}</a>
        )}{" "}
        {of.file === undefined ? null : <code>{of.file}</code>}
      </p>
    </div>
  );
}
