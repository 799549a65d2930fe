/** `1 file`, `2 files`. */
export const s = (n: number | string, one: string, many: string) => `${n} ${String(n) === "1" ? one : many}`;
