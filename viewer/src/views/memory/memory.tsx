/** All memories by their sentence, in groups, and the selected one. */
import { Badge, Empty, Field, Loaded } from "../../parts/basics.tsx";
import { ProjectSelect, projectName, useProject } from "../../parts/project-select.tsx";
import { get } from "../../state/api.ts";
import { useResource } from "../../state/resource.ts";
import { route, setQuery, toHash } from "../../state/route.ts";
import type { ListedMemory, Memory } from "../../state/types.ts";
import { leadOf, nameOf, words } from "../../words/index.ts";
import { Check } from "./check.tsx";
import { Forget } from "./forget.tsx";
import { toGroups } from "./groups.ts";
import { MemoryPanel } from "./memory-panel.tsx";
import { NewMemory } from "./new-memory.tsx";
import { isDismissed, Proposals } from "./proposals.tsx";

/** Everything except deleted memories. */
const SHOWN = "proposed,active,deprecated,archived";

const PARTS = ["tree", "proposals", "check", "new", "forget"] as const;

export function MemoryView() {
  const w = words.value;
  const { id, query } = route.value;
  const { project = "", text = "", part = "tree" } = query;
  const checked = useProject();
  const found = useResource<{ memories: ListedMemory[] }>(`memories ${project}`, (signal) =>
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
        <ProjectSelect
          value={part === "check" ? checked : project}
          isOne={part === "check"}
          onChange={(value) => setQuery({ project: value })}
        />
      </search>
      <Loaded of={found}>
        {(_value) =>
          part === "proposals" ? (
            <Proposals proposals={proposals} reload={found.reload} />
          ) : part === "check" ? (
            <Check project={checked} />
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
          )
        }
      </Loaded>
    </>
  );
}

function isProposal(memory: Memory): boolean {
  return memory.status === "proposed";
}

interface TreeProps {
  memories: ListedMemory[];
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
        <section class="tree panel" aria-label={w.memory.parts.tree}>
          {toGroups(shown).map(([name, group]) => (
            <details key={name} open>
              <summary>
                {name} <span class="quiet">({group.length})</span>
              </summary>
              <ul>
                {group.map((memory) => (
                  <MemoryItem
                    key={`${memory.project} ${memory.uri}`}
                    memory={memory}
                    isOpen={memory.uri === open}
                  />
                ))}
              </ul>
            </details>
          ))}
        </section>
      )}
      {open === "" ? null : <MemoryPanel uri={open} project={projectOf(memories, open)} reload={reload} />}
    </div>
  );
}

/** The project in the URL, or else the first project that has this memory. */
function projectOf(memories: readonly Memory[], uri: string): string {
  return route.value.query.project || (memories.find((memory) => memory.uri === uri)?.project ?? "");
}

function MemoryItem({ memory, isOpen }: { memory: ListedMemory; isOpen: boolean }) {
  const w = words.value;
  const { query } = route.value;
  const meta = [
    memory.author === undefined ? undefined : authorOf(memory),
    query.project ? undefined : memory.project === "" ? w.memory.everywhere : projectName(memory.project),
    whenOf(memory),
  ];
  return (
    <li>
      <a
        href={toHash("memory", memory.uri, { ...query, project: query.project || memory.project })}
        aria-current={isOpen ? "true" : undefined}
        title={memory.uri}
      >
        <span class="memory-sentence">{memory.content}</span>
        <span class="memory-meta">
          {meta.filter(Boolean).join(" · ")}
          {memory.status === "active" ? null : (
            <Badge>{w.memory.statuses[memory.status] ?? memory.status}</Badge>
          )}
        </span>
      </a>
    </li>
  );
}

function authorOf({ author, authorName }: Memory): string {
  const { by } = words.value.memory;
  if (author === "model" || author === "team") return by[author](authorName ?? "?");
  return author === undefined ? "" : by[author];
}

/** When it is injected: "in every session", "with src/pay/", "when editing Go files". */
function whenOf({ priority, whenInjected: { condition, isSentence } }: ListedMemory): string {
  const { priorities, with: withName } = words.value.memory;
  if (condition === undefined) return priorities[priority] ?? "";
  return isSentence === true ? condition : withName(condition);
}
