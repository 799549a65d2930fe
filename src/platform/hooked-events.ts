/**
 * `<home>/hooked.json`: the events that some hook of the user answers. The keeper waits for those as long as the client
 * does, and the daemon hands them on uncut. On disk, so that a new keeper knows it too.
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
    // The daemon writes it again within seconds.
    return [];
  }
}
