/** Memories that Pawl proposes, with where they come from. The user decides, one by one or all at once. */
import { useState } from "preact/hooks";
import { Empty, Time, Trouble } from "../../parts/basics.tsx";
import { projectName } from "../../parts/project-select.tsx";
import { Problem, send } from "../../state/api.ts";
import { toMilliseconds } from "../../state/format.ts";
import { toHash } from "../../state/route.ts";
import { say } from "../../state/toast.ts";
import type { Memory } from "../../state/types.ts";
import { findWords, words } from "../../words/index.ts";

interface Props {
  proposals: Memory[];
  reload(): void;
}

type Decision = "active" | "archived";

const nameOf = ({ uri, project }: Memory) => ({ uri, ...(project === "" ? {} : { project }) });
const setStatus = (memory: Memory, status: string, content?: string) =>
  send("PATCH", "/api/memories", {
    ...nameOf(memory),
    status,
    ...(content === undefined ? {} : { content }),
  });

export function Proposals({ proposals, reload }: Props) {
  const w = words.value;
  const f = findWords();
  const [problem, setProblem] = useState<Problem | undefined>();
  if (proposals.length === 0) return <Empty title={w.memory.noProposals}>{w.memory.noProposalsHint}</Empty>;
  const decide = async (chosen: readonly Memory[], status: Decision, content?: string) => {
    try {
      for (const memory of chosen) await setStatus(memory, status, content);
      if (status === "archived") say(f.dismissed);
      else
        say(f.confirmed, async () => {
          // What was decided is no proposal again; archived, it is not used.
          for (const memory of chosen) await setStatus(memory, "archived");
          reload();
        });
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem("broken", String(error)));
    }
    reload();
  };
  return (
    <>
      {proposals.length < 2 ? null : (
        <p class="actions">
          <button type="button" onClick={() => void decide(proposals, "active")}>
            {f.confirmAll}
          </button>
          <button type="button" onClick={() => void decide(proposals, "archived")}>
            {f.dismissAll}
          </button>
        </p>
      )}
      {problem === undefined ? null : <Trouble problem={problem} />}
      <ul class="cards-wide">
        {proposals.map((memory) => (
          <Proposal
            key={`${memory.project} ${memory.uri}`}
            memory={memory}
            decide={(status, content) => void decide([memory], status, content)}
          />
        ))}
      </ul>
    </>
  );
}

function Proposal({ memory, decide }: { memory: Memory; decide(status: Decision, content?: string): void }) {
  const w = words.value;
  const [draft, setDraft] = useState(memory.content);
  const at = toMilliseconds(memory.createdAt);
  const { evidence, sessionId } = memory.provenance ?? {};
  return (
    <li class="card">
      <textarea
        aria-label={w.memory.content}
        rows={Math.min(8, draft.split("\n").length + 1)}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
      />
      {evidence === undefined || evidence.trim() === memory.content.trim() ? null : (
        <blockquote>{evidence}</blockquote>
      )}
      <p class="quiet">
        {memory.project === "" ? null : `${projectName(memory.project)} · `}
        {at === undefined ? null : <Time at={at} />}
        {sessionId === undefined ? null : (
          <>
            {" "}
            · <a href={toHash("sessions", sessionId)}>{w.injected.openSession}</a>
          </>
        )}{" "}
        · <span class="uri">{memory.uri}</span>
      </p>
      <p class="actions">
        <button
          type="button"
          class="primary"
          onClick={() => decide("active", draft === memory.content ? undefined : draft)}
        >
          {w.memory.confirm}
        </button>
        <button type="button" onClick={() => decide("archived")}>
          {w.memory.dismiss}
        </button>
      </p>
    </li>
  );
}
