/** Calls that fail repeatedly in a project because the call itself is wrong. A call leaves the list when it stops failing. */
import { namesIn } from "../../memory/digest/cause.ts";
import { applyDifference } from "../../memory/digest/difference.ts";
import { isIrreversible } from "../../memory/digest/irreversible.ts";
import type { Cure, DigestFailure, SessionDigest } from "../../memory/digest/types.ts";
import { cut } from "../../text/quote.ts";

const LAST_SESSIONS = 10;
const SESSIONS_NEEDED = 3;
const MOST = 3;

interface PitfallItem {
  kind: "pitfall";
  key: string;
  text: string;
  /** The number of recent sessions with it. */
  sessions: number;
  /** The latest occurrence. */
  sessionId: string;
  observation: string;
  at: number;
}

interface Fall {
  digest: SessionDigest;
  failure: DigestFailure;
}

/** At most three. `past` holds the project's earlier sessions, newest first. */
export function pitfallsIn(past: readonly SessionDigest[]): PitfallItem[] {
  const byKey = new Map<string, Fall[]>();
  for (const digest of past.slice(0, LAST_SESSIONS)) {
    for (const failure of digest.failures) {
      if (!failure.isUsage || failure.openedIn !== undefined) continue;
      // Another name is another mistake: each missing script is a failure of its own.
      const key = `${failure.key}|${namesIn(failure.error, "").join(" ")}`;
      byKey.set(key, [...(byKey.get(key) ?? []), { digest, failure }]);
    }
  }
  return [...byKey.values()]
    .flatMap((falls) => toPitfall(falls) ?? [])
    .sort((a, b) => b.sessions - a.sessions || b.at - a.at)
    .slice(0, MOST);
}

function toPitfall(falls: readonly Fall[]): PitfallItem | undefined {
  const sessions = new Set(falls.map(({ digest }) => digest.sessionId)).size;
  const [latest] = falls;
  if (sessions < SESSIONS_NEEDED || latest === undefined) return undefined;
  const text = latest.failure.command === undefined ? toolText(falls) : commandText(falls);
  if (text === undefined) return undefined;
  const { digest, failure } = latest;
  return {
    kind: "pitfall",
    key: failure.key,
    text,
    sessions,
    sessionId: digest.sessionId,
    observation: failure.observation,
    at: failure.at,
  };
}

const code = (text: string, limit: number): string => `\`${cut(text.replaceAll("`", "'"), limit)}\``;

function toolText(falls: readonly Fall[]): string | undefined {
  const [latest] = falls;
  const name = latest?.failure.names[0];
  if (latest === undefined || name === undefined) return undefined;
  const cure = falls.map(({ failure }) => failure.cure).find((found) => found?.kind === "command");
  const instead = cure?.kind === "command" ? `: use ${code(cure.instead, 80)}` : "";
  const what = /^(?:Skill|Task|Agent)$/.test(latest.failure.tool) ? thing(latest.failure.tool) : "";
  // A path without a replacement may exist by now.
  if (what === "" && instead === "") return undefined;
  return `${what === "" ? "" : `The ${what} `}${code(name, 80)} does not exist here${instead}.`;
}

const thing = (tool: string): string => (tool === "Skill" ? "skill" : "agent");

type Correction = Extract<Cure, { kind: "command" }>;

function commandText(falls: readonly Fall[]): string | undefined {
  const corrected = falls.flatMap(({ failure: { command, cure, error } }) =>
    command !== undefined && cure?.kind === "command" && !isIrreversible(cure.instead)
      ? [{ command, cure, error }]
      : [],
  );
  const latest = mostCommon(corrected, ({ cure }) => `${cure.removed.join(" ")}→${cure.added.join(" ")}`);
  if (latest === undefined) return undefined;
  const why = reasonOf(latest.error);
  const isOne = falls.every(({ failure: { command } }) => command === latest.command);
  const short = isOne ? undefined : shortened(latest.command, latest.cure);
  return short === undefined
    ? `${code(latest.command, 60)} fails here (${why}): ${code(latest.cure.instead, 80)} works.`
    : `${code(`${short.wrong} …`, 60)} fails here (${why}): ${code(`${short.right} …`, 60)} works.`;
}

/** Finds the first item of the most frequent kind. */
function mostCommon<T>(items: readonly T[], kindOf: (item: T) => string): T | undefined {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(kindOf(item), (counts.get(kindOf(item)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return items.find((item) => counts.get(kindOf(item)) === most);
}

/** Only the difference in the first two words, if there is one. */
function shortened(command: string, cure: Correction): { wrong: string; right: string } | undefined {
  const wrong = command.split(" ").slice(0, 2).join(" ");
  const right = applyDifference(wrong, command, cure);
  return right === undefined ? undefined : { wrong, right };
}

const reasonOf = (error: string): string => cut(error.replace(/^(?:error|fatal|err!?)[: ]+/i, ""), 60);
