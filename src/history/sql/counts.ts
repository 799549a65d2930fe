/** Counts over time. Reads only indexes, so that a hook does not wait for a chart. */
import type { Database } from "bun:sqlite";
import { type PackedColumns, unpack } from "../../store/records/packed.ts";
import { type Named, toLimit, toText, toTime } from "../../store/values.ts";
import { type CountFilter, type FailedCall, type InjectedTokens, SLOT_MS, type SlotCounts } from "./types.ts";

/** Of a failed call's input. */
const INPUT_LENGTH = 400;

interface Counted {
  slot: number;
  n: number;
}

export function createCounts(db: Database) {
  function entries(kind: string, { since, project }: CountFilter): Counted[] {
    const values: Named = { kind, since: toTime(since) };
    if (project === undefined) {
      return db
        .query<Counted, Named>(
          `select at / ${SLOT_MS} as slot, count(*) as n from entries
           where kind = $kind and at >= $since group by slot`,
        )
        .all(values);
    }
    return db
      .query<Counted, Named>(
        `select e.at / ${SLOT_MS} as slot, count(*) as n
         from sessions s join entries e on e.session = s.seq and e.kind = $kind and e.at >= $since
         where s.project = $project group by slot`,
      )
      .all({ ...values, project: toText(project) });
  }

  function sessions({ since, project }: CountFilter): Counted[] {
    return db
      .query<Counted, Named>(
        `select started_at / ${SLOT_MS} as slot, count(*) as n from sessions
         where last_event_at >= $since and started_at >= $since
         ${project === undefined ? "" : "and project = $project"} group by slot`,
      )
      .all({ since: toTime(since), ...(project === undefined ? {} : { project: toText(project) }) });
  }

  function tokens({ since, project }: CountFilter): Counted[] {
    const join =
      project === undefined ? "" : "join sessions s on s.id = i.session_id and s.project = $project";
    return db
      .query<Counted, Named>(
        `select i.at / ${SLOT_MS} as slot, sum(i.tokens) as n from injections i ${join}
         where i.at >= $since group by slot`,
      )
      .all({ since: toTime(since), ...(project === undefined ? {} : { project: toText(project) }) });
  }

  return {
    slotCounts(filter: CountFilter): SlotCounts[] {
      const slots = new Map<number, SlotCounts>();
      const add = (field: Exclude<keyof SlotCounts, "slot">, counted: Counted[]) => {
        for (const { slot, n } of counted) {
          const known = slots.get(slot) ?? { slot, sessions: 0, prompts: 0, calls: 0, tokens: 0 };
          known[field] += n;
          slots.set(slot, known);
        }
      };
      add("sessions", sessions(filter));
      add("prompts", entries("prompt", filter));
      add("calls", entries("observation", filter));
      add("tokens", tokens(filter));
      return [...slots.values()].sort((a, b) => a.slot - b.slot);
    },

    injectedTokens(since: number): InjectedTokens[] {
      return db
        .query<InjectedTokens, Named>(
          "select session_id as sessionId, at, tokens from injections where at >= $since order by at, id",
        )
        .all({ since: toTime(since) });
    },

    failedCalls({ since, project }: CountFilter, limit: number): FailedCall[] {
      const join =
        project === undefined ? "" : "join sessions s on s.seq = e.session and s.project = $project";
      return db
        .query<PackedColumns & Omit<FailedCall, "input">, Named>(
          `select e.at, c.tool_name as tool, c.input, c.response, c.packed
           from calls c join entries e on e.id = c.entry ${join}
           where c.ok = 0 and e.at >= $since order by e.at desc limit $limit`,
        )
        .all({
          since: toTime(since),
          limit: toLimit(limit),
          ...(project === undefined ? {} : { project: toText(project) }),
        })
        .map(({ at, tool, ...call }) => ({ at, tool, input: unpack(call).input.slice(0, INPUT_LENGTH) }))
        .reverse();
    },
  };
}
