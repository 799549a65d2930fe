/** A session as the browser previews it: what it is, its summary, and what was said, newest last. */

import { summaryLines } from "../../history/summary/summarize.ts";
import { chooseMessages } from "../../locale/index.ts";
import { toFacts } from "../../memory/records/summary.ts";
import { formatTime } from "../../platform/clock.ts";
import { processEnv } from "../../platform/env.ts";
import type { SessionRecords } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { titleOf } from "../clients/option.ts";
import { bold, cyan, dim, plain } from "../output.ts";
import { tilde } from "../tilde.ts";
import { locale, words } from "../words.ts";

const TEXT = 600;

export function previewLines(records: SessionRecords): string[] {
  const { session, prompts, responses } = records;
  const about = [
    plain(tilde(session.project)),
    ...(session.branch === undefined ? [] : [plain(session.branch)]),
    titleOf(session.client),
    `${formatTime(session.startedAt)} – ${formatTime(session.endedAt ?? session.lastEventAt)}`,
  ];
  const { you, claude } = words.sessions;
  const said = [
    ...prompts.map(({ at, text }) => ({ at, who: bold(cyan(you)), text })),
    ...responses
      .filter(({ agentId }) => agentId === undefined)
      .map(({ at, text }) => ({ at, who: bold(claude), text })),
  ].sort((a, b) => a.at - b.at);
  return [
    dim(about.join(" · ")),
    ...shownSummary(records).map(plain),
    "",
    ...said.flatMap(({ who, text }) => [`${who}  ${quote(text, TEXT)}`]),
  ];
}

function shownSummary(records: SessionRecords): string[] {
  if (records.summary !== undefined) return records.summary.text.split("\n");
  const facts = toFacts({ ...records, project: records.session.project });
  return facts.asked === undefined ? [] : summaryLines(records, chooseMessages(processEnv, locale));
}
