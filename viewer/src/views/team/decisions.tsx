import type { Team, TeamConflicts } from "../../../daemon-types.ts";
import { Badge, Time, Trouble } from "../../parts/basics.tsx";
import { Command } from "../../parts/command.tsx";
import { get, send } from "../../state/api.ts";
import { useProblem, useResource } from "../../state/resource.ts";
import { say } from "../../state/toast.ts";
import { teamWords } from "../../words/index.ts";

export function Conflicts({ round, count, changed }: { round: number; count: number; changed(): void }) {
  const w = teamWords();
  const found = useResource<TeamConflicts>(
    "conflicts",
    (signal) => get("/api/team/conflicts", {}, signal),
    `${round} ${count}`,
  );
  const { problem, fail } = useProblem();
  const conflicts = found.value?.conflicts ?? [];
  const keep = (project: string, id: string, rev: string) =>
    send("POST", "/api/team/conflicts", { project, id, rev }).then(() => {
      fail(undefined);
      say(w.kept);
      changed();
    }, fail);
  return (
    <section class="team-part" aria-labelledby="team-conflicts">
      <h2 id="team-conflicts">{w.conflicts}</h2>
      <Trouble problem={found.problem} retry={found.reload} />
      {conflicts.length === 0 ? <p class="quiet">{w.noConflicts}</p> : <p>{w.conflictHint}</p>}
      <ul class="cards-wide">
        {conflicts.map(({ project, id, uri, versions }) => (
          <li key={id} class="card">
            <h3 class="error-text">{uri ?? id}</h3>
            <ul class="versions-beside">
              {versions.map(({ rev, author, at, text }) => (
                <li key={rev}>
                  <p class="quiet">
                    {author === "" ? w.you : author} · <Time at={at} />
                  </p>
                  <blockquote>{text.replace(/^\S+:\/\/\S+: /, "")}</blockquote>
                  <button type="button" onClick={() => void keep(project, id, rev)}>
                    {w.keep}
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Trouble problem={problem} />
    </section>
  );
}

type Handoff = Team["handoffs"][number];

export function Handoffs({ handoffs, changed }: { handoffs: Handoff[]; changed(): void }) {
  const w = teamWords();
  const { problem, fail } = useProblem();
  const withdraw = ({ project, id }: Handoff) =>
    send("POST", "/api/team/handoffs/withdraw", { project, id }).then(() => {
      fail(undefined);
      say(w.withdrawn);
      changed();
    }, fail);
  return (
    <section class="team-part" aria-labelledby="team-handoffs">
      <h2 id="team-handoffs">{w.handoffs}</h2>
      {handoffs.length === 0 ? (
        <p class="quiet">
          {w.noHandoffs} <Command text="pawl handoff --to NAME" />
        </p>
      ) : null}
      <ul class="cards-wide">
        {handoffs.map((one) => (
          <li key={one.id} class="card">
            <p>
              <strong>
                {one.way === "in" ? w.from(one.name) : one.name === "" ? w.toAll : w.to(one.name)}
              </strong>{" "}
              <span class="quiet">
                {one.project} · <Time at={one.at} />
              </span>
            </p>
            <p>
              <State of={one} />
            </p>
            {one.way === "out" &&
            (one.state === "leaving" || (one.state === "sent" && one.taken.length === 0)) ? (
              <p class="actions">
                <button type="button" onClick={() => void withdraw(one)}>
                  {w.withdraw}
                </button>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      <Trouble problem={problem} />
    </section>
  );
}

function State({ of: { state, way, taken } }: { of: Handoff }) {
  const w = teamWords();
  if (way === "out" && taken.length > 0)
    return (
      <>
        {taken.map(({ name, at }) => (
          <span key={name}>
            <Badge tone="good">{w.takenBy(name)}</Badge> <Time at={at} />{" "}
          </span>
        ))}
      </>
    );
  return <Badge tone={state === "refused" ? "bad" : "plain"}>{w.states[state]}</Badge>;
}
