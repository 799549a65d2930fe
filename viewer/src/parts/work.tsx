/** What was done, as parts of a list: for a day, a session and a file. */

import { numberOf } from "../state/format.ts";
import { toHash } from "../state/route.ts";
import type { ProjectDay } from "../state/types.ts";
import { dayWords } from "../words/index.ts";
import { Badge, Lines } from "./basics.tsx";
import { FileLink } from "./file-link.tsx";
import { More } from "./more.tsx";

interface PartProps {
  name: string;
  note?: preact.ComponentChildren;
  children: preact.ComponentChildren;
}

export function Part({ name, note, children }: PartProps) {
  return (
    <div>
      <dt>
        {name} {note == null ? null : <span class="part-note">{note}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface ListPartProps extends Omit<PartProps, "children"> {
  items: preact.ComponentChildren[];
}

/** Nothing without items. */
export function ListPart({ items, ...part }: ListPartProps) {
  return items.length === 0 ? null : (
    <Part {...part}>
      <More items={items} />
    </Part>
  );
}

interface FailureProps {
  what: string;
  error: preact.ComponentChildren;
  fix: string | null;
  isFixed: boolean;
  href: string;
}

export function Failure({ what, error, fix, isFixed, href }: FailureProps) {
  const d = dayWords();
  return (
    <>
      <Badge tone={isFixed ? "good" : "bad"}>{isFixed ? d.fixed : d.notFixed}</Badge>{" "}
      <a href={href}>{what}</a> <span class="quiet">{error}</span>
      {fix === null ? null : <span class="fix"> → {fix.replaceAll("`", "")}</span>}
    </>
  );
}

interface WorkProps {
  of: Pick<ProjectDay, "changed" | "commits" | "ran" | "failed">;
  project: string;
}

export function WorkParts({ of: { changed, commits, ran, failed }, project }: WorkProps) {
  const { parts, fixedOf, times, timesFailed } = dayWords();
  const sum = (side: "added" | "removed") => changed.reduce((all, one) => all + one[side], 0);
  const at = (one: { sessionId: string; id: string }) => toHash("sessions", one.sessionId, { at: one.id });
  const fixed = failed.filter(({ isFixed }) => isFixed).length;
  return (
    <>
      <ListPart
        name={parts.changed}
        note={<Lines added={sum("added")} removed={sum("removed")} />}
        items={changed.map((one) => (
          <>
            <FileLink file={one.file} project={project} /> <Lines added={one.added} removed={one.removed} />
          </>
        ))}
      />
      <ListPart
        name={parts.commits}
        items={commits.map((one) => (
          <a href={at(one)}>
            {one.hash === null ? null : <code>{one.hash}</code>} {one.message}
          </a>
        ))}
      />
      <ListPart
        name={parts.ran}
        items={ran.map((one) => (
          <>
            <code>{one.command}</code>{" "}
            {one.times > 1 ? <span class="quiet">{times(numberOf(one.times))}</span> : null}{" "}
            {one.failed === 0 ? null : <Badge tone="bad">{timesFailed(numberOf(one.failed))}</Badge>}
          </>
        ))}
      />
      <ListPart
        name={parts.failed}
        note={failed.length === 0 ? null : fixedOf(numberOf(fixed), numberOf(failed.length))}
        items={failed.map((one) => <Failure {...one} href={at(one)} />)}
      />
    </>
  );
}
