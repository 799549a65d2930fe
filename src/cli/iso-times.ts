/** Times in `--json` are ISO text, as everywhere on the command line. */
const TIMES: ReadonlySet<string> = new Set([
  "at",
  "from",
  "to",
  "startedAt",
  "endedAt",
  "lastEventAt",
  "lastAt",
  "updatedAt",
]);

export function withIsoTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withIsoTimes);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      TIMES.has(name) && typeof field === "number" ? new Date(field).toISOString() : withIsoTimes(field),
    ]),
  );
}
