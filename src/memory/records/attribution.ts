/** The author of a text and its age: "Mia, 3 days ago". */
import { quote } from "../../text/quote.ts";

const DAY_MS = 86_400_000;
/** Beyond this a date says more. */
const MOST_DAYS = 60;

/** Without a clock, shows the day. Clocks differ, so a date of tomorrow counts as today. */
export function attribution({ author, at }: { author: string; at: number }, now?: number): string {
  return `${quote(author, 40)}, ${now === undefined ? dayOf(at) : ageOf(at, now)}`;
}

function ageOf(at: number, now: number): string {
  const days = Math.max(0, Math.floor((now - at) / DAY_MS));
  if (days === 0) return "today";
  if (days === 1) return "yesterday";
  return days <= MOST_DAYS ? `${days} days ago` : dayOf(at);
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
