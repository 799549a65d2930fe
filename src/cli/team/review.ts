/** `pawl team review [on|off|accept ID|reject ID]`: records that wait for a second person. */
import { PawlError } from "../../platform/errors.ts";
import { redactor } from "../../redact/redactor.ts";
import { listWaiting, type WaitingRecord } from "../../team/review.ts";
import { quote } from "../../text/quote.ts";
import { type CommandInput, UsageError } from "../command.ts";
import { bold, dim, print, printJson } from "../output.ts";
import { words } from "../words.ts";
import { withTeam } from "./open.ts";

export async function review({ values, positionals }: CommandInput): Promise<number> {
  const [, action, id] = positionals;
  return withTeam(async (team) => {
    if (action === "on" || action === "off") {
      await team.server.setReview(action === "on");
      if (values.json === true) printJson({ review: action === "on" });
      else print(action === "on" ? words.team.reviewOn : words.team.reviewOff);
      return 0;
    }
    const waiting = await listWaiting(team, redactor);
    if (action === undefined) return show(waiting, values.json === true);
    if (action !== "accept" && action !== "reject") {
      throw new UsageError(words.errors.unknownAction("team review", action, "on, off, accept, reject"));
    }
    const found = waiting.filter((one) => id !== undefined && one.id.startsWith(id));
    const [record] = found;
    if (record === undefined || found.length > 1) {
      throw new PawlError("team_no_waiting", words.team.noWaiting(id ?? ""), {
        hint: words.team.noWaitingHint,
      });
    }
    await team.server.judge(record, action === "accept");
    if (values.json === true) printJson({ id: record.id, accepted: action === "accept" });
    else print(action === "accept" ? words.team.accepted(record.author) : words.team.rejected(record.author));
    return 0;
  });
}

function show(waiting: readonly WaitingRecord[], isJson: boolean): number {
  if (isJson) printJson({ waiting: waiting.map(({ project: _, ...record }) => record) });
  else if (waiting.length === 0) print(words.team.nothingWaits);
  for (const { id, author, kind, text } of isJson ? [] : waiting) {
    print(`${bold(id.slice(0, 8))}  ${author}  ${dim(kind)}  ${quote(text, 160)}`);
  }
  return 0;
}
