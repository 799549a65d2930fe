/**
 * A team without a database: what the server's functions answer, kept in memory, so that the rounds of several machines
 * can be looked at in milliseconds. The stores are real. The functions themselves are tested on a real PostgreSQL.
 */

import { memoriesIn } from "../../src/memory/sql/index.ts";
import { codecFor } from "../../src/team/codec.ts";
import type { TeamParts } from "../../src/team/parts.ts";
import { covers } from "../../src/team/records/seen.ts";
import type {
  HandoffRow,
  Hello,
  Member,
  PushAnswer,
  PushItem,
  Rank,
  RecordRow,
} from "../../src/team/server/team-server.ts";
import { teamIn } from "../../src/team/sql/index.ts";
import { collectChanges, type Synced, syncRound } from "../../src/team/sync.ts";
import { openTempStore } from "../temp-store.ts";

export const PROJECT = "remote:git.example/shop";
const NUMBER = 7;
const STATE = { mark: "m", isKnown: true, readers: "r" };

interface GivenRow extends RecordRow {
  state: "waiting" | "shared" | "forgotten";
}

export class GivenServer {
  readonly rows: GivenRow[] = [];
  readonly handedOver: HandoffRow[] = [];
  /** What was asked, by name. */
  readonly asked: string[] = [];
  readonly ranks = new Map<number, Rank>();
  version = 3;
  isReviewed = false;
  seq = 0;

  constructor(readonly people: readonly string[]) {}

  hello(id: number): Hello {
    const rank = this.ranks.get(id) ?? "writer";
    return {
      ...{ version: this.version, minClient: 1, team: "t", encrypted: false, review: false, keyVersion: 0 },
      ...{ now: 0, member: { id, name: this.people[id - 1] ?? "", rank, joined: true } },
      ...{ hasLeft: false, wishes: 0, waiting: 0, handoffs: "" },
      projects: [
        { ...{ id: 3, key: "remote:git.example/other", seq: 0, rank: "writer" }, ...STATE },
        { ...{ id: NUMBER, key: PROJECT, seq: this.seq, rank }, ...STATE },
      ],
    };
  }

  /** As one member sees it. */
  as(id: number) {
    const all = (): Member[] =>
      this.people.map((name, place) => ({
        ...{ id: place + 1, name, rank: this.ranks.get(place + 1) ?? "writer", isRemoved: false },
        projects: [NUMBER],
      }));
    const found = (name: { project: number; id: string }) =>
      this.handedOver.find((one) => one.project === name.project && one.id === name.id);
    return {
      push: async (project: number, items: readonly PushItem[]) => {
        this.asked.push("push");
        const answers = items.map((item) =>
          item.op === "put" ? this.put(project, id, item) : this.forget(project, id, item),
        );
        return { answers, seq: this.seq, mark: STATE.mark };
      },
      pull: async (project: number, after: number, most: number) => {
        this.asked.push("pull");
        return this.rows
          .filter((row) => row.project === project && row.seq > after && row.state !== "waiting")
          .sort((a, b) => a.seq - b.seq)
          .slice(0, most);
      },
      hello: async () => this.hello(id),
      members: async () => {
        this.asked.push("members");
        return all();
      },
      shareProject: async () => NUMBER,
      names: async () => {
        this.asked.push("names");
        return all().map(({ id: number, name }) => ({ id: number, name }));
      },
      handOver: async (row: Omit<HandoffRow, "author" | "taken">) => {
        if (row.receiver === id) return "refused" as const;
        if (found(row) !== undefined) return "known" as const;
        this.handedOver.push({ ...row, author: id, taken: [] });
        return "stored" as const;
      },
      takeHandoff: async (name: { project: number; id: string }, at: number) => {
        const row = found(name);
        if (row === undefined || row.author === id || (row.receiver !== null && row.receiver !== id))
          return false;
        if (!row.taken.some(({ member }) => member === id)) row.taken.push({ member: id, at });
        if (row.receiver !== null) row.body = null;
        return true;
      },
      withdrawHandoff: async (name: { project: number; id: string }) => {
        const row = found(name);
        if (row?.author !== id) return false;
        row.body = null;
        return true;
      },
      handoffs: async (member: number) => {
        this.asked.push("handoffs");
        return this.handedOver.filter(
          ({ receiver, author }) => receiver === null || receiver === member || author === member,
        );
      },
    };
  }

