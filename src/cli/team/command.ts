import { actionOf, type Command, type CommandInput, flag, json, value } from "../command.ts";

type Action = (input: CommandInput) => Promise<number>;

/** Loaded on demand: `pawl team status` needs no connection. */
const ACTIONS: Readonly<Record<string, () => Promise<Action>>> = {
  create: async () => (await import("./setup.ts")).create,
  invite: async () => (await import("./setup.ts")).invite,
  join: async () => (await import("./setup.ts")).join,
  leave: async () => (await import("./members.ts")).leave,
  members: async () => (await import("./members.ts")).members,
  mute: async () => (await import("./members.ts")).mute,
  remove: async () => (await import("./members.ts")).remove,
  review: async () => (await import("./members.ts")).review,
  projects: async () => (await import("./projects.ts")).projects,
  share: async () => (await import("./share.ts")).share,
  outbox: async () => (await import("./share.ts")).outbox,
  sync: async () => (await import("./state.ts")).sync,
  status: async () => (await import("./state.ts")).status,
  log: async () => (await import("./state.ts")).log,
  doctor: async () => (await import("./state.ts")).doctor,
};

export const command: Command = {
  usage:
    "team create URL | invite NAME | join STRING | share on|off | sync | status | members | projects | mute NAME | remove NAME | review | outbox | log | leave | doctor [--json]",
  example: "pawl team invite mia --role writer",
  options: {
    ...{ ...json, encrypt: flag, yes: flag },
    ...{ own: flag, "with-records": flag },
    ...{ name: value, role: value, days: value, project: value, as: value, with: value, limit: value },
  },
  positionals: 4,
  run: async (input) => (await actionOf("team", ACTIONS, input.positionals[0] ?? "status")())(input),
};
