/** Heights of many rows, each of which may change. Finds the total and the row at an offset in logarithmic time. */
export interface Heights {
  readonly count: number;
  readonly total: number;
  /** The offset of this row. */
  top(index: number): number;
  height(index: number): number;
  set(index: number, height: number): void;
  /** The row at this distance from the top. */
  at(position: number): number;
}

/** A Fenwick tree: `sums[i]` holds the heights of a run of rows that ends with row i - 1. */
export function createHeights(count: number, heightOf: (index: number) => number): Heights {
  const heights = new Float64Array(count);
  const sums = new Float64Array(count + 1);
  let total = 0;
  for (let i = 0; i < count; i++) {
    const height = heightOf(i);
    heights[i] = height;
    total += height;
    sums[i + 1] = (sums[i + 1] ?? 0) + height;
    const parent = i + 1 + ((i + 1) & -(i + 1));
    if (parent <= count) sums[parent] = (sums[parent] ?? 0) + (sums[i + 1] ?? 0);
  }
  let top = 1;
  while (top * 2 <= count) top *= 2;

  return {
    count,
    get total() {
      return total;
    },
    top(index) {
      let sum = 0;
      for (let i = Math.min(index, count); i > 0; i -= i & -i) sum += sums[i] ?? 0;
      return sum;
    },
    height: (index) => heights[index] ?? 0,
    set(index, height) {
      const change = height - (heights[index] ?? 0);
      if (change === 0 || index >= count) return;
      heights[index] = height;
      total += change;
      for (let i = index + 1; i <= count; i += i & -i) sums[i] = (sums[i] ?? 0) + change;
    },
    at(position) {
      let index = 0;
      let left = position;
      for (let step = top; step > 0; step >>= 1) {
        const next = index + step;
        if (next <= count && (sums[next] ?? 0) <= left) {
          index = next;
          left -= sums[next] ?? 0;
        }
      }
      return Math.max(0, Math.min(index, count - 1));
    },
  };
}
