/** How far something is, in characters. */

const WIDTH = 24;

export function toBar(done: number, all: number): string {
  const full = Math.round(Math.min(1, done / Math.max(1, all)) * WIDTH);
  return `[${"█".repeat(full)}${"─".repeat(WIDTH - full)}]`;
}
