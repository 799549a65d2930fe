/** How far a run has come. */

/** One line on a terminal that is written over; nothing where the output is kept. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return;
  const width = (process.stderr.columns ?? 80) - 1;
  process.stderr.write(`\r\x1b[K${text.slice(0, width)}`);
}

/** A line that stays where the output is kept. */
export function showStep(text: string): void {
  if (process.stderr.isTTY) showProgress(text);
  else console.error(text);
}

export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
}
