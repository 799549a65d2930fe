import { type Command, type CommandInput, json, UsageError } from "../command.ts";
import { words } from "../words.ts";

type Action = (input: CommandInput) => Promise<number>;

/** Loaded on demand: `pawl team status` needs no connection. */
const ACTIONS: Readonly<Record<string, () => Promise<Action>>> = {
  create: async () => (await import("./setup.ts")).create,
  invite: async () => (await import("./setup.ts")).invite,
  join: async () => (await import("./setup.ts")).join,
  leave: async () => (await import("./members.ts")).leave,
  members: async () => (await import("./members.ts")).members,
  remove: async () => (await import("./members.ts")).remove,
  share: async () => (await import("./share.ts")).share,
  outbox: async () => (await import("./share.ts")).outbox,
  sync: async () => (await import("./state.ts")).sync,
  status: async () => (await import("./state.ts")).status,
  log: async () => (await import("./state.ts")).log,
  doctor: async () => (await import("./state.ts")).doctor,
  review: async () => (await import("./review.ts")).review,
};

export const command: Command = {
  usage:
    "team create URL | invite NAME | join STRING | share on|off | sync | status | members | remove NAME | review | outbox | log | leave | doctor [--json]",
  example: "pawl team invite mia --role writer",
  options: {
    ...json,
    name: { type: "string" },
    encrypt: { type: "boolean" },
    role: { type: "string" },
    days: { type: "string" },
    project: { type: "string" },
    as: { type: "string" },
    with: { type: "string" },
    summaries: { type: "boolean" },
    "client-memory": { type: "boolean" },
    limit: { type: "string" },
    yes: { type: "boolean" },
  },
  positionals: 3,
  async run(input) {
    const [action = "status"] = input.positionals;
    const load = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (load === undefined) {
      throw new UsageError(words.errors.unknownAction("team", action, Object.keys(ACTIONS).join(", ")));
    }
    return (await load())(input);
  },
};
