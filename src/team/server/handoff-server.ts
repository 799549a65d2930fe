/** What is asked of the team's database about handing over. */
import type { ServerConnection } from "./connection.ts";

export interface HandoffRow {
  project: number;
  id: string;
  author: number;
  /** Null: every member of the project. */
  receiver: number | null;
  at: number;
  keyVersion: number;
  /** Null: taken back, or taken by the one that it was for. */
  body: Uint8Array | null;
  /** By this member; of one's own, by everybody. */
  taken: { member: number; at: number }[];
}

interface HandoffPush extends Pick<HandoffRow, "project" | "id" | "receiver" | "at" | "keyVersion"> {
  body: Uint8Array;
}

const MOST = 500;

export function createHandoffServer({ query }: Pick<ServerConnection, "query">) {
  return {
    async handOver({ project, id, receiver, at, keyVersion, body }: HandoffPush) {
      const [row] = await query<{ answer: "stored" | "known" | "refused" }>(
        "select pawl.hand_over($1, $2, $3, $4, $5, decode($6, 'base64')) as answer",
        [project, id, receiver, at, keyVersion, Buffer.from(body).toString("base64")],
      );
      return row?.answer ?? "refused";
    },

    async takeHandoff({ project, id }: Pick<HandoffRow, "project" | "id">, at: number): Promise<void> {
      await query("select pawl.take_handoff($1, $2, $3)", [project, id, at]);
    },

    async withdrawHandoff({ project, id }: Pick<HandoffRow, "project" | "id">): Promise<void> {
      await query("select pawl.withdraw_handoff($1, $2)", [project, id]);
    },

    /** Those from and for this member, newest first. */
    handoffs: (member: number): Promise<HandoffRow[]> =>
      query<HandoffRow>(
        `select h.project, h.id, h.author, h.receiver, extract(epoch from h.at)::float8 * 1000 as at,
           h.key_version as "keyVersion", h.body, coalesce((
             select jsonb_agg(jsonb_build_object('member', t.member, 'at', extract(epoch from t.at) * 1000) order by t.at)
             from pawl.handoff_taken t where t.project = h.project and t.id = h.id), '[]'::jsonb) as taken
         from pawl.handoff h where h.receiver is null or $1 in (h.receiver, h.author)
         order by h.at desc limit ${MOST}`,
        [member],
      ),
  };
}
