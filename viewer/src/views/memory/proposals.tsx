/** Memories that Pawl proposes, with their evidence. The user decides. */
import { useState } from "preact/hooks";
import { Empty, Trouble } from "../../parts/basics.tsx";
import { Problem, send } from "../../state/api.ts";
import { toHash } from "../../state/route.ts";
import type { Memory } from "../../state/types.ts";
import { words } from "../../words/index.ts";
import { ProvenanceLines } from "./provenance.tsx";

export function Proposals({ proposals, reload }: { proposals: Memory[]; reload(): void }) {
  const w = words.value;
  if (proposals.length === 0) return <Empty title={w.memory.noProposals}>{w.memory.noProposalsHint}</Empty>;
  return (
    <ul class="cards-wide">
      {proposals.map((memory) => (
        <Proposal key={`${memory.project} ${memory.uri}`} memory={memory} reload={reload} />
      ))}
    </ul>
  );
}

function Proposal({ memory, reload }: { memory: Memory; reload(): void }) {
  const w = words.value;
  const [problem, setProblem] = useState<Problem | undefined>();
  const decide = (status: "active" | "archived") =>
    send("PATCH", "/api/memories", {
      uri: memory.uri,
      ...(memory.project === "" ? {} : { project: memory.project }),
      status,
    }).then(reload, (error: unknown) =>
      setProblem(error instanceof Problem ? error : new Problem("broken", String(error))),
    );
  return (
    <li class="card">
      <blockquote>{memory.content}</blockquote>
      <p class="quiet">
        <a href={toHash("memory", memory.uri, { project: memory.project })}>{memory.uri}</a>
      </p>
      <ProvenanceLines of={memory.provenance} />
      <p class="actions">
        <button type="button" class="primary" onClick={() => void decide("active")}>
          {w.memory.confirm}
        </button>
        <button type="button" onClick={() => void decide("archived")}>
          {w.memory.dismiss}
        </button>
      </p>
      {problem === undefined ? null : <Trouble problem={problem} />}
    </li>
  );
}
