/** Threads and turns of Codex have ids of UUID version 7, which begin with the time they were made at. */
const VERSION_7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/i;

/** Milliseconds; undefined for another kind of id. */
export function timeOfId(id: string): number | undefined {
  const found = VERSION_7.exec(id);
  return found === null ? undefined : Number.parseInt(`${found[1]}${found[2]}`, 16);
}
