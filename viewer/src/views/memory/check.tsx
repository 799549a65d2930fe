/** Memories of a project that name what no longer exists, and pairs that contradict each other. */
import { Empty, Loading, Trouble } from "../../parts/basics.tsx";
import { get } from "../../state/api.ts";
import { useResource } from "../../state/resource.ts";
import { toHash } from "../../state/route.ts";
import { words } from "../../words/index.ts";
import { type MemoryProblem, Problems } from "./client-file.tsx";

interface Side {
  uri: string;
  content: string;
}

interface Report {
  memories: number;
  problems: { uri: string; project: string; problems: MemoryProblem[] }[];
  contradictions: { why: string; a: Side; b: Side }[];
}

export function Check({ project }: { project: string }) {
  const w = words.value;
  if (project === "") return <Empty title={w.memory.chooseProject} />;
  return <Checked project={project} />;
}

function Checked({ project }: { project: string }) {
  const w = words.value;
  const found = useResource<Report>(`check ${project}`, (signal) =>
    get("/api/memories/check", { project }, signal),
  );
  if (found.problem !== undefined) return <Trouble problem={found.problem} retry={found.reload} />;
  if (found.value === undefined) return <Loading />;
  const { memories, problems, contradictions } = found.value;
  if (problems.length + contradictions.length === 0) return <Empty title={w.memory.checkedAll(memories)} />;
  return (
    <div class="editor">
      <p>{w.memory.checkHint}</p>
      {problems.map((one) => (
        <section key={`${one.project} ${one.uri}`} aria-label={one.uri}>
          <h3>
            <a href={toHash("memory", one.uri, { project: one.project })}>{one.uri}</a>
          </h3>
          <Problems problems={one.problems} />
        </section>
      ))}
      {contradictions.map(({ a, b }) => (
        <section key={`${a.uri} ${b.uri}`} aria-label={w.memory.contradiction}>
          <h3>{w.memory.contradiction}</h3>
          <div class="editor-row">
            {[a, b].map((side) => (
              <div key={side.uri}>
                <a href={toHash("memory", side.uri, { project })}>{side.uri}</a>
                <blockquote>{side.content}</blockquote>
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
