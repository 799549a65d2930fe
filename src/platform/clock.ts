/** The only place that reads the clock. All other code gets a clock passed in. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** `2026-01-15 16:37`, in the user's time zone. */
export function formatTime(at: number): string {
  const time = new Date(at);
  const two = (n: number) => String(n).padStart(2, "0");
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  return `${date} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
