/** All memories as a tree of URIs, and the selected one. */
import { Badge, Empty, Field, Loading, Trouble } from "../../parts/basics.tsx";
import { ProjectSelect } from "../../parts/project-select.tsx";
import { get } from "../../state/api.ts";
import { useResource } from "../../state/resource.ts";
import { route, setQuery, toHash } from "../../state/route.ts";
import type { Memory } from "../../state/types.ts";
import { leadOf, nameOf, words } from "../../words/index.ts";
import { Check } from "./check.tsx";
import { Forget } from "./forget.tsx";
import { MemoryPanel } from "./memory-panel.tsx";
import { NewMemory } from "./new-memory.tsx";
import { isDismissed, Proposals } from "./proposals.tsx";
import { type Branch, toTree } from "./tree.ts";

/** Everything except deleted memories. */
const SHOWN = "proposed,active,deprecated,archived";

const PARTS = ["tree", "proposals", "check", "new", "forget"] as const;

export function MemoryView() {
  const w = words.value;
  const { id, query } = route.value;
  const { project = "", text = "", part = "tree" } = query;
  const found = useResource<{ memories: Memory[] }>(`memories ${project}`, (signal) =>
    get("/api/memories", { project, status: SHOWN, limit: 1000 }, signal),
  );
  if (found.problem?.kind === "missing") {
    return (
      <>
        <h1>{nameOf("memory")}</h1>
        <Empty title={w.frame.notYet} />
      </>
    );
  }
  const all = found.value?.memories ?? [];
  const proposals = all.filter((memory) => isProposal(memory) && !isDismissed(memory));
  return (
    <>
      <h1>{nameOf("memory")}</h1>
      <p class="lead">{leadOf("memory")}</p>
      <nav class="tabs" aria-label={nameOf("memory")}>
        {PARTS.map((one) => (
          <a
            key={one}
            href={toHash("memory", one === "tree" ? id : "", {
              project,
              part: one === "tree" ? undefined : one,
            })}
            aria-current={one === part ? "page" : undefined}
          >
            {w.memory.parts[one]}
            {one === "proposals" && proposals.length > 0 ? ` (${proposals.length})` : ""}
          </a>
        ))}
      </nav>
      <search class="filters">
        {part === "tree" ? (
          <Field label={w.memory.search}>
            <input
              type="search"
              value={text}
              onInput={(event) => setQuery({ text: event.currentTarget.value })}
            />
          </Field>
        ) : null}
        <ProjectSelect value={project} onChange={(value) => setQuery({ project: value })} />
      </search>
      {found.problem === undefined ? null : <Trouble problem={found.problem} retry={found.reload} />}
      {found.value === undefined ? (
        found.problem === undefined ? (
          <Loading />
        ) : null
      ) : part === "proposals" ? (
        <Proposals proposals={proposals} reload={found.reload} />
      ) : part === "check" ? (
        <Check project={project} />
      ) : part === "new" ? (
        <NewMemory project={project} reload={found.reload} />
      ) : part === "forget" ? (
        <Forget project={project} reload={found.reload} />
      ) : (
        <Tree
          memories={all.filter((memory) => !isProposal(memory))}
          proposals={proposals.length}
          text={text}
          open={id}
          reload={found.reload}
        />
      )}
    </>
  );
}

function isProposal(memory: Memory): boolean {
  return memory.status === "proposed";
}

interface TreeProps {
  memories: Memory[];
  /** How many wait for an answer. */
  proposals: number;
  text: string;
  open: string;
  reload(): void;
}

function Tree({ memories, proposals, text, open, reload }: TreeProps) {
  const w = words.value;
  const wanted = text.trim().toLowerCase();
  const shown = memories.filter((memory) => `${memory.uri} ${memory.content}`.toLowerCase().includes(wanted));
  const empty = wanted === "" ? w.memory.none : w.memory.nothing;
  return (
    <div class={`split fill${open === "" ? "" : " with-record"}`}>
      {shown.length === 0 ? (
        <Empty title={empty}>
          {wanted === "" ? w.memory.noneHint : null}{" "}
          {proposals === 0 ? null : (
            <a href={toHash("memory", "", { ...route.value.query, part: "proposals" })}>
              {w.memory.parts.proposals} ({proposals})
            </a>
          )}
        </Empty>
      ) : (
        <nav class="tree panel" aria-label={w.memory.parts.tree}>
          <ul>
            {toTree(shown).map((branch) => (
              <BranchItem key={branch.name} branch={branch} open={open} wide={wanted !== ""} />
            ))}
          </ul>
        </nav>
      )}
      {open === "" ? null : <MemoryPanel uri={open} project={projectOf(memories, open)} reload={reload} />}
    </div>
  );
}

/** The project in the URL, or else the first project that has this memory. */
function projectOf(memories: readonly Memory[], uri: string): string {
  return route.value.query.project || (memories.find((memory) => memory.uri === uri)?.project ?? "");
}

function BranchItem({ branch, open, wide }: { branch: Branch; open: string; wide: boolean }) {
  const w = words.value;
  const { memory } = branch;
  const own =
    memory === undefined ? null : (
      <a
        href={toHash("memory", memory.uri, {
          ...route.value.query,
          project: route.value.query.project || memory.project,
        })}
        aria-current={memory.uri === open ? "true" : undefined}
      >
        <span class="tree-name">{branch.name}</span>
        <span class="tree-content">{memory.content}</span>
        <span class="tree-badges">
          <Badge tone={memory.priority <= 2 ? "accent" : "quiet"}>
            {w.memory.priorityShort(memory.priority)}
          </Badge>
          {memory.stale ? <Badge tone="bad">{w.memory.stale}</Badge> : null}
          {memory.status === "active" ? null : (
            <Badge>{w.memory.statuses[memory.status] ?? memory.status}</Badge>
          )}
        </span>
      </a>
    );
  if (branch.branches.length === 0) return <li>{own}</li>;
  return (
    <li>
      {own}
      <details open={wide || open === "" || open.startsWith(branch.path)}>
        <summary>
          {branch.name} <span class="quiet">({branch.count})</span>
        </summary>
        <ul>
          {branch.branches.map((inner) => (
            <BranchItem key={inner.name} branch={inner} open={open} wide={wide} />
          ))}
        </ul>
      </details>
    </li>
  );
}
