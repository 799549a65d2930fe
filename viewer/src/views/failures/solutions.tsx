/** Solutions to past errors: the error, what fixed it, and how often. */
import { Badge, Empty, Field, Loaded, problemText, Time } from "../../parts/basics.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { ProjectSelect } from "../../parts/project-select.tsx";
import { ShareRecord, useSharedSolutions } from "../../parts/share.tsx";
import { get, send, toPath } from "../../state/api.ts";
import { folderOf } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { route, setQuery } from "../../state/route.ts";
import type { Solution } from "../../state/types.ts";
import { isRemoved, removeLater } from "../../state/undo.ts";
import { findWords, words } from "../../words/index.ts";

const keyOf = ({ id }: Solution) => `solution ${id}`;

export function Solutions() {
  const w = words.value;
  const { project = "", text = "" } = route.value.query;
  const found = useResource<{ solutions: Solution[] }>(project, (signal) =>
    get("/api/solutions", { project }, signal),
  );
  const sharing = useSharedSolutions(project);
  const wanted = text.trim().toLowerCase();
  const solutions = (found.value?.solutions ?? []).filter(
    (one) =>
      !isRemoved(keyOf(one)) &&
      `${one.error} ${one.solution} ${one.fingerprint} ${one.tool}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <search class="filters">
        <Field label={w.solutions.search}>
          <input
            type="search"
            value={text}
            onInput={(event) => setQuery({ text: event.currentTarget.value })}
          />
        </Field>
        <ProjectSelect value={project} onChange={(value) => setQuery({ project: value })} />
      </search>
      <Loaded of={found} missing={<Empty title={w.frame.notYet} />}>
        {(_value) =>
          solutions.length === 0 ? (
            <Empty title={wanted === "" ? w.solutions.none : w.solutions.nothing}>
              {w.solutions.noneHint}
            </Empty>
          ) : (
            <ul class="solutions">
              {solutions.map((solution) => (
                <SolutionItem key={solution.id} solution={solution} sharing={sharing} reload={found.reload} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

interface ItemProps {
  solution: Solution;
  sharing: ReturnType<typeof useSharedSolutions>;
  reload(): void;
}

function SolutionItem({ solution, sharing, reload }: ItemProps) {
  const w = words.value;
  const shared = sharing.of(String(solution.id));
  const remove = () =>
    removeLater({
      keys: [keyOf(solution)],
      text: findWords().removed,
      remove: () => send("DELETE", toPath("/api/solutions", { id: solution.id })),
      after: reload,
      failed: (error) => problemText(error),
    });
  const at = new Date(solution.lastAt).getTime();
  return (
    <li class="card">
      <p class="quiet">
        <Badge>{solution.tool}</Badge> {solution.kind} · {folderOf(solution.project)} ·{" "}
        {Number.isNaN(at) ? null : <Time at={at} />}
      </p>
      <h2 class="error-text">{solution.error}</h2>
      <Markdown text={solution.solution} />
      <p>
        <Badge tone={solution.successes > 0 ? "good" : "plain"}>
          {solution.successes === 1 ? w.solutions.seenOnce : w.solutions.worked(solution.successes)}
        </Badge>{" "}
        {solution.failures > 0 ? <Badge tone="bad">{w.solutions.didNot(solution.failures)}</Badge> : null}
      </p>
      <details>
        <summary>{w.solutions.fingerprint}</summary>
        <code class="fingerprint">{solution.fingerprint}</code>
      </details>
      {shared === undefined ? null : (
        <ShareRecord kind="solution" project={solution.project} record={shared} changed={sharing.reload} />
      )}
      <p class="actions">
        <button type="button" onClick={remove}>
          {w.solutions.remove}
        </button>
      </p>
    </li>
  );
}
