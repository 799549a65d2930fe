/** A day as a span of time, in the time zone of this machine. */

/** `2026-01-31`, in the user's own time zone. */
export function toDay(at: number): string {
  const time = new Date(at);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

export interface DaySpan {
  day: string;
  from: number;
  to: number;
}

/** `2026-01-31`; undefined if the date does not exist. */
export function toDaySpan(day: string): DaySpan | undefined {
  const [year = 0, month = 0, date = 0] = /^\d{4}-\d{2}-\d{2}$/.test(day) ? day.split("-").map(Number) : [];
  const first = new Date(year, month - 1, date);
  const from = first.getTime();
  if (year < 1971 || toDay(from) !== day) return undefined;
  // By date, not by hours: a day with a clock change has 23 or 25 of them.
  return { day, from, to: new Date(year, month - 1, date + 1).getTime() };
}

export function daySpanAt(at: number): DaySpan {
  const span = toDaySpan(toDay(at));
  if (span === undefined) throw new RangeError(`No day at ${at}`);
  return span;
}
