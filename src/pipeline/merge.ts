/** What Pawl, the user's rules and the user's hooks answer, as the one reply that the client gets. */
import { mergeReplies, type Reply } from "../clients/index.ts";
import type { Services } from "./services.ts";

interface Answers {
  own: Reply;
  rules: Reply;
  hooks: Reply;
}

/** Called where a rule or a hook has said something; most events have neither. */
export function merge({ own, rules, hooks }: Answers, { log }: Pick<Services, "log">): Reply {
  const { reply, conflicts } = mergeReplies([
    { name: "Pawl", reply: own },
    { name: "your rules", reply: rules },
    { name: "your hooks", reply: hooks },
  ]);
  for (const conflict of conflicts) log.warn(conflict);
  return reply;
}