  private put(project: number, author: number, item: PushItem): PushAnswer {
    const { id, rev = "", seen = {}, at = 0, keyVersion = 0, body = "" } = item;
    const same = this.rows.filter((row) => row.id === id);
    if (same.some(({ state }) => state === "forgotten")) return "forgotten";
    if (same.some((row) => row.rev === rev)) return "known";
    if (same.some((row) => covers(row.seen, seen))) return "covered";
    this.drop(
      (row) =>
        row.id === id &&
        covers(seen, row.seen) &&
        (!this.isReviewed || (row.state === "waiting" && row.author === author)),
    );
    const state = this.isReviewed ? "waiting" : "shared";
    const text = Buffer.from(body, "base64").toString();
    this.rows.push({
      ...{ project, id, rev, seq: ++this.seq, author, at, seen, state, keyVersion, body: text },
    });
    return this.isReviewed ? "waiting" : "stored";
  }

  private forget(project: number, member: number, { id }: PushItem): PushAnswer {
    const same = this.rows.filter((row) => row.id === id);
    if (same.some(({ state }) => state === "forgotten")) return "known";
    if (this.ranks.get(member) !== "maintainer" && same.some(({ author }) => author !== member))
      return "refused";
    this.drop((row) => row.id === id);
    this.rows.push({
      ...{ project, id, rev: "", seq: ++this.seq, author: member, at: 0, seen: {} },
      ...{ state: "forgotten", keyVersion: 0, body: null },
    });
    return "stored";
  }

  private drop(isGone: (row: GivenRow) => boolean): void {
    const kept = this.rows.filter((row) => !isGone(row));
    this.rows.splice(0, this.rows.length, ...kept);
  }
}

/** A member's machine. Every change has its own time, the same in each run. */
export async function openMachine(server: GivenServer, id: number, folder = `/machines/${id}/shop`) {
  const temp = await openTempStore();
  const { store } = temp;
  const name = server.people[id - 1] ?? "";
  const excluded = new Set<string>();
  const parts: TeamParts = {
    store,
    redact: { text: (text) => text.replaceAll("secret", "[x]"), version: 1 },
    codec: codecFor({ encrypted: false }),
    device: `d${id}`,
    member: { id, name },
    now: () => 1000,
    isExcluded: (one) => excluded.has(one),
  };
  const share = (more: { folder?: string } = {}) =>
    teamIn(store).saveTeamFolder({
      folder,
      project: PROJECT,
      ...more,
    });
  await share();
  return {
    ...{ store, parts, folder, excluded, share },
    async sync(isHandoffsKnown = false): Promise<Synced & { conflicts: number }> {
      await collectChanges(parts);
      const round = { server: server.as(id), hello: server.hello(id) };
      const synced = await syncRound(parts, round, isHandoffsKnown);
      return { ...synced, conflicts: (await teamIn(store).teamCounts()).conflicts };
    },
    remember: (uri: string, content: string, in_ = folder) =>
      memoriesIn(store).saveMemory({
        ...{ uri, project: in_, content, origin: "user", redaction: 1, author: "user", at: 5 },
      }),
    edit: (uri: string, content: string) =>
      memoriesIn(store).changeMemory({ uri, project: folder }, { content }, { at: 9, author: "user" }),
    memory: (uri: string, in_ = folder) => memoriesIn(store).memory({ uri, project: in_ }),
    async contents(in_ = folder) {
      return (await memoriesIn(store).memories({ project: in_, limit: 1000 }))
        .filter(({ status }) => status === "active")
        .map(({ uri, content }) => `${uri} ${content}`)
        .sort();
    },
    [Symbol.asyncDispose]: temp[Symbol.asyncDispose],
  };
}

export type Machine = Awaited<ReturnType<typeof openMachine>>;

/** Two members of one team, each with a machine. */
export async function openTwoMachines() {
  const server = new GivenServer(["Ann", "Mia Berg"]);
  const ann = await openMachine(server, 1);
  const mia = await openMachine(server, 2);
  return {
    ...{ server, ann, mia },
    /** Until both know everything. */
    async rounds() {
      for (const machine of [ann, mia, ann]) await machine.sync();
    },
    async [Symbol.asyncDispose]() {
      for (const machine of [ann, mia]) await machine[Symbol.asyncDispose]();
    },
  };
}
