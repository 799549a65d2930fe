/**
 * Searches the newest records directly, before the index knows them. There are few: a background thread indexes all
 * the time. Typos are corrected by the index only.
 */
import type { Database } from "bun:sqlite";
import type { Named } from "../../store/values.ts";
import type { QueryWord } from "../../text/words.ts";
import { createScorer, rarity } from "../rank/score.ts";
import type { SearchQuery } from "../types.ts";
import { type FoundRecord, loadEntries } from "./load-records.ts";

/** As many as can be read and scanned in a few milliseconds. */
const MOST_DIRECT = 300;
/** Of those that contain a word: the newest are scored. */
const MOST_SCORED = 24;
/** The end of a word differs between its forms. */
const FORM_LENGTH = 2;
const SHORTEST = 3;

export function createUnindexed(db: Database) {
  const ids = db.query<{ id: number }, Named>(
    `select e.id from entries e left join texts t on t.entry = e.id
     where e.id > $after and (e.kind <> 'event' or t.event = 'Notification') order by e.id desc limit ${MOST_DIRECT}`,
  );

  return (query: SearchQuery, words: readonly QueryWord[], after: number): FoundRecord[] => {
    const newest = ids.all({ after });
    if (newest.length === 0) return [];
    const beginnings = words.flatMap(toBeginnings);
    const isWanted = toFilter(query);
    const likely = loadEntries(db, JSON.stringify(newest.map(({ id }) => id)), () => [])
      .filter(isWanted)
      .filter(({ document }) => {
        const text = `${document.title}\n${document.text}`.toLowerCase();
        return !ASCII.test(text) || beginnings.some((beginning) => text.includes(beginning));
      })
      .sort((a, b) => b.at - a.at)
      .slice(0, Math.max(MOST_SCORED, query.limit));
    const score = createScorer(
      words.map(({ terms, open }) => ({ terms: [...terms, ...open], weight: rarity(0, 1) })),
    );
    return likely.flatMap((record) => {
      const { found } = score(record.document.title, record.document.text);
      const there = found.flatMap((isThere, word) => (isThere ? [word] : []));
      return there.length === 0 ? [] : [{ ...record, words: there }];
    });
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII, whole
const ASCII = /^[\x00-\x7f]*$/;

/** What every form of the word contains. Accents and other scripts can be written in several ways: those are scored. */
function toBeginnings({ terms, open }: QueryWord): string[] {
  return [...terms, ...open].map(({ tokens }) => {
    const [first = ""] = tokens;
    return first.slice(0, Math.max(SHORTEST, first.length - FORM_LENGTH));
  });
}

function toFilter({ project, type, client, since, except = [] }: SearchQuery): (one: FoundRecord) => boolean {
  const left = new Set(except);
  return (one) =>
    (project === undefined || one.project === project) &&
    (type === undefined || one.type === type) &&
    (client === undefined || one.client === client) &&
    (since === undefined || one.at >= since) &&
    !left.has(one.sessionId);
}
