import type { TeamMembers, TeamReview } from "../../../daemon-types.ts";
import { Badge, Loaded, Loading, Time, Trouble } from "../../parts/basics.tsx";
import { Command } from "../../parts/command.tsx";
import { get, send } from "../../state/api.ts";
import { numberOf } from "../../state/format.ts";
import { useProblem, useResource } from "../../state/resource.ts";
import { say } from "../../state/toast.ts";
import { teamWords } from "../../words/index.ts";

export function Members({ round, own }: { round: number; own: string }) {
  const w = teamWords();
  const found = useResource<TeamMembers>("members", (signal) => get("/api/team/members", {}, signal), round);
  return (
    <section class="team-part" aria-labelledby="team-members">
      <h2 id="team-members">{w.members}</h2>
      <Loaded of={found}>
        {(value) => (
          <ul class="cards-wide">
            {value.members.map(({ name, role, projects, joinedAt }) => (
              <li key={name} class="card">
                <p>
                  <strong>{name}</strong> <Badge>{w.roles[role]}</Badge>{" "}
                  {name === own ? <Badge tone="accent">{w.you}</Badge> : null}
                </p>
                <p class="quiet">
                  {joinedAt === undefined ? (
                    w.invited
                  ) : (
                    <>
                      {w.joined} <Time at={joinedAt} /> · {w.inCommon(numberOf(projects))}
                    </>
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {found.value?.review === false ? (
        <p class="quiet">
          {w.reviewOff} <Command text="pawl team review on" />
        </p>
      ) : null}
    </section>
  );
}

export function Review({ round, changed }: { round: number; changed(): void }) {
  const w = teamWords();
  const { value, problem: unread } = useResource<TeamReview>(
    "review",
    (signal) => get("/api/team/review", {}, signal),
    round,
  );
  const { problem, fail } = useProblem();
  const judge = ({ project, id, rev }: TeamReview["waiting"][number], accepted: boolean) =>
    send<{ done: boolean }>("POST", "/api/team/review", { project, id, rev, accepted }).then(({ done }) => {
      fail(undefined);
      say(!done ? w.tooLate : accepted ? w.accepted : w.refused);
      changed();
    }, fail);
  {
    /* Said once, by the list of members. */
  }
  if (value === undefined && unread !== undefined) return null;
  return (
    <section class="team-part" aria-labelledby="team-review">
      <h2 id="team-review">{w.review}</h2>
      {value === undefined ? (
        <Loading />
      ) : value.waiting.length === 0 ? (
        <p class="quiet">{w.nothingWaits}</p>
      ) : (
        <ul class="cards-wide">
          {value.waiting.map((one) => (
            <li key={`${one.id} ${one.rev}`} class="card">
              <p class="quiet">
                <Badge>{w.kinds[one.kind] ?? one.kind}</Badge> {one.author} · <Time at={one.at} />
              </p>
              <p>{one.text}</p>
              {one.mine ? (
                <p class="quiet">{w.ownWaits}</p>
              ) : (
                <p class="actions">
                  <button type="button" class="primary" onClick={() => void judge(one, true)}>
                    {w.accept}
                  </button>
                  <button type="button" onClick={() => void judge(one, false)}>
                    {w.refuse}
                  </button>
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <Trouble problem={problem} />
    </section>
  );
}
