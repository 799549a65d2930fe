import { type InputOf, pass, type ReplyFor, say } from "../../clients/index.ts";
import { eventKey } from "../../store/records/keys.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { renderRestore } from "../../work/workflow/restore.ts";
import { type Checked, checkText, summaryNotice } from "../../work/workflow/summary-check.ts";
import type { WorkingSet } from "../../work/workflow/working-set.ts";
import { loadWorkingSet } from "../../work/working-set.ts";
import type { EventContext } from "../services-context.ts";

/** What the restore gave back and the client's own summary had lost: counted, kept, and said in one line. */
export async function postCompact(
  input: InputOf<"PostCompact">,
  ctx: EventContext,
): Promise<ReplyFor<"PostCompact">> {
  const lines = [await checkSummary(input, ctx), await learnedNotice(input.sessionId, ctx)].filter(
    (line) => line !== undefined,
  );
  return lines.length === 0 ? pass : say(lines.join("\n"));
}

async function learnedNotice(sessionId: string, ctx: EventContext): Promise<string | undefined> {
  const { solutions, files, rules, decisions } = await ctx.work.learn(sessionId, ctx.at);
  if (solutions + files + rules.length + decisions.length === 0) return undefined;
  return ctx.messages.notices.learned(solutions, files, rules.length, decisions.length);
}

async function checkSummary(input: InputOf<"PostCompact">, ctx: EventContext): Promise<string | undefined> {
  const loaded = await loadWorkingSet(ctx.store, input.sessionId, await ctx.own());
  if (loaded === undefined || input.compactSummary.trim() === "") return undefined;
  const restored = onlyShown(loaded.set, ctx);
  const check = checkText(restored, input.compactSummary);
  if (Object.values(check).every(({ total }) => total === 0)) return undefined;
  const counts = Object.fromEntries(
    (Object.keys(check) as Checked[]).map((name) => [name, [check[name].lost.length, check[name].total]]),
  );
  const { id, project, cwd } = loaded.records.session;
  const event = "pawl:summary-check";
  const key = eventKey(id, event, input.promptId ?? String(ctx.at));
  await recordsIn(ctx.store).record({
    session: { id, project, cwd, at: ctx.at },
    events: [
      { key, sessionId: id, at: ctx.at, redaction: ctx.redaction, event, body: JSON.stringify(counts) },
    ],
  });
  return summaryNotice(check, ctx.messages);
}

/** Of the working set, what the budget let through: "Pawl kept them" must be true. */
function onlyShown(set: WorkingSet, ctx: EventContext): WorkingSet {
  const { shown } = renderRestore(set, ctx.messages);
  return {
    files: set.files.slice(0, shown.files),
    commands: set.commands.slice(0, shown.commands),
    standing: set.standing.slice(0, shown.standing),
    open: set.open.slice(0, shown.open),
    failures: set.failures.slice(0, shown.failures),
    decisions: set.decisions.slice(0, shown.decisions),
  };
}
