/**
 * What the daemon tells the keeper with an answer: the next call of the same tool in the same session gets no answer either,
 * as long as the files that could change that stay as they are. The keeper then answers such a call first and passes it on
 * afterwards.
 */
import { stampOf } from "./files.ts";

/** On such an answer. */
export const QUIET_HEADER = "x-pawl-quiet";

export interface QuietCalls {
  /** Where hooks and gates are written. */
  files: readonly string[];
  /** The state of those files in which it holds. */
  stamps: string;
}

export function stampsOf(files: readonly string[]): string {
  return files.map(stampIn).join(" ");
}

/** A file that cannot even be looked at may hold anything: its state is never the same. */
function stampIn(file: string): string {
  try {
    return stampOf(file) ?? "none";
  } catch {
    return crypto.randomUUID();
  }
}

export function toQuietHeader(quiet: QuietCalls): string {
  return encodeURIComponent(JSON.stringify(quiet));
}

/** Undefined for anything but what `toQuietHeader` writes. */
export function readQuietHeader(header: string): QuietCalls | undefined {
  try {
    const { files, stamps } = JSON.parse(decodeURIComponent(header)) as Partial<QuietCalls>;
    const isList = Array.isArray(files) && files.every((file) => typeof file === "string");
    return isList && typeof stamps === "string" ? { files, stamps } : undefined;
  } catch {
    return undefined;
  }
}
