/** A file or folder: sessions and changes, failures, memories. */
import { Badge, Empty, Field, Lines, Loading, Time, Trouble } from "../parts/basics.tsx";
import { FileLink } from "../parts/file-link.tsx";
import { ProjectSelect, useProject } from "../parts/project-select.tsx";
import { Failure, ListPart, Part } from "../parts/work.tsx";
import { get, toPath } from "../state/api.ts";
import { numberOf } from "../state/format.ts";
import { useResource, useSettled } from "../state/resource.ts";
import { route, setQuery, toHash } from "../state/route.ts";
import type { FileHistory } from "../state/types.ts";
import { dayWords, leadOf, nameOf, words } from "../words/index.ts";

export function FilesView() {
  const d = dayWords();
  const { path = "" } = route.value.query;
  const project = useProject();
  const settled = useSettled(path.trim(), 200);
  const found = useResource<FileHistory | undefined>(`${project} ${settled}`, async (signal) =>
    // An empty path means the whole project, so it is sent too.
    project === ""
      ? undefined
      : get(`${toPath("/api/file", { project })}&path=${encodeURIComponent(settled)}`, {}, signal),
  );
  return (
    <>
      <h1>{nameOf("files")}</h1>
      <p class="lead">{leadOf("files")}</p>
      <search class="filters">
        <Field label={d.path}>
          <input
            type="search"
            value={path}
            placeholder={d.pathHint}
            onInput={(event) => setQuery({ path: event.currentTarget.value })}
          />
        </Field>
        <ProjectSelect isOne value={project} onChange={(value) => setQuery({ project: value })} />
      </search>
      {found.problem === undefined ? null : found.problem.kind === "missing" ? (
        <Empty title={d.noFile} />
      ) : (
        <Trouble problem={found.problem} retry={found.reload} />
      )}
      {project === "" ? (
        <Empty title={d.chooseProject} />
      ) : found.value === undefined ? (
        found.loading ? (
          <Loading />
        ) : null
      ) : (
        <History history={found.value} />
      )}
    </>
  );
}

function History({ history }: { history: FileHistory }) {
  const d = dayWords();
  const { totals, project } = history;
  const isEmpty = totals.sessions + history.memories.length + history.failures.length === 0;
  if (isEmpty) return <Empty title={d.noFile} />;
  return (
    <>
      <p class="file-title">
        <FileLink file={history.path === "" ? project : history.path} project={project} />{" "}
        <span class="quiet">
          {d.inSessions(numberOf(totals.sessions))} · {d.edits(numberOf(totals.edits))}
        </span>{" "}
        <Lines added={totals.added} removed={totals.removed} />
      </p>
      <dl class="day-parts panel">
        <ListPart
          name={d.known}
          items={history.memories.map((one) => (
            <>
              <a href={toHash("memory", one.uri, { project })}>{one.content}</a>{" "}
              <span class="quiet uri">{one.uri}</span>
            </>
          ))}
        />
        <ListPart
          name={d.mostChanged}
          items={history.files.map((one) => (
            <>
              <a href={toHash("files", "", { project, path: one.file })}>
                <code>{one.file}</code>
              </a>{" "}
              <span class="quiet">
                {d.edits(numberOf(one.edits))} {d.inSessions(numberOf(one.sessions))} ·{" "}
                <Time at={one.lastAt} />
              </span>
            </>
          ))}
        />
        <ListPart
          name={d.failuresOf}
          items={history.failures.map((one) => (
            <Failure
              {...one}
              isFixed={one.fix !== null}
              error={
                <>
                  {one.error} · <Time at={one.at} />
                </>
              }
              href={toHash("sessions", one.sessionId, { show: "failures" })}
            />
          ))}
        />
        <Part name={d.history}>
          <ul class="few">
            {history.sessions.map((one) => (
              <li key={one.id} class="file-session">
                <a href={toHash("sessions", one.id, { show: "edits" })}>
                  {one.title === "" ? words.value.sessions.untitled : one.title}
                </a>{" "}
                {one.isRunning ? <Badge tone="accent">{d.running}</Badge> : null}
                <span class="quiet">
                  {" "}
                  <Time at={one.lastEventAt} /> {one.branch === null ? "" : `· ${one.branch} `}·{" "}
                  {d.edits(numberOf(one.edits))}
                </span>{" "}
                <Lines added={one.added} removed={one.removed} />
                {one.changes.length === 0 ? null : (
                  <span class="changes">
                    {one.changes.slice(0, 8).map((change) => (
                      <a key={change.id} href={toHash("sessions", one.id, { at: change.id })}>
                        {change.tool} <Lines added={change.added} removed={change.removed} />
                      </a>
                    ))}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Part>
      </dl>
    </>
  );
}
