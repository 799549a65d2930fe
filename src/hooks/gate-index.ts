/**
 * `<home>/gates.json`: which events gates are about, for programs that must refuse while nothing else of Pawl answers, and
 * as a second copy of what was trusted. Written whole whenever trust or the user's configuration changes.
 *
 * A reader that cannot run matchers refuses every event whose `event`, `tools` and `project` fit. Imports nothing but
 * files, so that a small program can use it.
 */
import { join } from "node:path";
import { makePrivateDir, readIfThere, writeWhole } from "../platform/files.ts";
import { GATES_FILE } from "../platform/own-hook.ts";

export interface IndexedGate {
  /** Real path of the project; null: everywhere (the user's own gates and rules). */
  project: string | null;
  event: string;
  /** Only calls of these tools; null: any. */
  tools: readonly string[] | null;
  matcher: string;
  /** For people. */
  name: string;
  /** The configuration's file. */
  source: string;
  /** What it runs, to notice a gate that was made harmless. */
  runs?: string | undefined;
}

export const gateIndexFile = (homeDir: string): string => join(homeDir, GATES_FILE);

/** Returns undefined if there is no index. A damaged index throws, so that it is never mistaken for "no gates". */
export function readGateIndex(homeDir: string): IndexedGate[] | undefined {
  const text = readIfThere(gateIndexFile(homeDir));
  if (text === undefined) return undefined;
  const { version, gates } = JSON.parse(text) as { version?: unknown; gates?: unknown };
  if (version !== 1 || !Array.isArray(gates)) throw new SyntaxError("gates.json is not a list of gates");
  return gates as IndexedGate[];
}

export function writeGateIndex(homeDir: string, gates: readonly IndexedGate[]): void {
  const text = `${JSON.stringify({ version: 1, gates })}\n`;
  if (readIfThere(gateIndexFile(homeDir)) === text) return;
  makePrivateDir(homeDir);
  writeWhole(gateIndexFile(homeDir), text);
}

/** The gates that may apply to an event, without evaluating their matchers. */
export function gatesAbout(
  gates: readonly IndexedGate[],
  event: { event: string; tool?: string | undefined; projects: readonly string[] },
): IndexedGate[] {
  return gates.filter(
    (gate) =>
      gate.event === event.event &&
      (gate.project === null || event.projects.includes(gate.project)) &&
      (gate.tools === null || event.tool === undefined || gate.tools.includes(event.tool)),
  );
}
