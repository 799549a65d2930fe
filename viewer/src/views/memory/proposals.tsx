/** Memories that Pawl proposes, with their source. The user decides, one by one or all at once. */
import { useState } from "preact/hooks";
import { Empty, problemText, Time, Trouble } from "../../parts/basics.tsx";
import { projectName } from "../../parts/project-select.tsx";
import { send } from "../../state/api.ts";
import { toMilliseconds } from "../../state/format.ts";
import { useProblem } from "../../state/resource.ts";
import { toHash } from "../../state/route.ts";
import { say } from "../../state/toast.ts";
import type { Memory } from "../../state/types.ts";
import { isRemoved, removeLater } from "../../state/undo.ts";
import { findWords, words } from "../../words/index.ts";

interface Props {
  proposals: Memory[];
  reload(): void;
}

/** A dismissed proposal disappears at once, and can be restored. */
export const isDismissed = (memory: Memory): boolean => isRemoved(keyOf(memory));

const keyOf = ({ uri, project }: Memory) => `proposal ${project} ${uri}`;
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
  const { problem, fail } = useProblem();
  if (proposals.length === 0) return <Empty title={w.memory.noProposals}>{w.memory.noProposalsHint}</Empty>;
  const dismiss = (chosen: readonly Memory[]) =>
    removeLater({
      keys: chosen.map(keyOf),
      text: f.dismissed,
      remove: async () => {
        for (const memory of chosen) await setStatus(memory, "archived");
      },
      after: reload,
      failed: (error) => problemText(error),
    });
  const confirm = async (chosen: readonly Memory[], content?: string) => {
    try {
      for (const memory of chosen) await setStatus(memory, "active", content);
      say(f.confirmed, async () => {
        // A decided proposal is not proposed again; archived, it is not used.
        for (const memory of chosen) await setStatus(memory, "archived");
        reload();
      });
    } catch (error) {
      fail(error);
    }
    reload();
  };
  return (
    <>
      {proposals.length < 2 ? null : (
        <p class="actions">
          <button type="button" onClick={() => void confirm(proposals)}>
            {f.confirmAll}
          </button>
          <button type="button" onClick={() => dismiss(proposals)}>
            {f.dismissAll}
          </button>
        </p>
      )}
      <Trouble problem={problem} />
      <ul class="cards-wide">
        {proposals.map((memory) => (
          <Proposal
            key={keyOf(memory)}
            memory={memory}
            confirm={(content) => void confirm([memory], content)}
            dismiss={() => dismiss([memory])}
          />
        ))}
      </ul>
    </>
  );
}

interface ProposalProps {
  memory: Memory;
  confirm(content?: string): void;
  dismiss(): void;
}

function Proposal({ memory, confirm, dismiss }: ProposalProps) {
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
          onClick={() => confirm(draft === memory.content ? undefined : draft)}
        >
          {w.memory.confirm}
        </button>
        <button type="button" onClick={dismiss}>
          {w.memory.dismiss}
        </button>
      </p>
    </li>
  );
}
