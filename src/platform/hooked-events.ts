/**
 * `<home>/hooked.json`: the events that a user hook answers. For these the keeper waits as long as the client, and the daemon
 * passes them on uncut. On disk, so that a new keeper has it too.
 */
import { readIfThere, writeWhole } from "./files.ts";

export function writeHooked(path: string, events: readonly string[]): void {
  const text = `${JSON.stringify(events)}\n`;
  if (readIfThere(path) !== text) writeWhole(path, text);
}

export function readHooked(path: string): readonly string[] {
  try {
    const events: unknown = JSON.parse(readIfThere(path) ?? "[]");
    return Array.isArray(events) ? events : [];
  } catch {
    // The daemon rewrites it within seconds.
    return [];
  }
}
