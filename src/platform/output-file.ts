/** What a background process prints: only what comes before or beside its log, such as an error in its start. */
import { closeSync, openSync, statSync, truncateSync } from "node:fs";

const MAX_BYTES = 1024 * 1024;

/** Empties the file. Opened for appending, so that it can be emptied while it is written to. */
export function openOutput(path: string): number {
  closeSync(openSync(path, "w", 0o600));
  return openSync(path, "a");
}

/** Called now and then by the process that writes it. */
export function boundOutput(path: string, maxBytes = MAX_BYTES): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) truncateSync(path);
}
