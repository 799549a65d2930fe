import type { TeamSharing } from "../../daemon-types.ts";
import { get, send } from "../state/api.ts";
import { useProblem, useResource } from "../state/resource.ts";
import { say } from "../state/toast.ts";
import { teamWords } from "../words/index.ts";
import { Trouble } from "./basics.tsx";

type Sharing = TeamSharing["records"][number];

/** One memory. */
export function ShareMemory({ uri, project }: { uri: string; project: string }) {
  const found = useResource<TeamSharing>(`${project} ${uri}`, (signal) =>
    get("/api/team/sharing", { kind: "memory", key: uri, project }, signal),
  );
  const [record] = found.value?.records ?? [];
  if (record === undefined) return null;
  return <ShareRecord kind="memory" project={project} record={record} changed={found.reload} />;
}

/** All solutions of a project, or of all, by id. */
export function useSharedSolutions(project: string): { of(id: string): Sharing | undefined; reload(): void } {
  const found = useResource<TeamSharing>(`solutions ${project}`, (signal) =>
    get("/api/team/sharing", { kind: "solution", project }, signal),
  );
  return { of: (id) => found.value?.records.find(({ key }) => key === id), reload: found.reload };
}

interface ShareProps {
  kind: "memory" | "solution";
  project: string;
  record: Sharing;
  changed(): void;
}

const SHARED: ReadonlySet<string> = new Set(["shared", "leaving", "waiting"]);

export function ShareRecord({ kind, project, record: { key, state, author }, changed }: ShareProps) {
  const w = teamWords();
  const { problem, fail } = useProblem();
  const isShared = SHARED.has(state);
  const change = () =>
    send("POST", "/api/team/sharing", { kind, project, key, shared: !isShared }).then(() => {
      fail(undefined);
      say(isShared ? w.tookBack : w.sharedAgain);
      changed();
    }, fail);
  return (
    <div class="share">
      <p>
        <span class="quiet">
          {state === "theirs" && author !== undefined ? w.theirs(author) : w.sharing[state]}
        </span>{" "}
        {isShared || state === "private" ? (
          <button type="button" onClick={() => void change()}>
            {isShared ? w.takeBack : w.share}
          </button>
        ) : null}
      </p>
      <Trouble problem={problem} />
    </div>
  );
}
