/** Whether version `a` is newer than `b`; an invalid version is older than any valid one. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [toNumbers(a), toNumbers(b)];
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function toNumbers(version: string): number[] {
  const parts = /^(\d+)\.(\d+)\.(\d+)/.exec(version);
  return parts === null ? [-1] : parts.slice(1).map(Number);
}
