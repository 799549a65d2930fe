/** Operations on what a team shares. */

import { z } from "zod";
import { limit, operation } from "../request.ts";

const text = z.string().min(1).max(1000);
const time = z.number().describe("Milliseconds since 1970");
const project = z.string().describe("The project's name in the team");
const rank = z.enum(["reader", "writer", "maintainer"]);

const handoff = z.object({
  project,
  id: z.string(),
  way: z.enum(["out", "in"]).describe("Handed over by this member, or for them"),
  name: z.string().describe("The other member; empty: every member of the project"),
  at: time,
  state: z.enum(["leaving", "sent", "refused", "withdrawn", "waiting", "taken", "dropped"]),
  taken: z.array(z.object({ name: z.string(), at: time })).describe("By whom, and when"),
});

export const getTeam = operation({
  method: "get",
  path: "/api/team",
  summary: "This machine's team, as far as it is known without asking the server",
  answer: z.object({
    team: z
      .object({ member: z.string(), server: z.string(), encrypted: z.boolean() })
      .nullable()
      .describe("Null: this machine belongs to no team"),
    sync: z.object({
      lastSyncAt: time.optional(),
      lastPushAt: time.optional().describe("When something last went out"),
      lastPullAt: time.optional().describe("When something last came in"),
      error: z.string().optional().describe("Why the last round failed"),
      code: z.string().optional().describe("Of the error"),
      pending: z.number().describe("Waiting to go out"),
      conflicts: z.number(),
      records: z.number(),
    }),
    shared: z.array(z.object({ folder: z.string(), project })),
    authors: z
      .array(z.object({ author: z.string(), records: z.number() }))
      .describe("Who shared how much; empty: this member"),
    handoffs: z.array(handoff),
  }),
});

export const listTeamMembers = operation({
  method: "get",
  path: "/api/team/members",
  summary: "The team's members; asks the server",
  answer: z.object({
    members: z.array(
      z.object({
        name: z.string(),
        role: rank,
        projects: z.number().describe("In common with this member"),
        joinedAt: time.optional(),
        invitedUntil: time.optional(),
      }),
    ),
    review: z.boolean().describe("What is shared waits for a second person"),
    role: rank.describe("This member's"),
  }),
});

export const listTeamRecords = operation({
  method: "get",
  path: "/api/team/records",
  summary: "Shared records that this machine has, newest first",
  query: z.looseObject({
    limit,
    author: z.string().max(200).optional().describe("A member's name; with mine=true: this member"),
    mine: z.enum(["true", "false"]).optional(),
    project: z.string().max(1000).optional().describe("The project's name in the team"),
  }),
  answer: z.object({
    records: z.array(
      z.object({
        project,
        id: z.string(),
        rev: z.string(),
        kind: z.string(),
        author: z.string().describe("Empty: this member"),
        at: time,
        state: z.enum(["shared", "waiting"]),
        text: z.string(),
        uri: z.string().optional(),
        folder: z.string().optional().describe("Where it stands on this machine"),
      }),
    ),
  }),
});

export const listTeamReview = operation({
  method: "get",
  path: "/api/team/review",
  summary: "Records that wait for a second person; asks the server",
  answer: z.object({
    waiting: z.array(
      z.object({
        project: z.number().describe("On the server"),
        id: z.string(),
        rev: z.string(),
        author: z.string(),
        mine: z.boolean(),
        at: time,
        kind: z.string(),
        text: z.string(),
      }),
    ),
  }),
});

export const judgeTeamRecord = operation({
  method: "post",
  path: "/api/team/review",
  summary: "Accept or refuse a record that waits",
  body: z.looseObject({ project: z.int(), id: text, rev: text, accepted: z.boolean() }),
  answer: z.object({ done: z.boolean().describe("False: somebody decided meanwhile") }),
});

export const listTeamConflicts = operation({
  method: "get",
  path: "/api/team/conflicts",
  summary: "Records that people changed at the same time, with all versions",
  answer: z.object({
    conflicts: z.array(
      z.object({
        project,
        id: z.string(),
        uri: z.string().optional(),
        folder: z.string().optional(),
        versions: z.array(
          z.object({
            rev: z.string(),
            author: z.string().describe("Empty: this member"),
            at: time,
            text: z.string(),
          }),
        ),
      }),
    ),
  }),
});

export const chooseTeamVersion = operation({
  method: "post",
  path: "/api/team/conflicts",
  summary: "Choose the version that replaces all others",
  body: z.looseObject({ project: text, id: text, rev: text }),
  answer: z.object({ id: z.string() }),
  canMiss: true,
});

const shareable = {
  kind: z.enum(["memory", "solution"]),
  project: z.string().max(4000).default("").describe("A folder of the project"),
};

export const getTeamSharing = operation({
  method: "get",
  path: "/api/team/sharing",
  summary: "Whether records are shared with the team",
  query: z.looseObject({
    ...shareable,
    key: z.string().max(1000).optional().describe("A URI; not needed for solutions"),
  }),
  answer: z.object({
    team: z.boolean().describe("Whether this machine belongs to a team"),
    records: z.array(
      z.object({
        key: z.string(),
        state: z
          .enum(["off", "never", "private", "leaving", "waiting", "shared", "theirs"])
          .describe(
            "off: its project is not shared; never: of a kind that never leaves; theirs: another member's",
          ),
        author: z.string().optional(),
      }),
    ),
  }),
});

export const setTeamSharing = operation({
  method: "post",
  path: "/api/team/sharing",
  summary: "Take a record back from the team, or share it again",
  body: z.looseObject({ ...shareable, key: text, shared: z.boolean() }),
  answer: z.object({ key: z.string(), shared: z.boolean() }),
  canMiss: true,
});

export const syncTeam = operation({
  method: "post",
  path: "/api/team/sync",
  summary: "Synchronise within seconds; GET /api/team shows what came of it",
  answer: z.object({ asked: z.boolean() }),
});

export const withdrawHandoff = operation({
  method: "post",
  path: "/api/team/handoffs/withdraw",
  summary: "Take back a handoff",
  body: z.looseObject({ project: text, id: text }),
  answer: z.object({ id: z.string() }),
  canMiss: true,
});
