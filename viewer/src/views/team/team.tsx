/** The team: synchronization, members, shared records, and pending decisions. */
import { useEffect, useState } from "preact/hooks";
import type { Team } from "../../../daemon-types.ts";
import { Loaded, Time } from "../../parts/basics.tsx";
import { Command } from "../../parts/command.tsx";
import { get, send } from "../../state/api.ts";
import { numberOf } from "../../state/format.ts";
import { onLive } from "../../state/live.ts";
import { useResource } from "../../state/resource.ts";
import { leadOf, nameOf, teamWords } from "../../words/index.ts";
import { Conflicts, Handoffs } from "./decisions.tsx";
import { Members, Review } from "./members.tsx";
import { Records } from "./records.tsx";

export function TeamView() {
  /** Counts changes: everything below is loaded again. */
  const [round, setRound] = useState(0);
  const found = useResource<Team>("team", (signal) => get("/api/team", {}, signal), round);
  const again = () => setRound((n) => n + 1);
  useEffect(
    () =>
      onLive((event) => {
        if (event.type === "changed" && event.what === "team") again();
      }),
    [],
  );
  return (
    <>
      <h1>{nameOf("team")}</h1>
      <p class="lead">{leadOf("team")}</p>
      <Loaded of={found}>
        {(shown) =>
          shown.team === null ? (
            <NoTeam />
          ) : (
            <>
              <Sync team={shown} own={shown.team} />
              <Review round={round} changed={again} />
              <Conflicts round={round} count={shown.sync.conflicts} changed={again} />
              <Handoffs handoffs={shown.handoffs} changed={again} />
              <Members round={round} own={shown.team.member} />
              <Records round={round} authors={shown.authors} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function NoTeam() {
  const w = teamWords();
  return (
    <div class="empty no-team">
      <p>{w.noTeam}</p>
      <ul class="plain-list">
        {w.commands.map(([command, meaning]) => (
          <li key={command}>
            <Command text={command} /> <span class="quiet">{meaning}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Sync({ team, own }: { team: Team; own: NonNullable<Team["team"]> }) {
  const w = teamWords();
  const { sync, shared } = team;
  const [asked, setAsked] = useState(false);
  // The next answer shows the result.
  useEffect(() => setAsked(false), [team]);
  const ask = () => {
    setAsked(true);
    send("POST", "/api/team/sync", {}).catch(() => setAsked(false));
  };
  return (
    <section class="team-part" aria-labelledby="team-sync">
      <div class="head">
        <h2 id="team-sync">{w.sync}</h2>
        <button type="button" onClick={ask} disabled={asked}>
          {asked ? w.asked : w.syncNow}
        </button>
      </div>
      <p>
        {w.youAre(own.member, own.server)}{" "}
        {own.encrypted ? <span class="badge good">{w.encrypted}</span> : null}
      </p>
      {sync.error === undefined ? null : (
        <div class="trouble" role="alert">
          <p>
            {w.failed} {w.errors[sync.code ?? ""] ?? sync.error} {w.nothingLost}
          </p>
          {w.errors[sync.code ?? ""] === undefined ? null : <p class="quiet">{sync.error}</p>}
        </div>
      )}
      <dl class="facts">
        {(["lastSync", "lastPush", "lastPull"] as const).map((name) => (
          <div key={name}>
            <dt>{w[name]}</dt>
            <dd>
              <When at={sync[`${name}At`]} />
            </dd>
          </div>
        ))}
        {(["pending", "conflicts", "records"] as const).map((name) => (
          <div key={name}>
            <dt>{w[name]}</dt>
            <dd>{numberOf(sync[name])}</dd>
          </div>
        ))}
      </dl>
      <h3>{w.projects}</h3>
      {shared.length === 0 ? (
        <p>
          {w.noProjects} <Command text="pawl team share on" />
        </p>
      ) : (
        <ul class="plain-list">
          {shared.map(({ folder, project }) => (
            <li key={folder}>
              {project} <span class="quiet">{folder}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function When({ at }: { at: number | undefined }) {
  return at === undefined ? teamWords().never : <Time at={at} />;
}
